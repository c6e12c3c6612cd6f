"""Judges of artifacts that are not ours: vendors' models, schemas, renderers and daemons."""
