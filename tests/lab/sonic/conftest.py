"""A device whose clock is moved by hand, and a served lab in a thread for stock clients."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from fabric.lab.commits import FILE, CommitLog, read_commits
from fabric.lab.faults import Fault, FaultBook, Kind
from fabric.lab.fleet import LabDevice, LabFleet, write_fleet
from fabric.lab.serve import serving
from fabric.lab.sonic import startup_text
from fabric.lab.sonic.commands import COMMANDS
from fabric.lab.sonic.machine import Machine
from fabric.lab.sonic.node import SonicNode, timer_service
from fabric.lab.sonic.shell import Result, Shell
from fabric.lab.state import World

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from fabric.lab.commits import Commit

SETTLES = 50
"""Turns of the event loop that let everything due happen; nothing here waits for anything outside."""


class HandClock:
    """Stands still until it is advanced; then sleepers wake in order."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        waker = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.time + seconds, waker))
        await waker

    async def advance(self, seconds: float) -> None:
        end = self.time + seconds
        await settle()
        while due := min(
            (when for when, waker in self._sleepers if when <= end and not waker.done()), default=None
        ):
            self.time = due
            for when, waker in self._sleepers:
                if when <= due and not waker.done():
                    waker.set_result(None)
            self._sleepers = [each for each in self._sleepers if not each[1].done()]
            await settle()
        self.time = end


async def settle() -> None:
    for _ in range(SETTLES):
        await asyncio.sleep(0)


@dataclass
class Bench:
    """One device on a table: its machine, its clock, and what it wrote."""

    machine: Machine
    clock: HandClock
    directory: Path

    def shell(self, user: str = "admin") -> Shell:
        return Shell(self.machine, COMMANDS, user)

    async def run(self, script: str) -> Result:
        """Run a script to its end, moving the clock on for as long as it waits for it."""
        shell = self.shell()
        shell.origin = script
        work = asyncio.ensure_future(shell.run(script))
        await settle()
        while not work.done():
            await self.clock.advance(0.5)
        return work.result()

    async def ok(self, script: str) -> str:
        """Run a script that must end well; return what it printed."""
        done = await self.run(script)
        assert done.code == 0, done
        return done.out

    async def put(self, path: str, content: object) -> None:
        text = content if isinstance(content, str) else json.dumps(content)
        self.machine.files.write(path, text)

    def fault(self, kind: Kind, **fields: object) -> None:
        self.machine.world.faults.add(self.machine.lab.name, Fault(kind, **fields))  # type: ignore[arg-type]

    def commits(self) -> tuple[Commit, ...]:
        return read_commits(self.directory / FILE)

    def verbs(self) -> list[str]:
        return [commit.verb for commit in self.commits()]


HWSKU = "Arista-7060X6-64PE-O128"


def port(speed: str = "400000", **more: str) -> dict[str, str]:
    return {"lanes": "17,18,19,20", "speed": speed, "mtu": "9100", "admin_status": "up", **more}


def config_db(hostname: str, asn: str = "65001") -> dict[str, dict[str, dict[str, object]]]:
    return {
        "DEVICE_METADATA": {
            "localhost": {
                "hostname": hostname, "hwsku": HWSKU, "platform": "x86_64-arista_7060x6_64pe-r0",
                "mac": "00:1c:73:00:00:01", "type": "LeafRouter", "bgp_asn": asn,
                "docker_routing_config_mode": "split-unified",
            }
        },
        "PORT": {"Ethernet0": port(), "Ethernet8": port(lanes="1,2,3,4")},
        "INTERFACE": {"Ethernet0": {"ipv6_use_link_local_only": "enable"}},
        "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "166115492"}},
        "DSCP_TO_TC_MAP": {"AI": {"26": "3"}},
        "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AI", "pfc_enable": "3"}},
    }  # fmt: skip


def frr_conf(asn: str = "65001") -> str:
    return (
        "frr defaults traditional\n!\n"
        f"router bgp {asn}\n bgp router-id 10.0.0.1\n no bgp ebgp-requires-policy\n"
        " neighbor FABRIC peer-group\n neighbor FABRIC remote-as external\n"
        " neighbor Ethernet0 interface peer-group FABRIC\n !\n"
        " address-family ipv4 unicast\n  network 10.0.0.1/32\n exit-address-family\nexit\n!\n"
    )


def device(name: str, number: int, peer: str = "", asn: str = "65001") -> LabDevice:
    third = os.getpid() % 250
    return LabDevice(
        name, "sonic", HWSKU, "202511", f"SN{number:04d}", f"00:1c:73:00:00:{number:02x}",
        f"127.77.{third}.{number}", startup_text(json.dumps(config_db(name, asn)), frr_conf(asn)),
        {"Ethernet0": (peer, "Ethernet0")} if peer else {},
    )  # fmt: skip


@pytest.fixture
def on_bench(tmp_path: Path) -> Callable[[Callable[[Bench], Coroutine[None, None, None]]], None]:
    """Return what runs a test body against two cabled devices; the body gets the first."""

    def run(body: Callable[[Bench], Coroutine[None, None, None]], **changes: str) -> None:
        async def main() -> None:
            leaf = replace(device("leaf-1", 1, "leaf-2", "65001"), **changes)
            other = device("leaf-2", 2, "leaf-1", "65002")
            log = CommitLog(tmp_path / FILE)
            clock = HandClock()
            world = World(tmp_path, LabFleet({d.name: d for d in (leaf, other)}), FaultBook(clock.now), log)
            for each in (leaf, other):
                machine = Machine(world, each, clock)
                machine.execute = lambda timer, machine=machine: timer_service(machine, timer)
                world.nodes[each.name] = SonicNode(machine)
            node = world.nodes["leaf-1"]
            assert isinstance(node, SonicNode)
            try:
                await body(Bench(node.machine, clock, tmp_path))
            finally:
                for each in world.nodes.values():
                    await each.close()
                log.close()

        asyncio.run(main())

    return run


@dataclass
class Served:
    """A lab that answers on its addresses, from a thread of its own."""

    world: World
    loop: asyncio.AbstractEventLoop
    directory: Path

    @property
    def leaf(self) -> LabDevice:
        return self.world.fleet.devices["leaf-1"]

    @property
    def machine(self) -> Machine:
        node = self.world.nodes["leaf-1"]
        assert isinstance(node, SonicNode)
        return node.machine

    def soon(self, action: Callable[[], object]) -> None:
        """Do something in the lab's thread and wait until it is done."""

        async def do() -> None:
            action()

        asyncio.run_coroutine_threadsafe(do(), self.loop).result()

    def fault(self, kind: Kind, **fields: object) -> None:
        self.soon(lambda: self.world.faults.add("leaf-1", Fault(kind, **fields)))  # type: ignore[arg-type]


@contextmanager
def _serving(directory: Path) -> Iterator[Served]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    context = serving(directory)
    try:
        world = asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result()
        yield Served(world, loop, directory)
        asyncio.run_coroutine_threadsafe(context.__aexit__(None, None, None), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    fleet = LabFleet(
        {d.name: d for d in (device("leaf-1", 1, "leaf-2"), device("leaf-2", 2, "leaf-1", "65002"))}
    )
    write_fleet(tmp_path, fleet)
    with _serving(tmp_path) as lab:
        yield lab
