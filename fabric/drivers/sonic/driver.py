"""The engine's driver for SONiC: partial files over SSH, with a lock, a marker and a dead-man timer of ours.

Not atomic: `config load` merges table by table, and daemons follow each on its own. What makes it safe is the
inverse computed before the change and armed on the device before the first write.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from fabric.drivers.contract import (
    Capabilities,
    LostReplyError,
    RefusedError,
    Session,
    UnreachableError,
)
from fabric.drivers.deadline import Deadline
from fabric.drivers.sonic import lossless, partial, precheck, script
from fabric.drivers.sonic.candidate import candidate, restoring
from fabric.drivers.sonic.reading import (
    DATABASE,
    LIST,
    fetch_command,
    probe_command,
    read_probe,
    read_running,
    tokens,
)
from fabric.drivers.sonic.script import Files
from fabric.drivers.sonic.ssh import Ssh
from fabric.drivers.sonic.state import identify, observe
from fabric.drivers.token import checked, fence
from fabric.platforms.sonic.foretold import GOING, MERGED, RELOADED, UNSAID

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.drivers.contract import Identity, Observation, Probe
    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets
    from fabric.drivers.sonic.ssh import Output
    from fabric.platforms.form import Patch

LONGEST_TIMER_S: Final = 3600
_POLL_S: Final = 1.0


class SonicDriver:
    """One SONiC device."""

    capabilities = Capabilities(
        atomic_commit=False, native_timer=False, longest_timer_s=LONGEST_TIMER_S, shortest_timer_s=5
    )
    settles_s = 10.0
    """How long daemons have for what follows from a change, before it is taken for failed."""

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._name = entry.name
        self._secrets = secrets
        self._ssh = Ssh(entry, secrets)

    def identify(self) -> Identity:
        """Ask who it is."""
        return identify(self._ssh)

    def fetch(self) -> Mapping[str, str]:
        """Read CONFIG_DB and, where it is ours, frr.conf."""
        return read_running(self._asked(fetch_command()).out)

    def stage(self, token: str, patch: Patch) -> str:
        """Put the files of the change and of its inverse on the device, and check what can be checked dry."""
        place = Files(checked(token))
        self._make_room(token)
        running = self.fetch()
        self._check_mode(running)
        try:
            wanted = candidate(place, patch.steps, running, self._secrets)
        except ValueError as fault:
            raise RefusedError(f"{self._name}: {fault}") from fault
        files = {**wanted.files, "commit.steps": "\n".join(wanted.forward) + "\n"}
        files[lossless.KNOWN] = lossless.written(self._lossy(place))
        self._place(place, files)
        said = [MERGED, text] if (text := self._check_merge(place, wanted.loads)) else []
        said += [GOING, self._check_deletes(place)] if wanted.has_deletes else []
        said += [RELOADED, self._check_frr(place)] if wanted.has_frr else []
        return "\n".join([*said, *(f"{UNSAID}{part}" for part in wanted.unsaid)])

    def commit(self, token: str, revert_in_s: int) -> None:
        """Arm the timer and bring the change in; when a step fails the device undoes it at once.

        So does a port that it leaves lossy: buffermgrd may not have done its part.
        """
        place = Files(checked(token))
        if not self.capabilities.shortest_timer_s <= revert_in_s <= LONGEST_TIMER_S:
            raise RefusedError(f"{self._name}: a revert after {revert_in_s} s is not within 5 s to 1 h")
        steps = self._asked(f"sudo cat {place.at('commit.steps')}").out.splitlines()
        self._place(place, {"commit.sh": script.commit(place, steps, revert_in_s)})
        self._run(place, "commit.sh")
        if lost := self._left_lossy(place):
            self.abort(token)
            raise RefusedError(f"{self._name}: {lossless.told(lost)}")

    def probe(self, token: str) -> Probe:
        """Read marker, timer and running configuration; waits for a commit that still runs."""
        return read_probe(self._asked(probe_command(Files(checked(token)))).out)

    def confirm(self, token: str) -> None:
        """Stop the timer and save; a confirmed change is only saved again."""
        place = Files(checked(token))
        state = self.probe(token).session
        if state is Session.STAGED:
            raise RefusedError(f"{self._name}: `{token}` was never committed, so there is nothing to confirm")
        if state is Session.PENDING:
            if lost := self._left_lossy(place):
                raise RefusedError(f"{self._name}: {lossless.told(lost)}")
            self._run(place, "confirm.sh")
        else:
            self._root("; ".join(script.save()))

    def abort(self, token: str) -> None:
        """Drop the candidate, or run the rollback now; waits for a commit that still runs."""
        place = Files(checked(token))
        if token in self._tokens():
            self._run(place, "abort.sh", script.LOCK_WAIT_S)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Take the running configuration back to the stored one, entry by entry, and save it.

        Raises RefusedError when ports stay lossy that were not so by the stored one.
        """
        place = Files(checked(token))
        for name in self._tokens():
            # A timer left behind would undo the restore; its rollback is not needed, the base says it all.
            self._root(f"systemctl stop {Files(name).unit}.timer; rm -rf {Files(name).folder}; true")
        wanted = restoring(place, self.fetch(), base)
        lines = [f"{step} || exit {script.BROKEN}" for step in wanted.forward]
        files = {**wanted.files, "restore.sh": "\n".join((*lines, *script.save())) + "\n"}
        files[lossless.KNOWN] = lossless.known_of(partial.read_database(base[DATABASE]))
        self._place(place, files)
        self._run(place, "restore.sh", script.LOCK_WAIT_S)
        lost = self._left_lossy(place)
        self._root(f"rm -rf {place.folder}")
        if lost:
            raise RefusedError(f"{self._name}: {lossless.told(lost)}")

    def observe(self) -> Observation:
        """Read the state that gates judge."""
        return observe(self._ssh)

    def close(self) -> None:
        """Let go of the connection. Marker and timer go on without it."""
        self._ssh.close()

    def _lossy(self, place: Files) -> Mapping[str, str]:
        return lossless.read(self._asked(lossless.command(place)).out)

    def _left_lossy(self, place: Files) -> Mapping[str, str]:
        """Wait until buffermgrd has followed; return the ports that lost groups for all that."""
        deadline = Deadline(self.settles_s)
        lost = self._lossy(place)
        while lost:
            self._ssh.tell(lossless.again(lost))
            time.sleep(min(_POLL_S, self.settles_s))
            lost = self._lossy(place)
            if deadline.over():
                break
        return lost

    def _tokens(self) -> tuple[str, ...]:
        return tokens(self._asked(LIST).out)

    def _make_room(self, token: str) -> None:
        """Refuse while a timer runs or a newer engine works here; drop what older ones of ours left."""
        for name in self._tokens():
            if fence(name) > fence(token):
                raise RefusedError(f"{self._name}: `{name}` belongs to an engine that took over")
            if self.probe(name).session is Session.PENDING:
                raise RefusedError(f"{self._name}: `{name}` is committed and waits to be confirmed")
        for name in self._tokens():
            self._root(f"rm -rf {Files(name).folder} {Files(name).log} {Files(name).candidate}")

    def _check_mode(self, running: Mapping[str, str]) -> None:
        """Refuse a change on a switch that a reload would leave without its routing, ours to undo it too."""
        try:
            why = precheck.lost(running, self._asked(precheck.SOURCES).out)
        except ValueError as fault:
            raise RefusedError(f"{self._name}: golden_config_db.json is no JSON: {fault}") from fault
        if why:
            raise RefusedError(f"{self._name}: {why}")

    def _place(self, place: Files, files: Mapping[str, str]) -> None:
        """Upload as the login, then move as root; the marker comes last, so that a candidate is whole."""
        ordered = sorted(files, key=lambda name: name == "state")
        self._ssh.upload({f"/tmp/{place.token}-{name}": files[name] for name in ordered})  # noqa: S108
        moves = [f"mv /tmp/{place.token}-{name} {place.at(name)}" for name in ordered]
        self._root(" && ".join((f"mkdir -p {place.folder}", f"chmod 700 {place.folder}", *moves)))

    def _check_merge(self, place: Files, names: Sequence[str]) -> str:
        """Return what the device would write: it reads the files as `config load` does, and prints them."""
        reads = " ".join(f"-j {place.at(name)}" for name in names)
        return self._shown(place, f"sonic-cfggen {reads} --print-data") if names else ""

    def _check_deletes(self, place: Files) -> str:
        """Return what stands under the keys that would be deleted: the commands to come, reading."""
        return self._shown(place, f"/bin/sh {place.at('deletes.sh')}")

    def _shown(self, place: Files, command: str) -> str:
        """Return what a command shows of the change, which is dropped when it fails."""
        try:
            printed = self._root(command).out
        except RefusedError:
            self.abort(place.token)
            raise
        return self._secrets.mask(printed)

    def _check_frr(self, place: Files) -> str:
        """Let FRR read the file without taking it: a bad file has stopped routing on reload (FRR #10453).

        Returns the lines that a reload would take out and bring in. An image without the reload tool is
        refused: `vtysh -b` only adds, so nothing could be taken out again.
        """
        inside = f"/etc/frr/{place.token}.conf"
        try:
            self._root(f"cp {place.at('frr.new')} {place.candidate}")
            self._root(f"docker exec bgp vtysh -C -f {inside}")
            dry = self._root(f"docker exec bgp {script.FRR_RELOAD} --test {inside}")
        except RefusedError:
            self.abort(place.token)
            raise
        return self._secrets.mask(dry.out)

    def _run(self, place: Files, name: str, wait_s: int = 0) -> None:
        output = self._ssh.tell(script.locked(place, name, wait_s))
        if output.code == 0:
            return
        said = self._secrets.mask(self._ssh.ask(f"sudo cat {place.log}").words)
        if output.code == script.BUSY:
            raise RefusedError(f"{self._name}: another change holds {script.LOCK}")
        if output.code == script.BROKEN:
            raise LostReplyError(f"{self._name}: a step failed, and so did undoing it: {said}")
        raise RefusedError(f"{self._name}: {name} ended with {output.code}: {said}")

    def _root(self, command: str) -> Output:
        """Run a small command that changes something of ours, as root; raises RefusedError when it fails."""
        output = self._ssh.tell(f"sudo sh -c '{command}'")
        if output.code:
            raise RefusedError(f"{self._name}: {self._secrets.mask(output.words)}")
        return output

    def _asked(self, command: str) -> Output:
        output = self._ssh.ask(command)
        if output.code:
            raise UnreachableError(f"{self._name}: could not read: {self._secrets.mask(output.words)}")
        return output
