"""One task of the user's, called as Nornir calls it, in a process that can be ended. Imports nothing of ours.

It is given JSON on its standard input: `root`, `task` (`module:function`), `files` that were signed, `host`
and `about`. It leaves with 0 for pass, 1 for fail, 3 for unknown, and says why on its standard output.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import json
import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nornir.core import Nornir
from nornir.core.inventory import Defaults, Groups, Host, Hosts, Inventory
from nornir.core.task import Result, Task
from nornir.plugins.runners import SerialRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PASS, FAIL, UNKNOWN = 0, 1, 3


class Signed:
    """Finds the modules of one package below the root, and of these only what was signed."""

    def __init__(self, root: Path, package: str, files: Sequence[str]) -> None:
        self.root, self.package = root, package
        self.files = {str((root / file).resolve()) for file in files}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a module is; None for what is not of the package."""
        if name.partition(".")[0] != self.package:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path or [str(self.root)])
        if spec is not None and spec.origin and str(Path(spec.origin).resolve()) not in self.files:
            raise ImportError(f"`{name}` was not there when the plan was made")
        return spec


def main() -> int:
    """Call the task and say what came of it."""
    given = json.load(sys.stdin)
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the task prints is talk, not its answer
    code, words = verdict(given)
    told.write(words)
    told.close()
    return code


def verdict(given: dict[str, Any]) -> tuple[int, str]:
    """Return exit code and words of a task."""
    module, _, name = given["task"].partition(":")
    sys.meta_path.insert(0, Signed(Path(given["root"]), module.partition(".")[0], given["files"]))
    try:
        function = getattr(importlib.import_module(module), name)
    except BaseException as fault:  # noqa: BLE001 - whatever the user's module does
        traceback.print_exc()
        return UNKNOWN, f"`{given['task']}` cannot be imported: {_words(fault)}"
    return called(function, given)


def called(function: Callable[..., object], given: dict[str, Any]) -> tuple[int, str]:
    """Call a function with a Task of one host."""
    host = Host(**given["host"])
    host.data["gate"] = given["about"]
    nornir = Nornir(Inventory(Hosts({host.name: host}), Groups(), Defaults()), runner=SerialRunner())

    def asked(task: Task) -> Result:
        found = function(task)
        if not isinstance(found, Result):
            raise TypeError(f"it returned {type(found).__name__}, not a Result")
        return found

    found = nornir.run(task=asked, name=given["task"])[host.name][0]
    if found.exception is not None:
        return UNKNOWN, _words(found.exception)
    return (FAIL if found.failed else PASS), str(found.result if found.result is not None else "")


def _words(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"


if __name__ == "__main__":
    sys.exit(main())
