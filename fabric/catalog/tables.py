"""The tables of the catalog: where each stands and how it is read, once and only when asked for."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import yaml

from fabric.catalog.models.buffers import (
    Anomaly,
    Asic,
    EcnProfile,
    EcnRule,
    HeadroomRow,
    NvidiaFit,
    PauseQuanta,
    Pool,
    PoolRule,
    TimeDomainFit,
    Wred,
)
from fabric.catalog.models.circuits import CircuitSwitch
from fabric.catalog.models.entry import Entry
from fabric.catalog.models.nics import Host, Nic
from fabric.catalog.models.optics import (
    Cable,
    ChannelLimit,
    Connector,
    Fec,
    Fibre,
    FormFactor,
    Glass,
    LaneCompat,
    Media,
)
from fabric.catalog.models.support import SupportRow
from fabric.catalog.models.switches import HwSku, Switch

if TYPE_CHECKING:
    from collections.abc import Iterator

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class Table(Generic[E]):
    """A table: the section of its file, and the model of its entries."""

    name: str
    file: str
    model: type[E]


SWITCHES = Table("switches", "switches.yaml", Switch)
HWSKUS = Table("hwskus", "hwskus.csv", HwSku)
CIRCUIT_SWITCHES = Table("circuit_switches", "circuit_switches.yaml", CircuitSwitch)
NICS = Table("nics", "nics.yaml", Nic)
HOSTS = Table("hosts", "hosts.yaml", Host)
OPTICS = Table("optics", "optics.yaml", Media)
CABLES = Table("cables", "cables.yaml", Cable)
FORM_FACTORS = Table("form_factors", "cabling.yaml", FormFactor)
FEC = Table("fec", "cabling.yaml", Fec)
CONNECTORS = Table("connectors", "cabling.yaml", Connector)
GLASS = Table("glass", "cabling.yaml", Glass)
FIBRES = Table("fibres", "cabling.yaml", Fibre)
LANE_COMPAT = Table("lane_compat", "cabling.yaml", LaneCompat)
CHANNEL_LIMITS = Table("channel_limits", "cabling.yaml", ChannelLimit)
ASICS = Table("asics", "asics.yaml", Asic)
HEADROOM = Table("headroom", "headroom.csv", HeadroomRow)
POOLS = Table("pools", "pools.csv", Pool)
WRED = Table("wred", "wred.csv", Wred)
PAUSE_QUANTA = Table("pause_quanta", "headroom_models.yaml", PauseQuanta)
TIME_DOMAIN = Table("time_domain", "headroom_models.yaml", TimeDomainFit)
NVIDIA = Table("nvidia", "headroom_models.yaml", NvidiaFit)
POOL_RULE = Table("nvidia_pools", "headroom_models.yaml", PoolRule)
ANOMALIES = Table("anomalies", "headroom_models.yaml", Anomaly)
ECN = Table("ecn", "ecn.yaml", EcnProfile)
ECN_RULE = Table("auto", "ecn.yaml", EcnRule)
SUPPORT = Table("support", "support.yaml", SupportRow)

TABLES: tuple[Table[Any], ...] = (
    SWITCHES,
    HWSKUS,
    CIRCUIT_SWITCHES,
    NICS,
    HOSTS,
    OPTICS,
    CABLES,
    FORM_FACTORS,
    FEC,
    CONNECTORS,
    GLASS,
    FIBRES,
    LANE_COMPAT,
    CHANNEL_LIMITS,
    ASICS,
    HEADROOM,
    POOLS,
    WRED,
    PAUSE_QUANTA,
    TIME_DOMAIN,
    NVIDIA,
    POOL_RULE,
    ANOMALIES,
    ECN,
    ECN_RULE,
    SUPPORT,
)


class _Loader(yaml.CSafeLoader):
    """Reads lists as tuples, so that strict models accept them and nothing can change them."""


def _tuple(loader: yaml.CSafeLoader, node: yaml.SequenceNode) -> tuple[Any, ...]:
    return tuple(loader.construct_sequence(node, deep=True))


_Loader.add_constructor("tag:yaml.org,2002:seq", _tuple)


def parse_document(text: str) -> Any:
    """Return a YAML document with tuples for lists; raises yaml.YAMLError."""
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - a subclass of the safe loader


def builtin_text(file: str) -> str:
    """Return the text of a data file that ships with the package."""
    return resources.files("fabric.catalog").joinpath("data", file).read_text(encoding="utf-8")


@cache
def _yaml_document(file: str) -> dict[str, tuple[Any, ...]]:
    return cast("dict[str, tuple[Any, ...]]", parse_document(builtin_text(file)))


def _csv_rows(table: Table[Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a CSV file; its first line names the source of all of them."""
    first, *lines = builtin_text(table.file).splitlines()
    source, _, confidence = first.removeprefix("# source: ").rpartition("; confidence: ")
    texts = {name for name, field in table.model.model_fields.items() if field.annotation is str}
    for row in csv.DictReader(lines):
        known = {key: value if key in texts else int(value) for key, value in row.items() if value}
        yield {**known, "source": (source,), "confidence": confidence}


@cache
def builtin(table: Table[E]) -> tuple[E, ...]:
    """Return the entries of a table that ship with the package, validated."""
    is_csv = table.file.endswith(".csv")
    rows = _csv_rows(table) if is_csv else _yaml_document(table.file)[table.name]
    return tuple(table.model.model_validate(row) for row in rows)
