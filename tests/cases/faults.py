"""Faults of fixed kinds: one value changed in one unit's artifact, or in one place of an intent."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cases.repositories import ROOT, everything
from cases.walks import read

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

KINDS = ("map", "threshold", "pfc", "mtu", "speed", "fec", "length", "breakout", "policy", "hash")
INTENTS = ("quickstart", "roce-256", "clos3-64", "planes-32")


@dataclass(frozen=True)
class Fault:
    """One changed value: of which kind, where, and what the artifact is then."""

    kind: str
    intent: str
    unit: str
    artifact: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind:9} {self.intent} {self.unit} {self.artifact}: {self.where}"


DIGITS = tuple("01234567")
SPEEDS = ("100", "200", "400", "800")
BGP = (
    (r"^(?:ip prefix-list \S+ )?\s*seq \d+ permit (\S+)", ("10.99.0.0/16", "0.0.0.0/0")),
    (r"^ip prefix-list .* (?:ge|eq) (\d+)", ("24", "30")),
    (r" le (\d+)$", ("32", "24")),
    (r"remote-as (\d+)$", ("65001", "4200009999")),
    (r"maximum-paths (\d+)", ("1", "2")),
    (r"^router bgp (\d+)", ("65001",)),
    (r"router-id (\S+)$", ("10.99.99.99",)),
    (r"redistribute (connected)", ("static",)),
    (r"match ip address prefix-list (\S+)$", ("ELSEWHERE",)),
)
LINES = {
    "eos.cfg": {
        "map": ((r"^qos map dscp .* to traffic-class (\d)$", DIGITS),),
        "threshold": (
            (r"minimum-threshold (\d+) ", None),
            (r"maximum-threshold (\d+) ", None),
            (r"max-mark-probability (\d+)", None),
            (r"bandwidth percent (\d+)", ("10", "50", "90")),
            (r"ingress headroom (\d+)", None),
            (r"limit bytes (\d+)", None),
        ),
        "pfc": (
            (r"priority-flow-control priority (\d) no-drop", DIGITS),
            (r"priority-flow-control (on)$", ("off",)),
            (r"priority-flow-control (pause watchdog)$", ("pause",)),
            (r"default (?:timeout|recovery-time) ([\d.]+)$", ("0.10", "2.00")),
            (r"watchdog action (\S+)$", ("notify-only",)),
        ),
        "mtu": ((r"^\s+mtu (\d+)$", ("1500", "9000", "9100")),),
        "speed": ((r"^\s+speed (\d+)g-", SPEEDS),),
        "breakout": ((r"^\s+speed \d+g-(\d)$", ("1", "2", "4", "8")),),
        "fec": (
            (
                r"^\s+speed (\S+)$",
                ("{}\n   error-correction encoding fire-code", "{}\n   no error-correction encoding"),
            ),
        ),
        "policy": BGP,
    },
    "frr.conf": {"policy": BGP},
    "startup.yaml": {
        "map": (
            (r"^ +switch-priority: (\d)$", DIGITS),
            (r"^ +traffic-class: (\d)$", DIGITS),
        ),
        "threshold": (
            (r"^ +min-threshold: (\d+)", None),
            (r"^ +max-threshold: (\d+)", None),
            (r"^ +probability: (\d+)", ("1", "50")),
            (r"^ +bw-percent: (\d+)", ("10", "50")),
        ),
        "pfc": (
            (r"^ +(?:rx|tx): (enable)$", ("disable",)),
            (r"^ +robustness: (\d+)", ("9", "1")),
            (r"^ +state: (enable)$", ("disable",)),
        ),
        "mtu": ((r"^ +mtu: (\d+)$", ("1500", "9000", "9100")),),
        "speed": ((r"^ +speed: (\d+)G$", SPEEDS),),
        "breakout": ((r"^ +(\d)x: \{\}$", ("2", "4", "8")),),
        "fec": ((r"^ +fec: (rs)$", ("baser", "'off'")),),
        "length": ((r"^ +cable-length: (\d+)$", ("1", "3")),),
        "policy": (
            (r"^ +remote-as: (\d+)$", ("65001",)),
            (r"^ +ebgp: (\d+)$", ("1",)),
            (r"^ +autonomous-system: (\d+)$", ("65001",)),
            (r"^ +m(?:in|ax)-prefix-len: (\d+)$", ("24", "30")),
            (r"^ +ip-prefix-list: (\S+)$", ("ELSEWHERE",)),
        ),
        "hash": (
            (r"^ +(?:source|destination)-(?:ip|port): (enabled)$", ("disabled",)),
            (r"^ +hash-seed: (\d+)$", ("7", "44")),
        ),
    },
    "apply.sh": {
        "map": ((r"^\d+ (\d)$", DIGITS),),
        "pfc": ((r"--pfc ([01,]+)$", ("0,0,0,0,0,0,0,0", "0,0,0,0,1,0,0,0", "0,0,0,1,1,0,0,0")),),
        "mtu": ((r"^roce \S+ (\d+) \d+$", ("1500", "9000")),),
        "length": ((r"^roce \S+ \d+ (\d+)$", ("1", "2")),),
        "threshold": ((r"roce_tos .*-t (\d+)$", ("104", "42", "0")), (r'cnp_dscp" (\d+)$', ("26", "24"))),
    },
    "nic.json": {
        "mtu": ((r'"mtu": (\d+)', ("1500", "9000")),),
        "length": ((r'"cable_m": (\d+)', ("1", "2")),),
        "speed": ((r'"speed_gbps": (\d+)', SPEEDS),),
    },
}
"""(pattern, what may stand for its group) by artifact and kind; None: another number."""
FIELDS = {
    "map": r"(DSCP_TO_TC_MAP|TC_TO_QUEUE_MAP|TC_TO_PRIORITY_GROUP_MAP|MAP_PFC_PRIORITY_TO_QUEUE) \S+ \d+",
    "threshold": r"WRED_PROFILE \S+ green_(min|max)_threshold|WRED_PROFILE \S+ green_drop_probability|"
    r"BUFFER_(POOL|PROFILE) \S+ (size|xoff|static_th|dynamic_th)|SCHEDULER \S+ weight",
    "pfc": r"PORT_QOS_MAP \S+ (pfc_enable|pfcwd_sw_enable)|"
    r"PFC_WD \S+ (detection_time|restoration_time|action)",
    "mtu": r"PORT \S+ mtu",
    "speed": r"PORT \S+ speed",
    "fec": r"PORT \S+ fec",
    "breakout": r"PORT \S+ lanes",
    "length": r"CABLE_LENGTH AZURE \S+",
    "hash": r"SWITCH_HASH GLOBAL ecmp_hash",
}
"""Fields of `config_db.json` by kind."""
VALUES = {
    "map": DIGITS, "pfc": ("4", "3,4", "", "100", "2000", "forward"), "mtu": ("1500", "9000"),
    "speed": ("100000", "200000", "800000"), "fec": ("none", "fc"), "length": ("1m", "5m", "300m"),
}  # fmt: skip


def faults(intent: str, chance: random.Random) -> Iterator[Fault]:
    """Yield faults of one intent without end, kinds in turn; a change that means nothing is left out."""
    held = read(intent)
    spots = {kind: spots_of(intent, kind) for kind in KINDS}
    while True:
        for kind in KINDS:
            if not spots[kind]:
                continue
            unit, artifact, where = chance.choice(spots[kind])
            text = held.texts[unit][artifact]
            changed = _changed(text, artifact, kind, where, chance)
            if changed is not None and means_something(intent, unit, artifact, changed):
                yield Fault(kind, intent, unit, artifact, f"{where}", changed)


def means_something(intent: str, unit: str, artifact: str, text: str) -> bool:
    """Whether an artifact with this text says something else; what cannot be read does."""
    held = read(intent)
    platform = everything().platforms[held.units[unit].platform]
    before, after = held.texts[unit], held.texts[unit] | {artifact: text}
    try:
        return platform.parse(before) != platform.parse(after)
    except (ValueError, KeyError):
        return True


def spots_of(intent: str, kind: str) -> list[tuple[str, str, object]]:
    """Return every place of a kind: (unit, artifact, line number and pattern, or field)."""
    found: list[tuple[str, str, object]] = []
    for unit, texts in read(intent).texts.items():
        for artifact, text in texts.items():
            if artifact == "config_db.json":
                found += [(unit, artifact, field) for field in _fields(json.loads(text), kind)]
            for pattern, _ in LINES.get(artifact, {}).get(kind, ()):
                found += [
                    (unit, artifact, (number, pattern))
                    for number, line in enumerate(text.splitlines())
                    if re.search(pattern, line)
                ]
    return found


def _fields(tables, kind):
    up = {name for name, row in tables["PORT"].items() if row["admin_status"] == "up"}
    for table, rows in tables.items():
        for key, row in rows.items():
            for field in row:
                spot = f"{table} {key} {field}"
                port = field if table == "CABLE_LENGTH" else key
                if re.fullmatch(FIELDS.get(kind, "-"), spot) and (
                    not port.startswith("Ethernet") or port in up
                ):
                    yield (table, key, field)


def _changed(text, artifact, kind, where, chance):
    if artifact == "config_db.json":
        return _changed_field(text, kind, where, chance)
    number, pattern = where
    lines = text.splitlines()
    match = re.search(pattern, lines[number])
    pool = dict(LINES[artifact][kind])[pattern]
    old = match[1]
    new = _other_number(old, chance) if pool is None else chance.choice(pool).format(old)
    if new == old:
        return None
    lines[number] = lines[number][: match.start(1)] + new + lines[number][match.end(1) :]
    return "\n".join(lines) + "\n"


def _changed_field(text, kind, where, chance):
    tables = json.loads(text)
    table, key, field = where
    old = tables[table][key][field]
    if isinstance(old, list):
        new = [word for word in old if word != chance.choice(old)]
    elif kind == "breakout":
        new = ",".join(old.split(",")[: chance.choice((1, 2))])
    elif kind == "threshold":
        new = _other_number(old, chance)
    else:
        new = chance.choice(VALUES[kind])
    if new == old:
        return None
    tables[table][key][field] = new
    return json.dumps(tables, indent=2) + "\n"


def _other_number(old: str, chance: random.Random) -> str:
    return str(chance.choice((int(old) // 2, int(old) * 2, int(old) + 1, int(old) // 10 + 3)))


WRITTEN = (
    ("optic", r"400G-DR4", ("400G-SR4", "100G-LR4", "400G-FR4")),
    ("optic", r"800G-2xDR4", ("800G-2xFR4", "800G-2xSR4", "400G-DR4")),
    ("optic", r"os2-mpo12-apc", ("om4-mpo12-upc", "os2-lc")),
    ("length", r"length: \d+ m", ("length: 501 m", "length: 2 km", "length: 12 km")),
    ("map", r"dscp: \[24-31\]", ("dscp: [24-31, 48]", "dscp: [48]", "dscp: []")),
    ("map", r"dscp: rest", ("dscp: [0]", "dscp: [24]")),
    ("map", r"traffic_class: 3", ("traffic_class: 6", "traffic_class: 0")),
    ("threshold", r"ecn: auto", ("ecn: {min: 10 KB, max: 600 KB}", "ecn: {min: 5 MB, max: 1 MB}", "ecn: off",
                                 "ecn: {min: 1 MB, max: 900 MB}", "ecn: sonic-th5-al")),
    ("threshold", r"bandwidth: 80 %", ("bandwidth: 100 %", "bandwidth: 8 %")),
    ("pfc", r"lossless: true", ("lossless: false", "strict: true, lossless: true")),
    ("pfc", r"strict: true", ("lossless: true, bandwidth: 1 %", "bandwidth: 10 %")),
    ("pfc", r"action: drop", ("action: forward", "action: alert")),
    ("pfc", r"detect: 400 ms", ("detect: 10 s", "detect: 100 ms")),
    ("pfc", r"watchdog: \{[^}]*\}", ("watchdog: {detect: 100 ms}",)),
    ("pfc", r"dcqcn: \{enabled: true\}", ("dcqcn: {enabled: false}",)),
    ("mtu", r"^physical:$", ("physical:\n  mtu: 1500", "physical:\n  mtu: 4000", "physical:\n  mtu: 9300")),
    ("speed", r"length: (?=\d+ m)", ("speed: 100G, length: ", "speed: 1600G, length: ")),
    ("breakout", r"uplinks: \d+", ("uplinks: 3", "uplinks: 513")),
    ("breakout", r"rails: \d+", ("rails: 3", "rails: 7")),
    ("hash", r"seed: per-tier", ("seed: equal", "seed: per-rail")),
    ("hash", r"src-port, ", ("",)),
    ("policy", r"max_paths: 64", ("max_paths: 1", "max_paths: 1000")),
)  # fmt: skip
"""(kind, pattern in an intent, what may stand for it): each is wrong in every shipped intent that has it."""


def intent_faults() -> Iterator[tuple[str, str, str, str]]:
    """Yield (kind, intent, where, text): each place of a shipped intent with each fault once."""
    for intent in INTENTS:
        text = (ROOT / "intents" / intent / "site.yaml").read_text()
        for kind, pattern, pool in WRITTEN:
            for match in re.finditer(pattern, text, re.MULTILINE):
                for new in pool:
                    if new != match[0]:
                        where = f"`{match[0].strip()}` is `{new.strip()}`"
                        yield kind, intent, where, text[: match.start()] + new + text[match.end() :]
