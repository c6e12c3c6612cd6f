"""One SONiC switch: its files, CONFIG_DB, FRR, timers, and everything that changes them.

The commands (`commands/`) read words and print; what happens to the device happens here. Nothing here knows
SSH, so tests drive it with a clock of their own.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import TYPE_CHECKING

from fabric.lab.sonic import frr, meaning
from fabric.lab.sonic.buffers import Buffermgrd
from fabric.lab.sonic.clock import Pace, RealClock
from fabric.lab.sonic.database import ConfigDb, read_tables
from fabric.lab.sonic.files import Files
from fabric.lab.sonic.restarts import Restarts
from fabric.lab.sonic.startup import read_startup
from fabric.lab.sonic.timers import Timers
from fabric.lab.sonic.trouble import Trouble
from fabric.lab.state import View

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from fabric.lab.fleet import LabDevice
    from fabric.lab.sonic.clock import Clock
    from fabric.lab.sonic.database import Tables
    from fabric.lab.sonic.frr import Line
    from fabric.lab.sonic.gcu import Step
    from fabric.lab.sonic.timers import Timer
    from fabric.lab.state import World

CONFIG = "/etc/sonic/config_db.json"
FRR = "/etc/sonic/frr/frr.conf"


class Machine:
    """The device. `execute` runs the service of a timer; whoever has the commands sets it."""

    def __init__(
        self, world: World, lab: LabDevice, clock: Clock | None = None, pace: Pace | None = None
    ) -> None:
        self.world = world
        self.lab = lab
        self.clock = clock or RealClock()
        self.pace = pace or Pace()
        self.files = Files(self.clock.now)
        self.db = ConfigDb()
        self._buffermgrd = Buffermgrd()
        self.frr: tuple[Line, ...] = ()
        self.made_of = ConfigDb()
        """Tables that FRR's file was made of when container `bgp` started, with the management framework."""
        self.routes = True
        """Container `bgp` is up."""
        self._facade = ""
        self._noted = 0
        """Version of CONFIG_DB at the last line of the commit log."""
        self.mode = ""
        self.restarts = Restarts(self.clock.now)
        self.timers = Timers(self.clock, self._fired)
        self.trouble = Trouble(self)
        self.locks: dict[str, asyncio.Lock] = {}
        """Advisory locks by path, for `flock`."""
        self.accounts = {world.fleet.user: world.fleet.password}
        """Password by name of a local account."""
        self.execute: Callable[[Timer], Awaitable[None]] | None = None
        self.up = True
        self.ready = True
        self.powered_at = self.clock.now()
        self.cut: list[Callable[[], None]] = []
        """Called when the power goes: connections and scripts end."""
        self._jobs: set[asyncio.Task[None]] = set()
        self._seen: tuple[tuple[int, int, bool, bool], View] | None = None
        startup = read_startup(lab)
        self.files.write(CONFIG, startup.config_db)
        self.files.write(FRR, startup.frr)
        self.files.sync()
        self._start(self.files.text(CONFIG))

    # --- what it is

    def view(self) -> View:
        """Return what the running configuration means; nothing while services restart."""
        stamp = (self.db.version, hash(self.frr), self.ready, self.routes)
        if self._seen is None or self._seen[0] != stamp:
            made_of = self.made_of if self.routes else ConfigDb()
            view = meaning.view(self.db, self.frr if self.routes else (), self.mode, made_of)
            self._seen = (stamp, view if self.ready else View(view.hostname))
        return self._seen[1]

    def running(self) -> str:
        """Return CONFIG_DB and the running FRR configuration as one text."""
        return self.db.text() + frr.printed(self.frr, self.hostname)

    def shown(self) -> str:
        """Return CONFIG_DB as it is shown: another one after a save that was forgotten."""
        return self._facade or self.db.text()

    def digest(self) -> str:
        """Return the SHA-256 of what runs."""
        return hashlib.sha256(self.running().encode()).hexdigest()

    @property
    def hostname(self) -> str:
        """Return the configured hostname."""
        return self.db.get("DEVICE_METADATA", "localhost", "hostname") or "sonic"

    @property
    def uptime(self) -> float:
        """Return the seconds since power came."""
        return self.clock.now() - self.powered_at

    # --- what changes it

    def load(self, tables: Tables, user: str, token: str, verb: str = "load") -> bool:
        """Merge entries into CONFIG_DB; say whether anything changed."""
        self._facade = ""
        self.db.merge(tables)
        return self.written(verb, user, token)

    def delete(self, key: str, field: str | None, user: str, token: str) -> bool:
        """Delete an entry or a field; say whether it was there."""
        gone = self.db.unset(key, field)
        if gone:
            self.changed("delete", user, token)
        return gone

    def take(self, step: Step, user: str, token: str) -> None:
        """Apply one change of the config updater."""
        key = f"{step.table}|{step.key}"
        self.db.unset(key)
        if step.fields is not None:
            self.db.merge({step.table: {step.key: dict(step.fields)}})
        self.changed("gcu", user, token)

    def route(self, lines: Sequence[Line], user: str, token: str) -> bool:
        """Make these lines what FRR runs; say whether anything changed. Of no effect while `bgp` is down."""
        if not self.ready or tuple(lines) == self.frr:
            return False
        self.frr = tuple(lines)
        self.changed("frr", user, token)
        return True

    def changed(self, verb: str, user: str, token: str = "") -> None:
        """Let buffermgrd react, and write what happened into the commit log."""
        self._facade = ""
        self._heard()
        self.note(verb, user, token)

    def written(self, verb: str, user: str, token: str) -> bool:
        """Let buffermgrd react to what may have been equal values; say whether anything changed by now."""
        before = self._noted
        self._heard()
        if self.db.version != before:
            self.changed(verb, user, token)
        return self.db.version != before

    def _heard(self) -> None:
        self._buffermgrd.follow(self.db, self.db.told())
        self.db.told()  # its own rows tell it nothing

    def note(self, verb: str, user: str, token: str = "") -> None:
        """Write what happened into the commit log."""
        self._noted = self.db.version
        self.world.commits.append(self.lab.name, verb, token=token, user=user, digest=self.digest())

    def forget(self, user: str, token: str) -> None:
        """Go on showing what stands in CONFIG_DB, and run what the last checkpoint holds."""
        told = self.db.text()
        for kept in self.files.matching("/etc/sonic/checkpoints/*.cp.json")[-1:]:
            self.db.replace(read_tables(self.files.text(kept)))
            self.changed("rollback", user, token)
            self._facade = told

    def edit(self, line: str, user: str) -> None:
        """Merge JSON as a human with `config load` would; an empty line describes the first port anew."""
        if line:
            tables = read_tables(line)
        else:
            port = min(self.db.table("PORT"), default="Ethernet0")
            tables = {"PORT": {port: {"description": f"edited by {user}"}}}
        self.load(tables, user, "", verb="edit")

    # --- restarts

    async def reload(self, text: str, user: str, token: str) -> bool:
        """Stop everything, make CONFIG_DB this file, start everything; False if systemd refuses to start.

        Returns when the services are being started; they are ready later.
        """
        self.ready = False
        await self.clock.sleep(self.pace.scaled(self.pace.reload / 4))
        allowed = self.restarts.take()
        self._start(text)
        self.ready = False
        self.note("reload", user, token)
        if allowed:
            self.spawn(self._becomes_ready(self.pace.reload * 3 / 4))
        return allowed

    def restart_routing(self, user: str, token: str) -> bool:
        """Start container `bgp` anew, as CONFIG_DB says now; False if systemd refuses to."""
        if not self.restarts.take():
            return False
        self.routes = False
        self._starts_routing()
        self.note("restart", user, token)
        self.spawn(self._routes_again(self.pace.reload / 4))
        return True

    def restart_switching(self, user: str, token: str) -> bool:
        """Start container `swss` anew, and what hangs on it; False if systemd refuses to."""
        if not self.restarts.take():
            return False
        self.ready = False
        self._starts_buffers()
        self.note("restart", user, token)
        self.spawn(self._becomes_ready(self.pace.reload / 2))
        return True

    def reboot(self) -> None:
        """Lose power: what was not on disk is gone; come back after a while with the saved configuration."""
        if not self.up:
            return
        self.up = self.ready = False
        self.timers.lose()
        for job in tuple(self._jobs):
            if job is not asyncio.current_task():
                job.cancel()
        for cut in tuple(self.cut):
            cut()
        self.files.lose_power()
        self.spawn(self._boots())

    async def close(self) -> None:
        """Stop everything that would still happen."""
        self.timers.lose()
        for job in tuple(self._jobs):
            job.cancel()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Let something happen by itself, until it is done or the power goes."""
        job = asyncio.get_running_loop().create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    async def _boots(self) -> None:
        await self.clock.sleep(self.pace.scaled(self.pace.boot))
        self.powered_at = self.clock.now()
        self.restarts.forget()
        self._start(self.files.text(CONFIG) if self.files.is_file(CONFIG) else "{}")
        self.up = self.ready = True
        self.note("reboot", "")

    async def _becomes_ready(self, after_s: float) -> None:
        await self.clock.sleep(self.pace.scaled(after_s))
        self.ready = True

    async def _routes_again(self, after_s: float) -> None:
        await self.clock.sleep(self.pace.scaled(after_s))
        self.routes = True

    def _start(self, text: str) -> None:
        """Load a configuration into empty databases, as boot and `config reload` do."""
        try:
            self.db.replace(read_tables(text))
        except (ValueError, json.JSONDecodeError):
            self.db.replace({})
        self._starts_buffers()
        self._starts_routing()
        self.routes = True

    def _starts_buffers(self) -> None:
        """Begin as container `swss` does: buffermgrd remembers nothing and reads all rows."""
        self._buffermgrd = Buffermgrd()
        self.db.written = list(self.db.rows)
        self._heard()
        self._noted = self.db.version

    def _starts_routing(self) -> None:
        """Begin as container `bgp` does: FRR's file is the user's, or made of CONFIG_DB as it is now."""
        # buildimage docker_init.sh: only the split modes keep a frr.conf; the others generate it.
        self.mode = self.db.get("DEVICE_METADATA", "localhost", "docker_routing_config_mode") or "separated"
        kept = self.mode in meaning.OWN_FILE and self.files.is_file(FRR)
        self.frr = frr.parse(self.files.text(FRR)).lines if kept else ()
        made = {key: dict(row) for key, row in self.db.rows.items() if key.startswith("BGP_")}
        self._seen = None
        self.made_of = ConfigDb()
        self.made_of.rows = made if meaning.is_framework(self.db, self.mode) else {}

    async def _fired(self, timer: Timer) -> None:
        if self.execute is not None:
            await self.execute(timer)
