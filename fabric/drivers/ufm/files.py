"""Files of OpenSM on the server of a UFM, over SSH: read, written as a whole, and read again by OpenSM.

They stand below `/opt/ufm/files`, which a pair of UFMs shares and a container mounts from its host; OpenSM is
a process of that host in either case, so that one signal reaches it. A hang-up begins a heavy sweep, at whose
beginning it reads its files again (linux-rdma/opensm, `osm_state_mgr.c`: `osm_subn_rescan_conf_files`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.drivers.contract import RefusedError, UnreachableError
from fabric.drivers.sonic.ssh import Ssh
from fabric.platforms.ufm.trees import NAMED_BY
from fabric.platforms.ufm.words import CONFIGURATION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets

OPTIONS = "opensm.conf"
_LOG = "/opt/ufm/files/log/opensm.log"
_UNREAD = ".fab_unread"
"""Stands in the folder from before the first file is changed until OpenSM was told, whoever dies then."""
_LOCK = "/run/lock/fabric-ufm.lock"
_LOCK_WAIT_S = 30
_ABSENT = 44
_HANG_UP = "kill -s HUP $(pidof opensm)"
"""As opensm(8) and the tests of ibssa send it. NVIDIA documents none for UFM."""


class FileAccess:
    """The files of one server, by a login of their own."""

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._name = entry.name
        self._secrets = secrets
        self._ssh = Ssh(entry, secrets)

    def read(self) -> dict[str, str]:
        """Return the files that are there, and of `opensm.conf` the options that name them: it holds keys."""
        found = {name: self._read(name) for name in NAMED_BY}
        keys = "|".join(NAMED_BY.values())
        options = self._ssh.ask(f'sudo grep -E "^({keys}) " {CONFIGURATION}/{OPTIONS}')
        if options.code > 1:
            raise UnreachableError(f"{self._name}: `{OPTIONS}` cannot be read: {self._said(options.words)}")
        present = {name: text for name, text in found.items() if text is not None}
        return {**present, OPTIONS: options.out}

    def ready(self) -> None:
        """Raise RefusedError where no OpenSM runs that could read what would be written."""
        if not self._ssh.ask("pidof opensm").out.strip():
            raise RefusedError(f"{self._name}: no OpenSM runs where its files are: is this the standby?")

    def write(self, token: str, texts: Mapping[str, str | None]) -> None:
        """Put files in the place of others, each as a whole, and let OpenSM read them; None takes one away.

        Raises RefusedError when the server stopped on the way: what was renamed by then is in place.
        """
        if texts:
            self._ssh.upload({_upload(token, name): text for name, text in texts.items() if text is not None})
            self._run(*_written(token, texts))

    def settle(self) -> None:
        """Let OpenSM read what somebody wrote who died before he told it; drop what he left lying."""
        self._run(
            f"if [ -e {_UNREAD} ]; then {_HANG_UP}; fi",
            f"rm -f {_UNREAD} .fab_*.new",
        )

    def unread(self) -> str:
        """Say why OpenSM seems not to have read its files; empty where its log went on after they changed.

        A sweep writes to the log; one that stands still after a hang-up is that of an OpenSM which hangs or
        stands by.
        """
        names = " ".join(f"{CONFIGURATION}/{name}" for name in NAMED_BY)
        shown = self._ssh.ask(f"sudo stat -c '%.9Y %n' {_LOG} {names}").out
        times = {name: float(when) for when, _, name in (line.partition(" ") for line in shown.splitlines())}
        log = times.pop(_LOG, 0.0)
        late = sorted(name.rpartition("/")[2] for name, when in times.items() if when > log)
        return f"OpenSM has logged nothing since {', '.join(late)} changed" if late else ""

    def close(self) -> None:
        """Let go of the connection."""
        self._ssh.close()

    def _read(self, name: str) -> str | None:
        path = f"{CONFIGURATION}/{name}"
        found = self._ssh.ask(f"sudo sh -c 'if [ -e {path} ]; then cat {path}; else exit {_ABSENT}; fi'")
        if found.code == _ABSENT:
            return None
        if found.code:
            raise UnreachableError(f"{self._name}: `{name}` cannot be read: {self._said(found.words)}")
        return found.out

    def _run(self, *lines: str) -> None:
        """Run a script as root, alone: it goes on to its end, or to its first failure, whoever listens."""
        script = "\n".join((f"cd {CONFIGURATION}", *lines))
        output = self._ssh.tell(f"sudo flock -w {_LOCK_WAIT_S} {_LOCK} sh -e -c '{script}'")
        if output.code:
            raise RefusedError(f"{self._name}: {self._said(output.words)}")

    def _said(self, text: str) -> str:
        return self._secrets.mask(text)


def _upload(token: str, name: str) -> str:
    return f"/tmp/{token}-{name}"  # noqa: S108 - of the login alone, and moved from there


def _written(token: str, texts: Mapping[str, str | None]) -> Iterator[str]:
    """Yield the script: no file is ever half there, and none is read before all are in place."""
    new = {name: f".{token}-{name}.new" for name, text in texts.items() if text is not None}
    for name, place in new.items():
        yield f"cp {_upload(token, name)} {place}"
        yield f"chmod 644 {place}"
        yield f"if [ -e {name} ]; then chmod --reference={name} {place}; chown --reference={name} {place}; fi"
        yield f"sync {place}"
    yield f"touch {_UNREAD}"
    for name in texts:
        yield f"mv {new[name]} {name}" if name in new else f"rm -f {name}"
    yield "sync ."
    yield _HANG_UP
    yield " ".join(("rm -f", _UNREAD, *(_upload(token, name) for name in new)))
