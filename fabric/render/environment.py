"""One loader for templates, in checkout and wheel, overridable block by block."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from jinja2 import FunctionLoader, StrictUndefined
from jinja2.runtime import LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner
from pydantic import BaseModel

from fabric.core.source import Folder, Source, shipped
from fabric.render.counting import PASSED, STEP, Counting
from fabric.render.meter import LOOKUP, MOST_STEPS, Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jinja2 import nodes
    from jinja2.runtime import Context

    from fabric.core.diagnostic import FabricError

BUILTIN = "builtin/"
"""A project's template that extends ours names it with this prefix."""


class NoneRefusedError(ValueError):
    """A template printed None: a value it relies on is not set."""


OF_TEXTS = frozenset(
    """capitalize center count endswith find format isalnum isalpha isdigit join ljust lower lstrip partition
    removeprefix removesuffix replace rjust rpartition rsplit rstrip split splitlines startswith strip title
    upper zfill""".split()  # noqa: SIM905 - words are read more easily than a list of them
)
METHODS: tuple[tuple[type, frozenset[str]], ...] = (
    (str, OF_TEXTS),
    (dict, frozenset({"get", "items", "keys", "values"})),
    (list, frozenset({"count", "index"})),
    (tuple, frozenset({"count", "index"})),
)
"""The methods that a template may call, of texts and containers: what each makes is known before."""
FILTERS = tuple(
    """abs attr batch capitalize center count d default dictsort first float format groupby indent int items
    join last length list lower map max min reject rejectattr replace reverse round select selectattr slice
    sort string title tojson trim truncate unique upper wordcount""".split()  # noqa: SIM905 - as above
)
"""Jinja's filters without those for web pages, for chance, and for adding up."""
OF_JINJA = (LoopContext, Cycler, Joiner)
"""Values that Jinja itself makes, with their methods."""


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, closed further: templates read fields of our values and call none of their methods.

    Jinja refuses what starts with an underscore and trusts the rest; a pydantic model's `parse_raw`
    would unpickle any bytes a template gives it.
    """

    def __init__(self, project: Source | None) -> None:
        super().__init__(
            loader=FunctionLoader(self.found),
            undefined=StrictUndefined,
            finalize=self.printed,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
            cache_size=-1,
        )
        self.project = project
        self.overrun: FabricError | None = None
        """Why nothing more is rendered."""
        self.filters = {name: self.filters[name] for name in FILTERS}
        del self.globals["lipsum"]

    def begin(self) -> None:
        """Make ready for the next artifact."""

    def printed(self, value: object) -> object:
        """Return what a template may print. Raises NoneRefusedError."""
        if value is None:
            raise NoneRefusedError("the template prints a value that is not set")
        return value

    def found(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        """Return text and file of a template: the project's, else ours."""
        if ".." in name.split("/"):
            return None  # an include reaches no file outside the folder of templates
        path = "templates/" + name.removeprefix(BUILTIN)
        sources = (self.project,) if self.project is not None and not name.startswith(BUILTIN) else ()
        for source in (*sources, Folder(shipped())):
            if source.has(path):
                return source.read(path), f"{source.label}/{path}", lambda: True
        return None

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
        if isinstance(obj, OF_JINJA) or any(
            isinstance(obj, kind) and attr in known for kind, known in METHODS
        ):
            return _Verdict.YES
        return _Verdict.FIELD


class Metered(Sandbox):
    """A sandbox that counts what templates do, and ends one that does too much."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, project: Source, steps: int) -> None:
        super().__init__(project)
        self.meter = meter = Meter(steps)
        self.filters = {name: meter.metered(name, one) for name, one in self.filters.items()}
        self.filters |= {STEP: meter.step, PASSED: meter.passed}
        tests: Mapping[str, Any] = self.tests
        self.tests = {name: meter.metered(name, one) for name, one in tests.items()}

    def begin(self) -> None:
        """Give the next artifact all steps."""
        self.meter.left = self.meter.most

    def printed(self, value: object) -> object:
        """Return what a template may print, counted."""
        return self.meter.passed(super().printed(value))

    def found(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        """Look for a template, counted."""
        self.meter.spend(LOOKUP)
        return super().found(name)

    def _generate(self, source: nodes.Template, *given: Any, **words: Any) -> str:
        """Compile a template with what counts its steps."""
        return super()._generate(Counting().visit(source), *given, **words)

    def call(self, context: Context, function: Any, /, *given: Any, **named: Any) -> Any:
        """Call what a template calls, counted."""
        subject = getattr(getattr(function, "__wrapped__", function), "__self__", None)
        name = getattr(function, "__name__", "")
        self.meter.expect(name, *((subject,) if isinstance(subject, str) else ()), *given, *named.values())
        return self.meter.passed(super().call(context, function, *given, **named))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Work out an operator whose result may be large, counted."""
        self.meter.operate(operator, left, right)
        return self.meter.passed(super().call_binop(context, operator, left, right))


class _Verdict(Enum):
    """Whether templates may read an attribute of the values of a type."""

    YES = auto()
    FIELD = auto()
    """Unless it can be called."""
    NO = auto()


_verdicts: dict[tuple[type, str], _Verdict] = {}
"""By type and attribute: a template asks for the same few ones a hundred thousand times."""


def environment(project: Source | None = None, steps: int = MOST_STEPS) -> Sandbox:
    """Make the environment that renders every artifact: the project's templates first, then ours.

    Templates of a pull request are code of a stranger, hence the sandbox, and hence the steps that they have.
    """
    if project is not None and project.files("templates"):
        return Metered(project, steps)
    return Sandbox(project)
