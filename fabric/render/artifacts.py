"""Unit configuration to artifacts: rendered, then brought into canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jinja2 import TemplateSyntaxError

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.source import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment

    from fabric.device import UnitConfig
    from fabric.platforms.form import Platform


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


def render(platform: Platform, config: UnitConfig, environment: Environment) -> tuple[Artifact, ...]:
    """Render every artifact that a unit has. Raises FabricError with all templates that fail."""
    words = platform.context(config)
    made: list[Artifact] = []
    failures: list[Diagnostic] = []
    for name, own in _files(platform, config):
        template = platform.templates[name]
        try:
            text = environment.get_template(template).render(device=config, own=own, **words)
            made.append(Artifact(config.name, name.replace("*", own), platform.canonical[name](text)))
        except Exception as failure:  # noqa: BLE001 - a stranger's template may fail in any way; none ends the stage
            failures.append(_failure(config.name, template, failure))
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


def _failure(unit: str, template: str, failure: Exception) -> Diagnostic:
    file, line = _syntax_place(failure) or _innermost(failure) or (template, None)
    at = f"`{file}` line {line}" if line else f"`{file}`"
    reason = str(failure) or type(failure).__name__
    return error("REN-001", f"{at} cannot be rendered for `{unit}`: {reason}",
                 hint="the template may use only `device` and the words its platform gives")  # fmt: skip


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
