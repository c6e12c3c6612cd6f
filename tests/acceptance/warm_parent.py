"""Forks a process for each command that it reads, one line of JSON each, and imports what the last one did.

The process has its own id, folder, environment and streams, and SIGKILL ends it like any other; its exit
code, or minus the signal, is written as one line. What it imported itself is told here when it comes to its
end, so that the next one finds it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import sys
import traceback
from typing import TYPE_CHECKING

from dying import run

from fabric.cli import COMMANDS, main
from fabric.drivers import load
from fabric.pipeline import registry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

NEEDED = ("apply", "rollout")
LONGEST_S = 240


def serve() -> None:
    """Run one command after the other, until there are no more."""
    learn(COMMANDS[name][0].partition(":")[0] for name in NEEDED)
    load(("eos", "sonic"))
    registry()
    for line in sys.stdin:
        gc.freeze()  # a child that collects would copy all that is shared
        used, telling = os.pipe()
        pid = os.fork()
        if pid == 0:
            become(json.loads(line), telling)
        os.close(telling)
        with os.fdopen(used, encoding="utf-8") as names:
            learn(names.read().split())
        _, status = os.waitpid(pid, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())


def learn(names: Iterable[str]) -> None:
    """Import what a command needs; a module that is made on the way, as `six.moves` is, comes by itself."""
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def become(order: dict[str, Any], telling: int) -> NoReturn:
    """Be the process that was ordered; no line of this parent's is read or written by it."""
    for number, name in enumerate((os.devnull, *order["streams"])):
        file = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    signal.alarm(LONGEST_S)
    known = frozenset(sys.modules)
    code = 70
    try:
        run(order["dying"], order["words"]) if order["dying"] else main(order["words"])
    except SystemExit as ended:
        code = int(ended.code or 0)
    except BaseException:  # noqa: BLE001 - what a process would say at its end
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(telling, " ".join(sys.modules.keys() - known).encode())
    os._exit(code)


if __name__ == "__main__":
    serve()
