"""A SONiC switch that listens for SSH: its host key, its logins, its place in the lab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncssh

from fabric.lab.inventory import HOST_KEYS
from fabric.lab.sonic.commands import COMMANDS
from fabric.lab.sonic.machine import Machine
from fabric.lab.sonic.record import token_in
from fabric.lab.sonic.service import Service
from fabric.lab.sonic.shell.run import PowerLostError, Shell, nothing
from fabric.lab.sonic.upload import Upload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.fleet import LabDevice
    from fabric.lab.sonic.clock import Pace
    from fabric.lab.sonic.shell import Command
    from fabric.lab.sonic.timers import Timer
    from fabric.lab.state import View, World

VERSION = "OpenSSH_9.2p1"


async def serve(device: LabDevice, world: World, pace: Pace | None) -> SonicNode:
    """Start one device and listen on its address."""
    machine = Machine(world, device, pace=pace)
    machine.execute = lambda timer: timer_service(machine, timer)
    return await listen(machine, COMMANDS)


async def listen(machine: Machine, commands: Mapping[str, Command]) -> SonicNode:
    """Let a device be spoken to over SSH, in the words of `commands`."""
    node = SonicNode(machine)
    world, device = machine.world, machine.lab
    node.listener = await asyncssh.create_server(
        lambda: _Login(node),
        device.address,
        world.fleet.ssh_port,
        server_host_keys=[host_key(world, device.name)],
        process_factory=lambda process: Service(
            machine, node.abort_of(process), process.get_extra_info("username"), commands
        ).handle(process),
        sftp_factory=lambda channel: Upload(channel, machine),
        allow_scp=True,
        encoding="utf-8",
        errors="replace",
        server_version=VERSION,
        agent_forwarding=False,
        gss_host=None,
    )
    return node


def host_key(world: World, name: str) -> asyncssh.SSHKey:
    """Return the device's own key, made at its first start; the public half stands in `ssh/NAME.pub`."""
    folder = world.directory / HOST_KEYS
    folder.mkdir(parents=True, exist_ok=True)
    private = folder / name
    if private.exists():
        return asyncssh.read_private_key(private)
    key = asyncssh.generate_private_key("ssh-ed25519", comment=name)
    private.touch(mode=0o600)
    private.write_bytes(key.export_private_key())
    (folder / f"{name}.pub").write_bytes(key.export_public_key())
    return key


class SonicNode:
    """The device as the lab knows it (`fabric.lab.state.Node`)."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.lab = machine.lab
        self.listener: asyncssh.SSHAcceptor | None = None
        self.connections: set[asyncssh.SSHServerConnection] = set()
        machine.cut.append(self.cut)

    def view(self) -> View:
        """Return the meaning of the running configuration."""
        return self.machine.view()

    def answers(self) -> bool:
        """Say whether it is up."""
        return self.machine.up

    def running(self) -> str:
        """Return CONFIG_DB and the running FRR configuration."""
        return self.machine.running()

    def digest(self) -> str:
        """Return the SHA-256 of what runs."""
        return self.machine.digest()

    def edit(self, line: str, user: str) -> None:
        """Merge JSON into CONFIG_DB. Raises ValueError if it is not tables of entries."""
        self.machine.edit(line, user)

    def reboot(self) -> None:
        """Lose power, and come back with the saved configuration."""
        self.machine.reboot()

    def run_out(self) -> None:
        """Let the transient timers run out now."""
        self.machine.timers.run_out()

    async def close(self) -> None:
        """Stop listening."""
        self.cut()
        await self.machine.close()
        if self.listener is not None:
            self.listener.close()
            await self.listener.wait_closed()

    def cut(self) -> None:
        """Break every connection without a word."""
        for connection in tuple(self.connections):
            connection.abort()

    def abort_of(self, process: asyncssh.SSHServerProcess[str]) -> Callable[[], None]:
        """Return what breaks the connection of a process."""
        connection = process.get_extra_info("connection")

        def abort() -> None:
            connection.abort()

        return abort


class _Login(asyncssh.SSHServer):
    """One connection: refuses while the device is down, hangs while it is dead, takes the lab's login."""

    def __init__(self, node: SonicNode) -> None:
        self._node = node
        self._connection: asyncssh.SSHServerConnection | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._node.connections.add(conn)
        if not self._node.machine.up:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self._connection is not None:
            self._node.connections.discard(self._connection)

    async def begin_auth(self, username: str) -> bool:
        del username
        await self._node.machine.trouble.revived()
        return True

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return bool(password) and self._node.machine.accounts.get(username) == password


async def timer_service(machine: Machine, timer: Timer) -> None:
    """Run the service of a timer that ran out: as root, from systemd, whoever is logged in."""
    machine.note("fire", "systemd", token_in(timer.name))
    shell = Shell(machine, COMMANDS, "root", root=True, folder="/", origin=timer.name)
    try:
        await shell.call(timer.words, nothing)
    except PowerLostError:
        return
