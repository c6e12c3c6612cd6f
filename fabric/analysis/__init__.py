"""Measures of a fabric and the work it makes: cables, orders, capacity, diversity, failure impact."""
