"""Small repositories to compile: a good base, and layers over it that change a file or a line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fabric.cli.compiling import compile_project
from fabric.core.diagnostic import FabricError
from fabric.core.source import Folder
from fabric.pipeline import Project, at, compile, registry  # noqa: A004 - the verb of that stage

CASES = Path(__file__).parent
BASE = CASES / "base"
ROOT = CASES.parents[1]
SITE = "site/site.yaml"
LEDGER = "inventory/site/allocations.yaml"
HOSTS = "inventory/site/hosts.yaml"


@dataclass(frozen=True)
class Texts:
    """A source that is held in memory."""

    held: dict[str, str]
    label: str = "memory"

    def files(self, folder):
        prefix = "" if folder in {"", "."} else f"{folder}/"
        return tuple(sorted(name for name in self.held if name.startswith(prefix)))

    def read(self, path):
        return self.held[path]

    def has(self, path):
        return path in self.held


@dataclass(frozen=True)
class Layers:
    """Sources over each other: a file is taken from the first that has it."""

    sources: tuple
    label: str = "layers"

    def files(self, folder):
        return tuple(sorted({name for source in self.sources for name in source.files(folder)}))

    def read(self, path):
        return next(source for source in self.sources if source.has(path)).read(path)

    def has(self, path):
        return any(source.has(path) for source in self.sources)


def over_base(folder: Path) -> Layers:
    return Layers((Folder(folder), Folder(BASE)))


def with_texts(held: dict[str, str]) -> Layers:
    return Layers((Texts(held), Folder(BASE)))


@cache
def base_text(path: str = SITE) -> str:
    return (BASE / path).read_text()


def edited(text: str, *changes: tuple[str, str]) -> str:
    """Return a text after replacements, each of which must hit: a change that hits nothing tests nothing."""
    for old, new in changes:
        assert old in text, f"`{old}` is not in the text"
        text = text.replace(old, new)
    return text


def base_with(*changes: tuple[str, str], **files: str) -> Layers:
    """Return the base with changes to its intent."""
    return with_texts({SITE: edited(base_text(), *changes), **files})


@cache
def everything():
    return registry()


def compiled(source):
    """Compile the intent folder `site` of a source. Raises FabricError."""
    return compile(at(source, "site"), everything())


def kept_build(source, drained=()):
    """Compile a project or a tree, and keep what is rendered on the shelf."""
    project = source if isinstance(source, Project) else at(source, "site")
    return compile_project(project, drained=drained, keeping=True)


def findings(source):
    """Return all findings, whether or not they stop the build."""
    try:
        return compiled(source).diagnostics
    except FabricError as failure:
        return failure.diagnostics


@cache
def shipped(intent: str):
    """Return the build of a shipped intent; it is compiled once for all tests."""
    return compile(at(Folder(ROOT), f"intents/{intent}"), everything())


SHIPPED = (
    "quickstart", "roce-256", "ib-b200-superpod", "clos3-64", "planes-32", "fat-tree-ib",
    "mesh-64", "torus-ib", "dragonfly-ib", "mixed-400-800", "explicit-32",
    "four-fabrics",
)  # fmt: skip
