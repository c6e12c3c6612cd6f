"""From wanted and running configuration to a plan: changes, waves, and the file that apply takes."""

from fabric.plan.changes import Changes, changes
from fabric.plan.file import Fault, PlanError, load, read, save
from fabric.plan.make import Target, Terms, make_plan
from fabric.plan.model import Plan, PlannedDevice, Wave
from fabric.plan.waves import Strategy, strategy, strategy_of, waves

__all__ = [
    "Changes",
    "Fault",
    "Plan",
    "PlanError",
    "PlannedDevice",
    "Strategy",
    "Target",
    "Terms",
    "Wave",
    "changes",
    "load",
    "make_plan",
    "read",
    "save",
    "strategy",
    "strategy_of",
    "waves",
]
