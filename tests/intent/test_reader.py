"""A folder of YAML to a site: flat or general, defaults filled in, every part knowing its place."""

from __future__ import annotations

from collections import Counter

import pytest
from cases.repositories import Texts, base_text, edited, shipped

from fabric.core.diagnostic import FabricError
from fabric.core.docstrings import field_descriptions
from fabric.intent import read_intent
from fabric.intent.base import Model

GENERAL = """\
schema: fabric/1
name: two
hosts:
  pod1:
    count: 2
    model: hgx-h200
    nics: {backend: {model: connectx-7, count: 2}, storage: {model: connectx-7, count: 1, adapters: [2]}}
fabrics:
  backend:
    transport: roce
    topology:
      kind: rail-optimised
      rails: 2
      leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.16", uplinks: 4}
      spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}
  storage:
    transport: roce
    prefix: st-
    addressing: {loopbacks: 10.1.0.0/16, hosts: 100.0.0.0/12, host_table: 300}
    topology:
      kind: leaf-spine
      leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.10", count: 1, uplinks: 2}
      spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.10"}
      overrides: [{match: "st-spine*", release: "4.30"}]
"""


def read(text, **more):
    files = {"site/site.yaml": text, **{f"site/{name}.yaml": words for name, words in more.items()}}
    return read_intent(Texts(files), "site")


def line_of(document, path):
    return document.place(path).line


def models(part):
    """Yield every model of an intent."""
    if isinstance(part, Model):
        yield part
        for name in type(part).model_fields:
            yield from models(getattr(part, name))
    elif isinstance(part, dict):
        for below in part.values():
            yield from models(below)
    elif isinstance(part, tuple):
        for below in part:
            yield from models(below)


def test_a_flat_site_has_one_fabric_of_that_name():
    site, _ = read(base_text())
    assert list(site.fabrics) == ["backend"]
    assert site.fabrics["backend"].qos.classes[0].name == "roce"


def test_parts_of_a_flat_fabric_stand_at_the_top():
    site, document = read(base_text())
    fabric = site.fabrics["backend"]
    assert fabric.qos.loc("classes") == ("qos", "classes")
    assert fabric.topology.leaf.loc("uplinks") == ("topology", "leaf", "uplinks")
    assert line_of(document, fabric.topology.leaf.loc("uplinks")) == 12


def test_parts_of_a_fabric_of_several_stand_below_it():
    site, document = read(GENERAL)
    storage = site.fabrics["storage"]
    assert storage.topology.loc("kind") == ("fabrics", "storage", "topology", "kind")
    assert storage.topology.overrides[0].loc("release") == (
        "fabrics", "storage", "topology", "overrides", 0, "release",
    )  # fmt: skip
    assert line_of(document, storage.topology.overrides[0].loc("release")) == 24


def test_a_mistake_in_a_fabric_of_several_is_told_with_its_path():
    with pytest.raises(FabricError) as caught:
        read(edited(GENERAL, ("count: 1, uplinks: 2", "count: 1, uplinks: two")))
    (found,) = caught.value.diagnostics
    assert found.path == ("fabrics", "storage", "topology", "leaf", "uplinks")
    assert (found.place.line, found.place.column) == (22, 91)


def test_sections_may_stand_in_several_files():
    head, _, tail = base_text().partition("\nqos:")
    site, document = read(head, quality=f"qos:{tail}")
    place = document.place(site.fabrics["backend"].qos.classes[1].loc("dscp"))
    assert (place.file, place.line) == ("site/quality.yaml", 4)


def test_a_release_is_a_text_as_written():
    site, _ = read(GENERAL)
    assert site.fabrics["storage"].topology.leaf.release == "5.10"
    assert site.fabrics["storage"].topology.overrides[0].release == "4.30"
    site, _ = read(edited(GENERAL, ('"4.30"', "4.30")))
    assert site.fabrics["storage"].topology.overrides[0].release == "4.30"


def test_off_is_a_word_and_not_false():
    site, _ = read(
        edited(base_text(), ("routing:\n", "routing:\n  adaptive: off\n"), ("ecn: auto", "ecn: off"))
    )
    assert site.fabrics["backend"].routing.adaptive == "off"
    assert site.fabrics["backend"].qos.classes[0].ecn == "off"


def test_defaults_are_filled_in_and_placed_where_they_could_be_written():
    site, document = read(base_text())
    fabric = site.fabrics["backend"]
    assert fabric.physical.mtu == 9214
    assert fabric.routing.ecmp.max_paths == 64
    assert document.place(fabric.routing.ecmp.loc("max_paths")).excerpt == "routing:"
    assert document.place(fabric.physical.loc("mtu")).excerpt == "physical:"
    assert document.place(fabric.addressing.loc("hosts")).line == 1


def test_default_parts_are_not_shared_between_fabrics():
    site, _ = read(GENERAL)
    paths = [fabric.routing.loc() for fabric in site.fabrics.values()]
    assert paths == [("fabrics", "backend", "routing"), ("fabrics", "storage", "routing")]


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_every_part_of_a_shipped_intent_knows_a_place_of_its_own(intent):
    build = shipped(intent)
    found = [part.loc() for part in models(build.site)]
    named = [path for path in found if path]
    assert len(set(named)) == len(named)
    assert all(build.document.place(path) is not None for path in found)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("domain", '"a.example; reload"'),
        ("domain", '"a b"'),
        ("domain", "-a"),
        ("aaa", '{users: [{name: admin, password: "secret:file/a}b"}]}'),
        ("aaa", '{users: [{name: admin, password: "secret:file/a b"}]}'),
        ("aaa", '{users: [{name: "ad min", password: "secret:env/A"}]}'),
        ("aaa", '{users: [{name: admin, password: "secret:env/A-B"}]}'),
    ],
)
def test_no_word_of_an_intent_breaks_out_of_its_place_in_a_configuration(field, text):
    kept = "\n".join(line for line in base_text().splitlines() if not line.startswith(f"  {field}:"))
    with pytest.raises(FabricError, match="INT-004"):
        read(edited(kept, ("  ntp:", f"  {field}: {text}\n  ntp:")))


def test_an_intent_does_not_change_after_reading():
    site, _ = read(base_text())
    with pytest.raises(ValueError, match="frozen"):
        site.name = "other"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("transport: roce", "transport: {}"),
        ("kind: rail-optimised", "kind: {}"),
        ("rails: 2", "{}: 2"),
        ("schema: fabric/1", "schema: {}"),
    ],
)
def test_a_word_without_end_is_told_in_few_words(old, new):
    with pytest.raises(FabricError) as caught:
        read(edited(base_text(), (old, new.format("x" * 500))))
    assert max(len(found.summary) for found in caught.value.diagnostics) < 200


def test_mistakes_of_all_sections_are_told_at_once():
    text = edited(
        base_text(),
        ("rails: 2", "rails: two"),
        ("detect: 400 ms", "detect: soon"),
        ("count: 2, model: hgx", "count: none, model: hgx"),
    )
    with pytest.raises(FabricError) as caught:
        read(text)
    assert [found.place.line for found in caught.value.diagnostics] == [7, 11, 28]


def test_contradictions_of_all_sections_are_told_at_once():
    text = edited(
        base_text(),
        ("gateway: 10.20.0.1", "gateway: 10.21.0.1"),
        ("80 %", "70 %"),
        ("dscp: rest", "dscp: [0-23]"),
    )
    with pytest.raises(FabricError) as caught:
        read(text)
    assert [found.code for found in caught.value.diagnostics] == ["INT-006", "QOS-002", "QOS-004"]


def test_every_field_of_the_intent_is_described():
    def described(model, seen):
        if model in seen:
            return
        seen.add(model)
        for name, field in model.model_fields.items():
            yield f"{model.__name__}.{name}", field_descriptions(model).get(name)
            for below in nested(field.annotation):
                yield from described(below, seen)

    def nested(annotation):
        if isinstance(annotation, type) and issubclass(annotation, Model):
            yield annotation
        for part in getattr(annotation, "__args__", ()):
            yield from nested(part)

    site, _ = read(base_text())
    fields = dict(described(type(site), set()))
    assert len(fields) > 80
    assert [name for name, words in fields.items() if not words] == []


def test_a_thousand_mistakes_of_fields_are_told_and_the_rest_counted():
    unknown = "".join(f"k{number}: {number}\n" for number in range(1200))
    with pytest.raises(FabricError) as refused:
        read_intent(Texts({"site/site.yaml": base_text() + unknown}), "site")
    codes = Counter(found.code for found in refused.value.diagnostics)
    assert codes == {"INT-002": 1000, "INT-019": 1}
    assert "200 more" in refused.value.diagnostics[-1].summary
