"""Unit configurations to artifacts."""

from fabric.render.artifacts import Artifact, render
from fabric.render.environment import environment

__all__ = ["Artifact", "environment", "render"]
