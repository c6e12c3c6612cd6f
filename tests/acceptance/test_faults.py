"""Faults of fixed kinds are found, good fabrics have no error: sampled in every run, whole in the proof."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from cases.faults import INTENTS, KINDS, faults, intent_faults
from cases.repositories import ROOT, Layers, Texts, everything, shipped
from cases.sound import sound
from cases.walks import found, read

from fabric.core.diagnostic import FabricError, Severity
from fabric.core.source import Folder
from fabric.pipeline import at, compile  # noqa: A004 - the verb of this stage
from fabric.pipeline.walking import judged, read_hops, walks

SEED = 20261130
SAMPLE, WHOLE = 15, 1250
"""Faults in artifacts of each shipped intent."""
GOOD_SAMPLE, GOOD = 12, 500
FOUND = 0.99


def is_found(fault) -> bool:
    texts = read(fault.intent).texts[fault.unit] | {fault.artifact: fault.text}
    return any(one.severity is Severity.ERROR for one in found(fault.intent, fault.unit, texts))


def missed(intent: str, number: int):
    """Return how many faults of each kind were made, and those that nobody found."""
    source = faults(intent, random.Random(SEED))
    made = [next(source) for _ in range(number)]
    return Counter(fault.kind for fault in made), sorted(str(fault) for fault in made if not is_found(fault))


@pytest.mark.parametrize("intent", INTENTS)
def test_a_changed_value_in_one_artifact_is_found(intent):
    made, alive = missed(intent, SAMPLE)
    assert sum(made.values()) == SAMPLE
    assert len(alive) <= 1, alive


@pytest.mark.proof
def test_99_of_100_changed_values_are_found_and_the_rest_is_listed():
    made: Counter[str] = Counter()
    alive: list[str] = []
    for intent in INTENTS:
        counts, survivors = missed(intent, WHOLE)
        made += counts
        alive += survivors
    assert set(made) == set(KINDS)
    assert made.total() == WHOLE * len(INTENTS)
    listed = (ROOT / "tests" / "golden" / "survivors" / "faults.txt").read_text().splitlines()
    assert [line for line in alive if line not in listed] == []
    assert len(alive) <= (1 - FOUND) * made.total()


@cache
def usual(intent: str):
    return {(one.code, one.summary) for one in shipped(intent).diagnostics}


def findings_of(intent: str, text: str):
    source = Layers((Texts({f"intents/{intent}/site.yaml": text}), Folder(ROOT)))
    try:
        return compile(at(source, f"intents/{intent}"), everything()).diagnostics
    except FabricError as failure:
        return failure.diagnostics


def intents_missed(chosen):
    alive = []
    for kind, intent, where, text in chosen:
        new = [one for one in findings_of(intent, text) if (one.code, one.summary) not in usual(intent)]
        if not any(one.severity is not Severity.INFO for one in new):
            alive.append(f"{kind:10} {intent} {where}")
    return sorted(alive)


def test_a_wrong_value_in_an_intent_is_found():
    every = list(intent_faults())
    chosen = random.Random(SEED).sample(every, 20)
    assert len(intents_missed(chosen)) <= 1


@pytest.mark.proof
def test_wrong_values_in_intents_are_found_and_the_rest_is_listed(golden):
    every = list(intent_faults())
    alive = intents_missed(every)
    rows = "".join(f"{line}\n" for line in alive)
    golden("survivors/intents.txt", f"{len(every) - len(alive)} of {len(every)} found\n\nsurvivors:\n{rows}")
    assert len(alive) <= (1 - FOUND) * len(every)


def errors_of(number: int):
    text = sound(random.Random(SEED + number))
    try:
        build = compile(
            at(Texts({"site/site.yaml": text, "inventory/site/hosts.yaml": "{}\n"}), "site"), everything()
        )
    except FabricError as failure:
        return [
            f"{one.code} {one.summary}" for one in failure.diagnostics if one.severity is Severity.ERROR
        ], text
    along = judged(build, walks(build, read_hops(build)))
    return [f"{one.code} {one.summary}" for one in along if one.severity is Severity.ERROR], text


@pytest.mark.parametrize("number", range(GOOD_SAMPLE))
def test_a_good_fabric_has_no_error(number):
    errors, text = errors_of(number)
    assert errors == [], text


@pytest.mark.proof
def test_five_hundred_good_fabrics_have_no_error():
    wrong = {number: errors for number in range(GOOD) if (errors := errors_of(number)[0])}
    assert wrong == {}
