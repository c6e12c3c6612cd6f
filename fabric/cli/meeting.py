"""Meeting a device: what it shows, who it says it is, and where that is not what inventory and intent say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.catalog.said import switch_said
from fabric.core.diagnostic import error
from fabric.core.document import read_file
from fabric.drivers.contract import DriverError, Identity
from fabric.drivers.entry import logins
from fabric.drivers.secrets import SecretError
from fabric.drivers.trust import digest_of, known, raw_digest, shown, trusting
from fabric.inventory.enrolled import Enrolled, path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.cli.live import Live
    from fabric.core.diagnostic import Diagnostic
    from fabric.core.document import Document
    from fabric.device import Design
    from fabric.drivers import HostEntry
    from fabric.drivers.trust import Trust

HOSTS = "hosts.yaml"


@dataclass(frozen=True)
class Books:
    """The inventory as it is written: what is known of devices, and on which line."""

    side: Live

    @property
    def folder(self) -> str:
        """The inventory folder, in its source."""
        return self.side.build.project.inventory

    @property
    def place(self) -> Path:
        """Where enrolments are written."""
        root = getattr(self.side.build.project.devices, "root", ".")
        return Path(root) / path_of(self.folder)

    @cached_property
    def hosts(self) -> Document:
        """The lines that people wrote."""
        return read_file(self.side.build.project.devices, f"{self.folder}/{HOSTS}")

    @cached_property
    def enrolled(self) -> Document | None:
        """The lines of earlier enrolments."""
        source = self.side.build.project.devices
        return read_file(source, path_of(self.folder)) if source.has(path_of(self.folder)) else None

    def by_hand(self, name: str, field: str) -> bool:
        """Whether people wrote a field of a device themselves."""
        row = self.hosts.data.get(name)
        data = row.get("data") if isinstance(row, dict) else None
        return isinstance(data, dict) and bool(data.get(field))

    def at(self, found: Diagnostic, name: str, field: str) -> Diagnostic:
        """Return a finding with the line that says the field of a device."""
        if self.by_hand(name, field) or self.enrolled is None or name not in self.enrolled.data:
            return found.at(self.hosts.place((name, "data", field)))
        return found.at(self.enrolled.place((name, field)))


@dataclass(frozen=True, slots=True)
class Showing:
    """What one device shows, beside what it is trusted by so far."""

    design: Design
    entry: HostEntry
    trust: Trust
    before: str
    """What it is trusted by until now, as people compare it; empty when by nothing of its own."""

    @property
    def name(self) -> str:
        """The device."""
        return self.entry.name

    @property
    def is_new(self) -> bool:
        """Whether somebody must say yes: no authority vouches for it, and it is not what it showed before."""
        return bool(self.trust.field) and not self.is_same

    @property
    def is_same(self) -> bool:
        """Whether it shows what it is trusted by."""
        try:
            return raw_digest(self.before) == raw_digest(self.trust.digest)
        except ValueError:
            return False


def look(design: Design, entry: HostEntry) -> Showing | Diagnostic:
    """Read what a device shows; nothing of ours is sent."""
    try:
        return Showing(design, entry, shown(entry), digest_of(*known(entry)))
    except DriverError as failure:
        return _silent(entry.name, str(failure))


def identity(
    side: Live, showing: Showing, factory: Callable[[str], None] = lambda _: None
) -> Identity | Diagnostic:
    """Log in over the key that was shown and ask who it is; `factory` is told a maker's login that served."""
    ways = logins(trusting(showing.entry, showing.trust))
    first = ""
    for number, way in enumerate(ways):
        try:
            found = _asked(side, replace(way, factory_password=""))
        except SecretError:
            raise
        except DriverError as failure:
            first = first or str(failure)
            continue
        if number:
            factory(way.username)
        return found
    return _silent(showing.name, side.secrets.mask(first))


def _asked(side: Live, way: HostEntry) -> Identity:
    from fabric.drivers import connect

    driver = connect(way, side.secrets)
    try:
        return driver.identify()
    finally:
        driver.close()


def _silent(name: str, why: str) -> Diagnostic:
    hint = "check power, address, port and account; nothing was written"
    return error("ENR-008", f"`{name}` cannot be met: {why}", hint=hint)


def entry_for(showing: Showing, found: Identity) -> Enrolled:
    """Return what is to be known of a device from now on."""
    trust = {showing.trust.field: showing.trust.value} if showing.trust.field else {}
    return Enrolled(serial=found.serial, mac=mac(found.mac), **trust)


def mac(text: str) -> str:
    """Return a MAC address in our form, whatever separates its digits; empty for what is none."""
    digits = [letter for letter in text.lower() if letter in "0123456789abcdef"]
    if len(digits) != 12:  # noqa: PLR2004 - six bytes
        return ""
    return ":".join("".join(digits[place : place + 2]) for place in range(0, 12, 2))


def differences(books: Books, showing: Showing, found: Identity, *, replaced: bool) -> Iterator[Diagnostic]:
    """Yield where a device is not the one that inventory and intent mean.

    For a replaced one, what an earlier enrolment wrote does not count; what people wrote does.
    """
    name = showing.name
    if other := _other(showing.design, name, found):
        field, owner, value = other
        summary = f"the device at the address of `{name}` is `{owner}`: its {field} is `{value}`"
        hint = "look at the cable and the address of both; nothing was written"
        wrong = error("ENR-007", summary, hint=hint)
        yield books.at(wrong, owner, field) if field != "hostname" else wrong.at(books.hosts.place((name,)))
        return
    for field, said in (("serial", found.serial), ("mac", mac(found.mac) or found.mac)):
        wanted = getattr(showing.design.inventory.data(name), field)
        if wanted and wanted.lower() != said.lower() and not (replaced and not books.by_hand(name, field)):
            yield books.at(_not_wanted(books, name, field, wanted, said), name, field)
    yield from _kind(books, showing, found)


def _not_wanted(books: Books, name: str, field: str, wanted: str, said: str) -> Diagnostic:
    hint = "if it was replaced, correct the line by its label and enrol it with `--replace`"
    if not books.by_hand(name, field):
        hint = "if it was replaced, enrol it with `--replace`"
    return error("ENR-005", f"`{name}` says {field} `{said}`, its line `{wanted}`", hint=hint)


def _other(design: Design, name: str, found: Identity) -> tuple[str, str, str] | None:
    """Return by which field a device is another one of the inventory, and which."""
    for owner, row in design.inventory.rows.items():
        if owner == name:
            continue
        if found.serial and row.data.serial == found.serial:
            return "serial", owner, found.serial
        if found.mac and row.data.mac == mac(found.mac):
            return "mac", owner, mac(found.mac)
    if found.hostname != name and found.hostname in design.fabric.devices:
        return "hostname", found.hostname, found.hostname
    return None


def _kind(books: Books, showing: Showing, found: Identity) -> Iterator[Diagnostic]:
    """Yield where model or release are not the intent's."""
    document, device = books.side.build.document, showing.design.device(showing.name)
    switch = switch_said(showing.design.catalog, found.model)
    if switch and device.model in showing.design.catalog.switch_ids and switch != device.model:
        summary = f"`{showing.name}` is a `{found.model}`, the intent says `{device.model}`"
        path = (*device.path, "model")
        hint = "rack the right one, or correct `model`"
        yield error("ENR-006", summary, path, hint).at(document.place(path))
    if found.release and device.release not in found.release:
        summary = f"`{showing.name}` runs release `{found.release}`, the intent says `{device.release}`"
        path = (*device.path, "release")
        hint = "install that release first, or correct `release`"
        yield error("ENR-010", summary, path, hint).at(document.place(path))


def stranger(books: Books, name: str) -> str:
    """Say why a device is not to be worked on yet; empty when it is trusted and the right one."""
    design = next(own for own, unit in books.side.units if unit.name == name)
    showing = look(design, books.side.entry(name))
    if not isinstance(showing, Showing):
        return showing.summary
    if showing.is_new:
        return f"`{name}` shows {showing.trust.about} {showing.trust.digest}, which nobody said yes to"
    found = identity(books.side, showing)
    if not isinstance(found, Identity):
        return found.summary
    return next((one.summary for one in differences(books, showing, found, replaced=False)), "")
