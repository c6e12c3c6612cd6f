"""The catalog as a value: typed look-ups over the shipped facts and a site's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from fabric.catalog import tables
from fabric.catalog.additions import read_additions
from fabric.catalog.errors import CatalogError
from fabric.catalog.models.entry import Entry, Named
from fabric.catalog.support import UNKNOWN, Feature, Support, find_support
from fabric.core.diagnostic import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog.models.buffers import Asic, EcnProfile, EcnRule, HeadroomRow, Pool, Wred
    from fabric.catalog.models.circuits import CircuitSwitch
    from fabric.catalog.models.nics import Host, Nic
    from fabric.catalog.models.optics import Cable, Fibre, FormFactor, LaneCompat, Media
    from fabric.catalog.models.switches import HwSku, Switch
    from fabric.catalog.tables import Table

E = TypeVar("E", bound=Entry)
N = TypeVar("N", bound=Named)


@dataclass(frozen=True, slots=True)
class Catalog:
    """Facts about hardware and platforms. A look-up that finds nothing raises CatalogError with a hint."""

    added: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    """A site's own entries by table; they stand before the shipped ones."""
    _made: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def entries(self, table: Table[E]) -> tuple[E, ...]:
        """Return the entries of a table, the site's own first."""
        own = cast("tuple[E, ...]", self.added.get(table.name, ()))
        return own + tables.builtin(table)

    def switch(self, name: str) -> Switch:
        """Return a switch model."""
        return self._find(tables.SWITCHES, name, "switch")

    def circuit_switch(self, name: str) -> CircuitSwitch:
        """Return an optical circuit switch."""
        return self._find(tables.CIRCUIT_SWITCHES, name, "optical circuit switch")

    def nic(self, name: str) -> Nic:
        """Return a network adapter."""
        return self._find(tables.NICS, name, "network adapter")

    def host(self, name: str) -> Host:
        """Return a server model."""
        return self._find(tables.HOSTS, name, "host")

    def media(self, name: str) -> Media:
        """Return an optical module."""
        return self._find(tables.OPTICS, name, "optical module")

    def has_media(self, name: str) -> bool:
        """Whether a name, or alias, is that of an optical module."""
        return name in self._index(tables.OPTICS)[1]

    def cable(self, name: str) -> Cable:
        """Return a cable with fixed ends."""
        return self._find(tables.CABLES, name, "cable")

    def fibre(self, name: str) -> Fibre:
        """Return a patch cable: glass and plug."""
        return self._find(tables.FIBRES, name, "fibre")

    def form_factor(self, name: str) -> FormFactor:
        """Return a form of cages and modules."""
        return self._find(tables.FORM_FACTORS, name, "form factor")

    def asic(self, name: str) -> Asic:
        """Return a switching ASIC."""
        return self._find(tables.ASICS, name, "ASIC")

    def named(self, table: Table[N]) -> Mapping[str, N]:
        """Return a table by identifier, without aliases."""
        return cast("Mapping[str, N]", self._index(table)[0])

    @property
    def switch_ids(self) -> tuple[str, ...]:
        """Identifiers of all switches."""
        return tuple(self.named(tables.SWITCHES))

    @property
    def nic_ids(self) -> tuple[str, ...]:
        """Identifiers of all network adapters."""
        return tuple(self.named(tables.NICS))

    @property
    def host_ids(self) -> tuple[str, ...]:
        """Identifiers of all hosts."""
        return tuple(self.named(tables.HOSTS))

    @property
    def media_ids(self) -> tuple[str, ...]:
        """Identifiers of all optical modules."""
        return tuple(self.named(tables.OPTICS))

    @property
    def cable_ids(self) -> tuple[str, ...]:
        """Identifiers of all cables with fixed ends."""
        return tuple(self.named(tables.CABLES))

    @property
    def fibre_ids(self) -> tuple[str, ...]:
        """Identifiers of all patch cables."""
        return tuple(self.named(tables.FIBRES))

    def hwsku(self, name: str) -> HwSku:
        """Return a SONiC hardware profile; one that is a link to another is returned as itself."""
        found = self._group(tables.HWSKUS, "hwsku").get(name)
        if not found:
            raise _unknown("SONiC hardware profile", name, self._group(tables.HWSKUS, "hwsku"))
        return found[0]

    def hwskus(self, switch: str) -> tuple[str, ...]:
        """Return the SONiC hardware profiles of a switch."""
        return tuple(
            row.hwsku for row in self._group(tables.HWSKUS, "switch").get(self.switch(switch).id, ())
        )

    def headroom(self, hwsku: str, speed_gbps: int) -> tuple[HeadroomRow, ...]:
        """Return the tabulated headroom of a hardware profile at a speed, by cable length.

        Empty when the profile ships none at that speed: its ports cannot be lossless by table.
        """
        table = self._resolved(hwsku).headroom_table
        rows = self._group(tables.HEADROOM, "table").get(table, ())
        return tuple(sorted((r for r in rows if r.speed_gbps == speed_gbps), key=lambda r: r.cable_m))

    def pools(self, hwsku: str, topology: str) -> Pool:
        """Return the shared pools of a hardware profile; topology t0 is a leaf, t1 a spine."""
        rows = self._group(tables.POOLS, "hwsku").get(self._resolved(hwsku).hwsku, ())
        for row in rows:
            if row.topology == topology:
                return row
        known = ", ".join(row.topology for row in rows) or "none"
        raise CatalogError(f"no buffer pools of `{hwsku}` for topology `{topology}`", hint=f"known: {known}")

    def wred(self, hwsku: str) -> tuple[Wred, ...]:
        """Return the marking thresholds that a hardware profile ships, if it has its own."""
        return self._group(tables.WRED, "hwsku").get(self._resolved(hwsku).hwsku, ())

    def ecn(self, profile: str, speed_gbps: int) -> EcnProfile:
        """Return published marking thresholds; those for exactly this speed before those for any."""
        rows = self._group(tables.ECN, "id").get(profile)
        if not rows:
            raise _unknown("ECN profile", profile, self._group(tables.ECN, "id"))
        for row in sorted(rows, key=lambda row: not row.speeds_gbps):
            if not row.speeds_gbps or speed_gbps in row.speeds_gbps:
                return row
        known = ", ".join(f"{speed}G" for row in rows for speed in row.speeds_gbps)
        raise CatalogError(
            f"ECN profile `{profile}` has no thresholds at {speed_gbps}G", hint=f"it has: {known}"
        )

    @property
    def ecn_rule(self) -> EcnRule:
        """The rule behind `ecn: auto`."""
        return self.entries(tables.ECN_RULE)[0]

    def lanes_meet(self, a: str, b: str) -> LaneCompat | None:
        """Return what is known of two different lane signatures; None: they do not understand each other."""
        for row in self.entries(tables.LANE_COMPAT):
            if {row.a, row.b} == {a, b}:
                return row
        return None

    def supports(self, platform: str, release: str, asic: str, feature: Feature) -> Support:
        """Return whether a platform can do something on an ASIC, or an adapter; unknown if no row says.

        Raises CatalogError when the release cannot be read.
        """
        key = ("support", platform, release, asic, feature)
        if key not in self._made:
            rows = self._group(tables.SUPPORT, "feature").get(feature, ())
            matching = [row for row in rows if row.platform == platform]
            self._made[key] = find_support(matching, release, self._names(asic)) if matching else UNKNOWN
        return cast("Support", self._made[key])

    def _names(self, asic: str) -> frozenset[str]:
        """Return the names by which support rows may mean an ASIC: its own and its family's."""
        known = self._index(tables.ASICS)[1].get(asic)
        return frozenset({asic, cast("Asic", known).family} if known else {asic})

    def _resolved(self, hwsku: str) -> HwSku:
        """Follow the links of a hardware profile to the one that has its own tables."""
        found = self.hwsku(hwsku)
        seen = {found.hwsku}
        while found.same_as and found.same_as not in seen:
            found = self.hwsku(found.same_as)
            seen.add(found.hwsku)
        return found

    def _find(self, table: Table[N], name: str, kind: str) -> N:
        ids, names = self._index(table)
        if name not in names:
            raise _unknown(kind, name, ids)
        return cast("N", names[name])

    def _index(self, table: Table[Any]) -> tuple[dict[str, Named], dict[str, Named]]:
        """Return a table by identifier, and by identifier and alias; the site's own entries win."""
        if table.name not in self._made:
            rows = self.entries(table)[::-1]
            ids = {row.id: row for row in rows}
            aliases = {alias: row for row in ids.values() for alias in row.aliases}
            self._made[table.name] = (dict(reversed(ids.items())), aliases | ids)
        return cast("tuple[dict[str, Named], dict[str, Named]]", self._made[table.name])

    def _group(self, table: Table[E], column: str) -> Mapping[str, tuple[E, ...]]:
        """Return the rows of a table by one of its columns."""
        key = (table.name, column)
        if key not in self._made:
            groups: dict[str, list[E]] = {}
            for row in self.entries(table):
                groups.setdefault(getattr(row, column), []).append(row)
            self._made[key] = {value: tuple(rows) for value, rows in groups.items()}
        return cast("Mapping[str, tuple[E, ...]]", self._made[key])


def load_catalog(additions: Mapping[str, str] | None = None) -> Catalog:
    """Return the shipped catalog with a site's additions: path of a file to its text.

    Raises FabricError with codes CAT-001 to CAT-005 for mistakes in them. Tables are read when asked for.
    """
    return Catalog(read_additions(additions)) if additions else _shipped()


@cache
def _shipped() -> Catalog:
    return Catalog()


def _unknown(kind: str, name: str, known: Mapping[str, object]) -> CatalogError:
    hint = nearest(name, known) or f"known: {', '.join(list(known)[:6])}, ..."
    return CatalogError(f"the catalog has no {kind} `{name}`", hint=hint)
