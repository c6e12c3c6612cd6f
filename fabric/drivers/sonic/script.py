"""The shell scripts of a change: commit under a dead-man timer, roll back, confirm.

SONiC has neither commit-confirm nor a lock (`ConfigLock` of the Generic Config Updater is a stub), so both
are made here. Everything of a token lives in `/run/fab/<token>`: a reboot forgets it, as it forgets a running
configuration that was not saved.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT: Final = "/run/fab"
LOCK: Final = "/run/lock/fab.lock"
STARTUP: Final = "/etc/sonic/config_db.json"
FRR: Final = "/etc/sonic/frr/frr.conf"
FRR_RELOAD: Final = "/usr/lib/frr/frr-reload.py"

BUSY, UNTOUCHED, ROLLED_BACK, BROKEN, GONE = 1, 20, 21, 22, 30
"""Exit codes: lock held, nothing done, undone after a failure, undoing failed too, no such token."""

LOCK_WAIT_S: Final = 600
"""How long undoing waits for a commit that still runs."""
PAUSE: Final = "sleep 0.3"
"""Between a write that a daemon only remembers and the one that makes it act: tables come in any order.

`config` itself takes 0.6 s to start (measured on sonic-utilities 691b1bbc)."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where the files of a token stand on the device."""

    token: str

    @property
    def folder(self) -> str:
        """Return the folder of the token, which only root can read."""
        return f"{ROOT}/{self.token}"

    def at(self, name: str) -> str:
        """Return the place of one file."""
        return f"{self.folder}/{name}"

    @property
    def log(self) -> str:
        """Return where a script's words go; it stands beside the folder, which the scripts remove."""
        return f"{self.folder}.log"

    @property
    def unit(self) -> str:
        """Return the systemd unit of the dead-man timer."""
        return f"fab-rb-{self.token}"

    @property
    def candidate(self) -> str:
        """Return the FRR candidate, where container `bgp` sees it too."""
        return f"/etc/sonic/frr/{self.token}.conf"


def commit(files: Files, steps: Sequence[str], revert_in_s: int) -> str:
    """Return the script that arms the timer, marks the token as pending, and changes the device.

    The marker is written before the first change: a kill in between leaves a token that a probe sees.
    """
    return _lines(
        f"test -f {files.at('state')} || exit {GONE}",
        f"config checkpoint {files.token} || exit {UNTOUCHED}",
        # Whoever saves while the timer runs saves the change: the way back must not read that file.
        f"if test -f {STARTUP}; then cp {STARTUP} {files.at('startup.json')} || exit {UNTOUCHED}; fi",
        # AccuracySec is a minute by default, which would make the timer late by as much.
        f"systemd-run --unit={files.unit} --on-active={revert_in_s}s --timer-property=AccuracySec=1s "
        f"flock -w {LOCK_WAIT_S} {LOCK} /bin/sh {files.at('rollback.sh')} || exit {UNTOUCHED}",
        f'echo "pending {revert_in_s} $(cat /proc/uptime)" > {files.at("state")} || exit {UNTOUCHED}',
        f"if {_chain(steps)}; then exit 0; fi",
        f"systemctl stop {files.unit}.timer",
        f"/bin/sh {files.at('rollback.sh')} || exit {BROKEN}",
        f"exit {ROLLED_BACK}",
    )


def rollback(files: Files, steps: Sequence[str]) -> str:
    """Return the script that undoes a commit, cheapest way first, and forgets the token.

    `config rollback` goes through the Generic Config Updater, which flaps ports and refuses some tables, and
    `config reload` stops the data plane; so the inverse file comes first.
    """
    return _lines(
        f"test -f {files.at('state')} || exit 0",
        f"if {_chain(steps)}; then true; "
        f"elif timeout 300 config rollback {files.token}; then true; "
        f"else config reload -y {files.at('startup.json')} || exit {BROKEN}; fi",
        *_forget(files),
    )


def confirm(files: Files) -> str:
    """Return the script that stops the timer, saves, and forgets the token."""
    return _lines(
        f"test -f {files.at('state')} || exit {GONE}",
        f"systemctl stop {files.unit}.timer || exit {UNTOUCHED}",
        *save(),
        *_forget(files),
    )


def save() -> tuple[str, ...]:
    """Return the lines that make the running configuration the startup configuration.

    `config save` does not flush: a power cut right after it lost the file (sonic-buildimage #25640).
    """
    return (f"config save -y || exit {UNTOUCHED}", "sync")


def abort(files: Files) -> str:
    """Return the script that drops a candidate, or reverts what is pending at once."""
    return _lines(
        f"test -f {files.at('state')} || exit 0",
        f"if grep -q pending {files.at('state')}; then systemctl stop {files.unit}.timer; "
        f"/bin/sh {files.at('rollback.sh')} || exit {BROKEN}; fi",
        *_forget(files),
    )


def load_step(place: str) -> str:
    """Return the command that merges a partial file."""
    return f"config load -y {place}"


def delete_step(words: Iterable[str]) -> str:
    """Return the command that takes out one entry or field."""
    return f"sonic-db-cli CONFIG_DB {shlex.join(words)}"


def named(deletes: Iterable[tuple[str, str]]) -> str:
    """Return the script that prints, below the title of each delete, the fields under its key."""
    hkeys = ((title, shlex.join(("sonic-db-cli", "CONFIG_DB", "HKEYS", entry))) for title, entry in deletes)
    return _lines(*(f"echo {shlex.quote(title)} && {asks} || exit {UNTOUCHED}" for title, asks in hkeys))


def frr_step(source: str) -> str:
    """Return the commands that make FRR run a file; `vtysh -b` only adds, so the reload tool is required."""
    return f"cp {source} {FRR} && docker exec bgp {FRR_RELOAD} --reload /etc/frr/frr.conf"


def restart_step(services: Sequence[str]) -> str:
    """Return the commands that start services again, however often they were started lately."""
    names = " ".join(shlex.quote(service) for service in services)
    return f"systemctl reset-failed {names} && systemctl restart {names}"


def locked(files: Files, name: str, wait_s: int = 0) -> str:
    """Return the command that runs a script of the token as root under our lock, whatever becomes of SSH.

    Output goes to a file: writing to a dead connection would kill the script half-way.
    """
    wait = f"-w {wait_s}" if wait_s else "-n"
    return f"sudo sh -c 'flock {wait} {LOCK} /bin/sh {files.at(name)} > {files.log} 2>&1'"


def _forget(files: Files) -> tuple[str, ...]:
    return (
        f"rm -f {files.candidate}",
        f"config delete-checkpoint {files.token} || true",
        f"rm -rf {files.folder}",
    )


def _chain(steps: Sequence[str]) -> str:
    return " && ".join(steps) if steps else "true"


def _lines(*lines: str) -> str:
    return "\n".join(lines) + "\n"
