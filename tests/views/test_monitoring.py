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
    assert targets["spine1"]["subscriptions"] == ["ports", "fec", "queues", "sessions", "light", "heat"]
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


STATE = metric(
    "/network-instances/network-instance/protocols/protocol/bgp/neighbors/neighbor/state/session-state"
)
SENT = metric("/interfaces/interface/state/counters/out-pkts")
LIGHT = metric("/components/component/transceiver/physical-channels/channel/state/input-power/instant")
HEAT = metric("/components/component/state/temperature/instant")


def series(name, source, values, **labels):
    """Return one line of what Prometheus is told, every minute."""
    given = {"fabric": "backend", "source": source, **labels}
    words = ",".join(f'{label}="{value}"' for label, value in given.items())
    return {"series": f"{name}{{{words}}}", "values": f"{values}x15"}


def fired(made, tmp_path, alert, told, wanted):
    """Ask promtool whether an alert is about some sources and no others, after a quarter of an hour."""
    rules = tmp_path / "rules.yaml"
    rules.write_text(made["backend-rules.yaml"])
    (group,) = yaml.safe_load(made["backend-rules.yaml"])["groups"]
    words = {rule["annotations"]["summary"] for rule in group["rules"] if rule["alert"] == alert}
    (summary,) = words
    expected = []
    for labels in wanted:
        text = summary
        for label, value in labels.items():
            text = text.replace(f"{{{{ $labels.{label} }}}}", value)
        (severity,) = {rule["labels"]["severity"] for rule in group["rules"] if rule["alert"] == alert}
        expected.append(
            {"exp_labels": {**labels, "severity": severity}, "exp_annotations": {"summary": text}}
        )
    asked = {"eval_time": "15m", "alertname": alert, "exp_alerts": expected}
    test = {"interval": "1m", "input_series": told, "alert_rule_test": [asked]}
    (tmp_path / "test.yaml").write_text(
        yaml.safe_dump({"rule_files": ["rules.yaml"], "evaluation_interval": "1m", "tests": [test]})
    )
    done = subprocess.run(
        ["promtool", "test", "rules", tmp_path / "test.yaml"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.judge("prometheus")
def test_a_switch_with_fewer_sessions_than_the_intent_has_is_told_even_with_none(made, tmp_path):
    up = {"spine1": 31, "spine2": 32, "pod1-leaf1": 0}
    told = [
        series(STATE, source, int(number < count), neighbor_neighbor_address=f"swp{number}")
        for source, count in up.items()
        for number in range(32)
    ]
    told += [series(SENT, source, 7, interface_name="one") for source in up]
    fired(made, tmp_path, "SessionsDown", told, [{"source": "spine1"}, {"source": "pod1-leaf1"}])


@pytest.mark.judge("prometheus")
def test_a_module_that_receives_less_than_the_catalog_says_is_told_and_a_dark_one_is_not(made, tmp_path):
    told = [
        series(LIGHT, "spine1", power, component_name=port)
        for port, power in (("swp1", -6.4), ("swp2", -5.1), ("swp3", -40))
    ]
    told += [series(HEAT, "spine1", 74, component_name=port) for port in ("swp2", "asic")]
    named = {"fabric": "backend", "source": "spine1"}
    fired(made, tmp_path, "LittleLight", told, [{**named, "component_name": "swp1"}])
    fired(made, tmp_path, "ModuleHot", told, [{**named, "component_name": "swp2"}])
