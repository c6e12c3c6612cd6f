"""Measures of a fabric: capacity, diversity, failure impact."""
