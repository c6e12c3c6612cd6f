"""Unit configuration to artifacts: rendered, then brought into canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jinja2 import TemplateSyntaxError

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error
from fabric.core.source import digest
from fabric.render.meter import TooMuchWorkError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.device import UnitConfig
    from fabric.platforms.form import Platform
    from fabric.render.environment import Sandbox


ENDLESS = "look at what loops there, and at what a loop, macro or filter multiplies"


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file for one unit. Holds placeholders where secrets go."""

    unit: str
    name: str
    text: str

    @property
    def digest(self) -> str:
        """The sha256 of the text."""
        return digest(self.text)


def render(platform: Platform, config: UnitConfig, sandbox: Sandbox) -> tuple[Artifact, ...]:
    """Render every artifact that a unit has. Raises FabricError with all templates that fail.

    A template that never ends would not end for the next unit either: then nothing more is rendered.
    """
    if sandbox.overrun:
        raise sandbox.overrun
    words = platform.context(config)
    made: list[Artifact] = []
    failures: list[Diagnostic] = []
    for name, own in _files(platform, config):
        template = platform.templates[name]
        sandbox.begin()
        try:
            text = sandbox.get_template(template).render(device=config, own=own, **words)
            made.append(Artifact(config.name, name.replace("*", own), platform.canonical[name](text)))
        except TooMuchWorkError as failure:
            sandbox.overrun = FabricError(_failure("", template, failure, sandbox))
            raise sandbox.overrun from None
        except Exception as failure:  # noqa: BLE001 - a stranger's template may fail in any way; none ends the stage
            failures.append(_failure(f" for `{config.name}`", template, failure, sandbox))
    if failures:
        raise FabricError(*failures)
    return tuple(made)


def _files(platform: Platform, config: UnitConfig) -> Iterator[tuple[str, str]]:
    """Yield the name of each artifact that a unit has, and what stands for the `*` in it."""
    left_out = platform.without(config) if platform.without else frozenset()
    each = platform.each(config) if platform.each else {}
    for name in platform.templates:
        if name not in left_out:
            yield from ((name, own) for own in each.get(name, ("",)))


def _failure(unit: str, template: str, failure: Exception, sandbox: Sandbox) -> Diagnostic:
    file, line = _syntax_place(failure) or _innermost(failure) or (f"templates/{template}", 1)
    reason = str(failure) or type(failure).__name__
    endless = isinstance(failure, TooMuchWorkError)
    hint = ENDLESS if endless else "the template may use only `device` and the words its platform gives"
    found = error("REN-001", f"`{file}` line {line} cannot be rendered{unit}: {reason}", hint=hint)
    if sandbox.project is None or not sandbox.project.has(file):
        return found  # a template of ours: what it stumbles over stands in the intent
    lines = sandbox.project.read(file).splitlines()
    text = lines[line - 1] if line <= len(lines) else ""
    return found.at(Place.within(file, lines, line - 1, len(text) - len(text.lstrip())))


def _syntax_place(failure: Exception) -> tuple[str, int] | None:
    if isinstance(failure, TemplateSyntaxError):
        return _short(failure.filename or failure.name or ""), failure.lineno
    return None


def _innermost(failure: Exception) -> tuple[str, int] | None:
    """Return file and line of the innermost template frame: Jinja maps its frames to template lines."""
    trace, place = failure.__traceback__, None
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            place = (_short(file), trace.tb_lineno)
        trace = trace.tb_next
    return place


def _short(file: str) -> str:
    """Return a template as `templates/eos/bgp.j2`, wherever the repository lies."""
    return f"templates/{file.rpartition('/templates/')[2]}"
