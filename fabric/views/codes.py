"""What the codes of findings mean: the sentence of their rule, why it matters, and the remedy."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from textwrap import dedent
from typing import TYPE_CHECKING, cast

import yaml

from fabric.check import CHECKS
from fabric.check.along import RULES
from fabric.core.diagnostic import FabricError, error, nearest
from fabric.views.examples import example_of
from fabric.views.incidents import incidents_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CODE = re.compile(r"[A-Z]{3}-\d{3}")
_SPAN = re.compile(r"([A-Z]{3}-)(\d{3}) to [A-Z]{3}-(\d{3})")
_RULE = re.compile(r"(?P<codes>[A-Z]{3}-\d{3}(?:(?:, | to | and )[A-Z]{3}-\d{3})*): (?P<sentence>.+)")

FAMILIES = {
    "ALC": "the ledger and its numbers",
    "BLF": "HBN on a BlueField",
    "CAP": "what a platform, release and ASIC can do",
    "CAT": "the catalog and its additions",
    "CBL": "cable lists and orders",
    "CSV": "tables beside the intent",
    "CUM": "Cumulus Linux",
    "DEV": "live devices",
    "DLK": "circles of pauses, and what makes them",
    "ECN": "marking",
    "ENR": "meeting devices",
    "EOS": "Arista EOS",
    "EXP": "`fabric explain`",
    "HST": "what RDMA on hosts needs of the fabric",
    "HOP": "artifacts, read back along the paths",
    "IMP": "`fabric import`",
    "INI": "`fabric init`",
    "INT": "what the intent says",
    "INV": "the inventory",
    "LDP": "cables as switches hear them",
    "OPT": "modules, fibres and cages",
    "OBS": "observability",
    "OUT": "what is written",
    "PFC": "lossless classes and their headroom",
    "PLN": "plans and what they may do",
    "PRJ": "folders of a project",
    "PTH": "equal paths and spare ones",
    "QOS": "classes of traffic",
    "RCK": "racks and what stands in them",
    "REN": "templates",
    "ROL": "rollouts",
    "SON": "SONiC",
    "SRC": "files and revisions",
    "SUB": "InfiniBand subnets",
    "SVC": "management services",
    "TOP": "the shape of a fabric",
    "TWN": "rehearsal on FRR and OpenSM",
    "UFM": "files of the subnet manager",
    "WVR": "waivers",
    "YML": "YAML",
}
"""What the codes of a family are about."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a code means."""

    code: str
    severity: str
    """`error`, `warning`, or both words where it depends."""
    sentence: str
    """What was found."""
    rule: str
    """Sentence of the design rule behind it, where that says more; else empty."""
    why: str
    remedy: str


@cache
def meanings() -> Mapping[str, Meaning]:
    """Return what every code means, in order."""
    text = resources.files("fabric.views").joinpath("codes.yaml").read_text(encoding="utf-8")
    rows = cast("dict[str, dict[str, str]]", yaml.load(text, yaml.CSafeLoader))
    rules = rule_sentences()
    return {code: _meaning(code, rows[code], rules.get(code, "")) for code in sorted(rows)}


def _meaning(code: str, row: Mapping[str, str], rule: str) -> Meaning:
    sentence = row.get("means") or rule
    severity = row.get("severity", "error")
    return Meaning(code, severity, sentence, rule if rule != sentence else "", row["why"], row["remedy"])


def rule_sentences() -> dict[str, str]:
    """Return the sentence of the design rule that finds each code: the first line of its docstring."""
    found: dict[str, str] = {}
    for check in (*CHECKS, *RULES):
        first = (inspect.getdoc(check) or "").partition("\n")[0]
        if match := _RULE.fullmatch(first):
            found |= dict.fromkeys(_codes(match["codes"]), match["sentence"].rstrip("."))
    return found


def _codes(text: str) -> Iterator[str]:
    for family, first, last in _SPAN.findall(text):
        yield from (f"{family}{number:03}" for number in range(int(first), int(last) + 1))
    yield from CODE.findall(text)


def meaning_of(code: str) -> Meaning:
    """Return what a code means; upper or lower case. Raises FabricError with the nearest code."""
    known = meanings()
    if code.upper() not in known:
        hint = nearest(code.upper(), known) or "the code stands in brackets in a finding: `error[TOP-004]`"
        raise FabricError(error("EXP-004", f"there is no code `{code}`", hint=hint))
    return known[code.upper()]


def meaning_text(meaning: Meaning) -> str:
    """Return a meaning for people."""
    lines = [f"{meaning.severity}[{meaning.code}] {meaning.sentence}"]
    lines += [f"  rule    {meaning.rule}"] if meaning.rule else []
    lines += [f"  why     {meaning.why}", f"  remedy  {meaning.remedy}"]
    for incident in incidents_of(meaning.code):
        lines.append(f"  seen    {incident.says}")
        lines.append(f"          {incident.source} ({incident.basis})")
    example = example_of(meaning.code)
    if example is not None:
        lines += _block("bad", example.bad)
        lines += [f"  says    {example.says}"] if example.says else []
        lines += _block("good", example.good)
    return "\n".join(lines)


def _block(word: str, text: str) -> list[str]:
    """Return the lines of an example beside its word, moved to the left together."""
    first, *rest = dedent(text).splitlines()
    return [f"  {word:6}  {first}", *(f"          {line}" for line in rest)]


def meaning_json(meaning: Meaning) -> str:
    """Return a meaning as JSON."""
    example = example_of(meaning.code)
    content = {
        "schema": "fabric-code/1",
        **asdict(meaning),
        "seen": [asdict(incident) for incident in incidents_of(meaning.code)],
        "example": asdict(example) if example else None,
    }
    return json.dumps(content, indent=2)


def reference() -> str:
    """Return the page of all codes, `docs/codes.md`."""
    lines = [
        "# Codes",
        "",
        "Every finding has a code that never changes its meaning. `fabric explain CODE` prints one of these.",
        "This page is made from `fabric/views/codes.yaml` and the design rules: `pytest --update-golden`.",
    ]
    family = ""
    for meaning in meanings().values():
        if meaning.code[:3] != family:
            family = meaning.code[:3]
            lines += ["", f"## {family}: {FAMILIES[family]}", ""]
        lines.append(_entry(meaning))
    return "\n".join(lines) + "\n"


def _entry(meaning: Meaning) -> str:
    rule = f" Rule: {meaning.rule}." if meaning.rule else ""
    found, why = _opened(meaning.sentence), _opened(meaning.why)
    head = f"- **{meaning.code}** ({meaning.severity})."
    return f"{head} {found}.{rule} {why}. *Remedy:* {meaning.remedy}."


def _opened(text: str) -> str:
    """Return a sentence with its first letter large, unless it opens with a name such as `eBGP`."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]
