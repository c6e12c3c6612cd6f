"""Unit configuration to artifacts: rendered, then brought into canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jinja2 import TemplateError

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.source import digest
from fabric.render.environment import NoneRefusedError

if TYPE_CHECKING:
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
    """Render every artifact of one unit. Raises FabricError with all templates that fail."""
    words = platform.context(config)
    made: list[Artifact] = []
    failures: list[Diagnostic] = []
    for name, template in platform.templates.items():
        try:
            text = environment.get_template(template).render(device=config, **words)
            made.append(Artifact(config.name, name, platform.canonical[name](text)))
        except (TemplateError, NoneRefusedError, ValueError, TypeError) as failure:
            failures.append(_failure(config.name, template, failure))
    if failures:
        raise FabricError(*failures)
    return tuple(made)


def _failure(unit: str, template: str, failure: Exception) -> Diagnostic:
    line = getattr(failure, "lineno", None) or _template_line(failure)
    at = f"`{template}` line {line}" if line else f"`{template}`"
    return error("REN-001", f"{at} cannot be rendered for `{unit}`: {failure}",
                 hint="the template may use only `device` and the words its platform gives")  # fmt: skip


def _template_line(failure: Exception) -> int | None:
    """Return the line of the innermost template frame: Jinja maps its frames to template lines."""
    trace, line = failure.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".j2"):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
