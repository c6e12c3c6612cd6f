"""The only composition of the stages: `compile(project, registry)`."""

from fabric.pipeline.build import Build, compile, expanded  # noqa: A004 - the verb of this stage
from fabric.pipeline.managing import places_of, with_places
from fabric.pipeline.project import Project, at, locate, open_project
from fabric.pipeline.registry import Registry, registry

__all__ = [
    "Build",
    "Project",
    "Registry",
    "at",
    "compile",
    "expanded",
    "locate",
    "open_project",
    "places_of",
    "registry",
    "with_places",
]
