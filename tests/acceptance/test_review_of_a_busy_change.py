"""ECN on every leaf, one leaf that drifted, one new spine, two links from 400G to 800G: seen in a minute."""

import json
import re

import pytest
from cases import busy_change

from fabric.plan.review import review_of_plan
from fabric.views.review_document import review_json
from fabric.views.review_markdown import review_markdown


@pytest.fixture(scope="module")
def review():
    return review_of_plan(busy_change.plan())


@pytest.fixture(scope="module")
def found(review):
    return json.loads(review_json(review))


@pytest.fixture(scope="module")
def comment(review):
    return review_markdown(review)


def group_of(found, device):
    return next(group for group in found["groups"] if device in [one["name"] for one in group["devices"]])


def test_the_json_counts(found):
    total = found["total"]
    assert (total["add"], total["change"], total["remove"], total["outside"]) == (1, 136, 0, 1)
    ecn = group_of(found, "pod1-leaf1")
    like = [group for group in found["groups"] if group["like"] == ecn["number"]]
    assert ecn["count"] + sum(group["count"] for group in like) == busy_change.LEAVES


def test_the_json_has_the_odd_leaf_alone(found):
    odd = group_of(found, busy_change.ODD)
    outside = [edit for edit in odd["edits"] if edit["outside"]]
    assert (odd["count"], odd["class"], len(outside)) == (1, "buffer-reprogram", 1)
    assert outside[0]["path"][-1] == "priority-flow-control priority 3 no-drop"
    assert [group["number"] for group in found["groups"] if any(e["outside"] for e in group["edits"])] == [
        odd["number"]
    ]


def test_the_json_has_the_class_of_each_group(found):
    device, _ = busy_change.FAST
    classes = {name: group_of(found, name)["class"] for name in ("pod1-leaf1", device, "spine1", "spine9")}
    assert classes == {
        "pod1-leaf1": "tuning", device: "buffer-reprogram", "spine1": "tuning", "spine9": "additive",
    }  # fmt: skip


def test_the_json_has_the_ports_that_flap_and_the_gpus_behind_them(found):
    device, ports = busy_change.FAST
    (leaf,) = group_of(found, device)["devices"]
    assert (leaf["flaps"], leaf["sessions"], leaf["gpus"]) == (list(ports), [], busy_change.HOSTS)
    assert leaf["capacity"] == 0
    assert len(found["total"]["cables"]) == 2
    flapping = [one["name"] for group in found["groups"] for one in group["devices"] if one["flaps"]]
    assert flapping == [device]


def test_the_json_has_order_and_time(found):
    assert [wave["name"] for wave in found["waves"]] == [
        "canary", "leaf 10 %", "leaf rest", "spine 10 %", "spine rest",
    ]  # fmt: skip
    assert found["total"]["most_s"] == sum(wave["most_s"] for wave in found["waves"]) > 5 * 600
    assert group_of(found, "spine9")["waves"] == [5]


def test_the_comment_says_it_all(comment):
    device, ports = busy_change.FAST
    assert "1 to add, 136 to change, 0 to remove; 2 groups that traffic notices (3-4)" in comment
    assert "126 leaves" in comment
    assert "128 in all" in comment
    assert re.search(rf"\| `~` 1 leaf \| `{busy_change.ODD}` \| buffer-reprogram \| wave 3 \|", comment)
    assert re.search(
        rf"\| `~` 1 leaf \| `{device}` \| buffer-reprogram \| wave 2 \| 2 ports flap; buffers", comment
    )
    assert "4 GPUs behind them on rail 2" in comment
    assert all(port in comment for port in ports)
    assert re.search(r"\| `\+` 1 spine \| `spine9`<br>new, 128 links \| additive \|", comment)
    assert f"somebody else changed {busy_change.ODD}: 1 edit to be undone" in comment
    assert "5 waves, at most 1 h 55 min" in comment
