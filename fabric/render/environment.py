"""One loader for templates, in checkout and wheel, overridable block by block."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from jinja2 import FunctionLoader, StrictUndefined
from jinja2.runtime import LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner
from pydantic import BaseModel

from fabric.core.source import Folder, Source, shipped

if TYPE_CHECKING:
    from collections.abc import Callable

BUILTIN = "builtin/"
"""A project's template that extends ours names it with this prefix."""


class NoneRefusedError(ValueError):
    """A template printed None: a value it relies on is not set."""


WITH_METHODS = (str, int, float, dict, list, tuple, LoopContext, Cycler, Joiner)
"""Values whose methods a template may call: texts, numbers and containers, and what Jinja itself makes."""


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, closed further: templates read fields of our values and call none of their methods.

    Jinja refuses what starts with an underscore and trusts the rest; a pydantic model's `parse_raw`
    would unpickle any bytes a template gives it.
    """

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Return whether a template may read the attribute of this value."""
        if isinstance(obj, type):
            return False
        key = type(obj), attr
        if key not in _verdicts:
            _verdicts[key] = self._verdict(obj, attr, value)
        verdict = _verdicts[key]
        return verdict is _Verdict.YES or (
            verdict is _Verdict.FIELD and (not callable(value) or isinstance(value, Macro))
        )

    def _verdict(self, obj: object, attr: str, value: object) -> _Verdict:
        """Judge an attribute of the values of a type: no rule of Jinja's looks at more than the type."""
        if not super().is_safe_attribute(obj, attr, value):
            return _Verdict.NO
        if isinstance(obj, BaseModel) and attr not in type(obj).model_fields:
            return _Verdict.YES if isinstance(getattr(type(obj), attr, None), property) else _Verdict.NO
        return _Verdict.YES if isinstance(obj, WITH_METHODS) else _Verdict.FIELD


class _Verdict(Enum):
    """Whether templates may read an attribute of the values of a type."""

    YES = auto()
    FIELD = auto()
    """Unless it can be called."""
    NO = auto()


_verdicts: dict[tuple[type, str], _Verdict] = {}
"""By type and attribute: a template asks for the same few ones a hundred thousand times."""


def _printed(value: object) -> object:
    if value is None:
        raise NoneRefusedError("the template prints a value that is not set")
    return value


def _finder(project: Source | None) -> Callable[[str], tuple[str, str, Callable[[], bool]] | None]:
    ours = Folder(shipped())

    def find(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        if ".." in name.split("/"):
            return None  # an include reaches no file outside the folder of templates
        path = "templates/" + name.removeprefix(BUILTIN)
        sources = (ours,) if name.startswith(BUILTIN) or project is None else (project, ours)
        for source in sources:
            if source.has(path):
                return source.read(path), f"{source.label}/{path}", lambda: True
        return None

    return find


def environment(project: Source | None = None) -> Sandbox:
    """Make the environment that renders every artifact: the project's templates first, then ours.

    Templates of a pull request are code of a stranger, hence the sandbox.
    """
    return Sandbox(
        loader=FunctionLoader(_finder(project)),
        undefined=StrictUndefined,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        cache_size=-1,
    )
