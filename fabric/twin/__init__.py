"""Rehearsal on real daemons."""
