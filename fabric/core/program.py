"""Programs of the user: no shell, a total deadline, output up to a size, and nothing left running."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

MOST = 16 * 1024
"""Bytes that are kept of what a program prints, unless more is asked for; the rest is read and dropped, so
that it is not held up."""
PLAIN = (
    *("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    "FABRIC_ACTOR",
)
"""Variables that every program gets: ours hold secrets of devices."""
AGENTS = (
    *("SSH_AUTH_SOCK", "SSH_AGENT_PID", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SSH_SK_PROVIDER"),
    *("SSH_SK_HELPER", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "TERM", "GPG_TTY"),
)
"""What OpenSSH asks a person or an agent by."""
LISTEN_S = 0.5
"""Seconds between two looks whether somebody wants it to end."""
LAST_WORDS_S = 2.0
"""Seconds that output may still come in after a program has ended: a child of it may hold the pipe."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    code: int | None
    """None: it did not end by itself."""
    out: str
    talk: str
    """What it said on stderr, or why it did not run."""
    cut: bool = False
    """Whether it printed more than was kept."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is run, and how."""

    words: Sequence[str]
    place: Path
    given: str
    """For its standard input."""
    environment: Mapping[str, str]
    deadline_s: float
    over: Callable[[], bool] = bool
    """Whether somebody wants it to end earlier; by default nobody does."""
    most: int = MOST
    """Bytes that are kept of each of its outputs."""


def run(call: Call) -> Ended:
    """Run a program to its end, or to the end of its time."""
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(  # noqa: S603 - arguments of a signed plan or an intent, no shell
            list(call.words),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            cwd=call.place,
            env=dict(call.environment),
            start_new_session=True,
        )
    except (OSError, ValueError) as fault:
        return Ended(None, "", f"it cannot be run: {fault}")
    kept: dict[str, bytes] = {}
    threads = [
        threading.Thread(target=_give, args=(process.stdin, call.given.encode()), daemon=True),
        threading.Thread(target=_keep, args=(process.stdout, kept, "out", call.most), daemon=True),
        threading.Thread(target=_keep, args=(process.stderr, kept, "talk", call.most), daemon=True),
    ]
    for thread in threads:
        thread.start()
    late = _waited(process, call)
    for thread in threads:
        thread.join(LAST_WORDS_S)
    out, talk = (kept.get(name, b"").decode(errors="replace").strip() for name in ("out", "talk"))
    if late:
        why = "the rollout was stopped" if call.over() else f"it did not end within {call.deadline_s:g} s"
        return Ended(None, out, why)
    return Ended(process.returncode, out, talk, cut="cut" in kept)


def plain_environment(environ: Mapping[str, str], more: Sequence[str] = ()) -> dict[str, str]:
    """Return what a program may know of an environment: the plain variables and those that it is to get."""
    return {name: environ[name] for name in (*PLAIN, *more) if name in environ}


def _waited(process: subprocess.Popen[bytes], call: Call) -> bool:
    """Wait for the end; True when it had to be made. What it started is ended with it."""
    end = time.monotonic() + call.deadline_s
    late = False
    while process.poll() is None and not late:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, min(LISTEN_S, end - time.monotonic())))
        late = process.poll() is None and (call.over() or time.monotonic() >= end)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return late


def _give(pipe: IO[bytes] | None, given: bytes) -> None:
    with contextlib.suppress(OSError):  # it need not read what it is given
        if pipe is not None:
            with pipe:
                pipe.write(given)


def _keep(pipe: IO[bytes] | None, kept: dict[str, bytes], name: str, most: int) -> None:
    """Read to the end, and keep the beginning up to a whole line: half a secret is masked by nobody."""
    if pipe is None:
        return
    with pipe:
        found = pipe.read(most)
        cut = bool(pipe.read(1))
        while pipe.read(MOST):
            pass
    kept[name] = found[: found.rfind(b"\n") + 1] if cut else found
    if cut and name == "out":
        kept["cut"] = b""
