"""Pure formulas: headroom, ECN, link budget, power."""
