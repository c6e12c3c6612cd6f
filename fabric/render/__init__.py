"""Unit configurations to artifacts."""
