"""Steps between two intents of one site, each a checked intent of its own."""

from fabric.migrate.moves import Kind, Move
from fabric.migrate.playbook import playbook
from fabric.migrate.steps import Phase, Step, steps

__all__ = ["Kind", "Move", "Phase", "Step", "playbook", "steps"]
