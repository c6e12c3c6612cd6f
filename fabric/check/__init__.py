"""Design rules."""
