"""Files for those who watch: their tools accept them, and every metric is one that gnmic is told to make."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace

import pytest
import yaml
from cases.repositories import shipped
from judges import tally

from fabric.views.monitoring import facts, files, metric

WORDS = re.compile(r"gnmic_\w+")


@pytest.fixture(scope="module")
def made():
    build = shipped("roce-256")
    observability = build.site.observability.model_copy(
        update={"monitoring": ("gnmic", "prometheus", "grafana")}
    )
    site = build.site.model_copy(update={"observability": observability})
    return dict(files(replace(build, site=site)))


def test_a_metric_is_named_as_gnmic_documents_it():
    path = "/interfaces/interface/subinterfaces/subinterface/state/counters/in-octets"
    assert metric(path) == "gnmic_interfaces_interface_subinterfaces_subinterface_state_counters_in_octets"


def test_each_kind_has_its_files_and_without_a_word_there_is_none(made):
    assert set(made) == {f"backend-{part}" for part in
                         ("gnmic.yaml", "prometheus.yaml", "rules.yaml", "dashboard.json")}  # fmt: skip
    assert not list(files(shipped("clos3-64")))


def test_every_switch_whose_paths_are_known_is_asked_and_the_others_are_named(made):
    text = made["backend-gnmic.yaml"]
    targets = yaml.safe_load(text)["targets"]
    assert len(targets) == 14
    assert targets["spine1"]["subscriptions"] == ["ports", "fec", "queues"]
    assert targets["pod1-leaf1"]["subscriptions"] == ["ports", "sessions"]
    assert text.startswith("# Not asked, as no source names their paths: pod1-leaf7, pod1-leaf8\n")


def test_alerts_and_board_ask_for_nothing_that_is_not_subscribed(made):
    paths = [row["paths"][0] for row in yaml.safe_load(made["backend-gnmic.yaml"])["subscriptions"].values()]
    asked = set(WORDS.findall(made["backend-rules.yaml"])) | set(
        WORDS.findall(made["backend-dashboard.json"])
    )
    assert len(asked) >= 10
    assert all(name.startswith(tuple(f"{metric(path)}_" for path in paths)) for name in asked)
    assert len(json.loads(made["backend-dashboard.json"])["panels"]) == len(facts()["alerts"])


def test_every_path_and_every_limit_has_its_source():
    rows = [row for table in facts().values() for row in table.values()]
    assert all(len(row["source"]) > 5 for row in rows)


@pytest.mark.judge("prometheus")
def test_prometheus_accepts_configuration_and_rules(made, tmp_path):
    for name, text in made.items():
        (tmp_path / name).write_text(text)
    for what, name in (("config", "backend-prometheus.yaml"), ("rules", "backend-rules.yaml")):
        done = subprocess.run(
            ["promtool", "check", what, tmp_path / name], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        tally.count("prometheus")
