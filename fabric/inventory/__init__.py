"""How devices are reached and known."""
