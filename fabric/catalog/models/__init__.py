"""The shape of every catalog table, one module per concept."""
