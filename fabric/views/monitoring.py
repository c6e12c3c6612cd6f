"""Files for those who watch a fabric: what gnmic subscribes to, what Prometheus scrapes, alerts, and a board.

gnmic names a metric `PREFIX_PATH`, the path without its keys and each other sign as `_`; keys become labels
such as `interface_name`, and the name of the target is `source` (gnmic, Prometheus output).
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import yaml

from fabric.catalog.release import within
from fabric.device import SwitchConfig
from fabric.views.monitoring_limits import grouped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device import Design
    from fabric.pipeline import Build

    Watched = Mapping[str, tuple[Design, SwitchConfig]]
    """Switches by name, each with the design it is of."""

PREFIX = "gnmic"
LISTENS = 9804
"""The port at which gnmic is scraped, as its documentation has it; a further fabric has the next one."""
SAMPLE = "10s"
CA = "/etc/gnmic/ca.pem"
"""Where the authority of the switches' certificates is to lie on the collector."""


PROCESSORS = {
    "states": {
        "event-strings": {
            "value-names": [".*/session-state$"],
            "transforms": [
                {"replace": {"apply-on": "value", "old": "(?i)^(.*:)?established$", "new": "1"}},
                {"replace": {"apply-on": "value", "old": "(?i)^[^1].*$", "new": "0"}},
            ],
        }
    }
}
"""Prometheus takes numbers: a session is 1 or 0 (gnmic, event-strings)."""


def files(build: Build) -> Iterator[tuple[str, str]]:
    """Yield name and text of every monitoring file that the intent asks for, by fabric."""
    kinds = build.site.observability.monitoring
    watched = _watched(build) if kinds else {}
    for place, (fabric, switches) in enumerate(watched.items()):
        targets = {name: found for name, found in switches.items() if _asked(found[1])}
        if not targets:
            continue
        if "gnmic" in kinds:
            yield (
                f"{fabric}-gnmic.yaml",
                _left_out(switches, targets) + _yaml(_gnmic(targets, LISTENS + place)),
            )
        if "prometheus" in kinds:
            yield f"{fabric}-prometheus.yaml", _yaml(_scraped(fabric, LISTENS + place))
            yield f"{fabric}-rules.yaml", _yaml(_rules(fabric, targets))
        if "grafana" in kinds:
            yield f"{fabric}-dashboard.json", json.dumps(_board(fabric, targets), indent=2) + "\n"


def metric(path: str) -> str:
    """Return the name that gnmic gives to the values of a path."""
    return re.sub(r"[^A-Za-z0-9]", "_", f"{PREFIX}{path}")


@cache
def facts() -> dict[str, dict[str, dict[str, Any]]]:
    """Return subscriptions and alerts, as `monitoring.yaml` has them."""
    text = resources.files("fabric.views").joinpath("monitoring.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load(text)
    return found


def _watched(build: Build) -> dict[str, dict[str, tuple[Design, SwitchConfig]]]:
    """Return the switches with a gNMI server by fabric and name."""
    found: dict[str, dict[str, tuple[Design, SwitchConfig]]] = {}
    for design, unit in build.units():
        config = build.config(unit)
        if isinstance(config, SwitchConfig) and config.gnmi and config.system.management:
            found.setdefault(design.fabric.name, {})[unit.name] = design, config
    return found


def _asked(config: SwitchConfig) -> list[str]:
    """Return what a switch is asked; nothing where no source names a path of its platform."""
    found = facts()["subscriptions"].items()
    since = {name: row["platforms"].get(config.platform) for name, row in found}
    return [name for name, first in since.items() if first is not None and within(config.release, first, "")]


def _left_out(switches: Watched, targets: Watched) -> str:
    """Return a comment on the switches that nothing is asked of."""
    left = [name for name in switches if name not in targets]
    return f"# Not asked, as no source names their paths: {', '.join(left)}\n" if left else ""


def _gnmic(targets: Watched, port: int) -> dict[str, Any]:
    asked = sorted({name for _, config in targets.values() for name in _asked(config)})
    return {
        "encoding": "json_ietf",
        "targets": {name: _target(config) for name, (_, config) in targets.items()},
        "subscriptions": {
            name: {
                "paths": [facts()["subscriptions"][name]["path"]],
                "mode": "stream",
                "stream-mode": "sample",
                "sample-interval": SAMPLE,
            }
            for name in asked
        },
        "outputs": {
            "prometheus": {
                "type": "prometheus",
                "listen": f":{port}",
                "path": "/metrics",
                "expiration": "60s",
                "metric-prefix": PREFIX,
                "append-subscription-name": False,
                "event-processors": list(PROCESSORS),
            }
        },
        "processors": PROCESSORS,
    }


def _target(config: SwitchConfig) -> dict[str, Any]:
    management, gnmi = config.system.management, config.gnmi
    assert management is not None  # noqa: S101 - `_watched` took no other
    assert gnmi is not None  # noqa: S101
    return {
        "address": f"{management.address.ip}:{gnmi.port}",
        **({"tls-ca": CA} if gnmi.certificate else {"skip-verify": True}),
        "subscriptions": _asked(config),
        "event-tags": {"role": str(config.role), "platform": config.platform},
    }


def _scraped(fabric: str, port: int) -> dict[str, Any]:
    return {
        "rule_files": [f"{fabric}-rules.yaml"],
        "scrape_configs": [
            {
                "job_name": f"{PREFIX}-{fabric}",
                "scrape_interval": SAMPLE,
                "static_configs": [{"targets": [f"localhost:{port}"], "labels": {"fabric": fabric}}],
            }
        ],
    }


def _alerts(fabric: str, targets: Watched) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield name, row and expression of the alerts of which the fabric has the metrics.

    One whose limit differs by switch comes once for each limit.
    """
    for name, row in facts()["alerts"].items():
        told = {switch: found for switch, found in targets.items() if _tells(found[1], row["metrics"])}
        groups = grouped(row["by"], told) if "by" in row else {0.0: [""]} if told else {}
        for limit, switches in sorted(groups.items()):
            only = f',source=~"{"|".join(switches)}"' if "by" in row else ""
            series = (f'{metric(path)}{{fabric="{fabric}"{only}}}' for path in row["metrics"])
            says = row["says"].format(limit=f"{limit:g}")
            yield name, {**row, "says": says}, row["expr"].format(*series, limit=f"{limit:g}")


def _tells(config: SwitchConfig, paths: list[str]) -> bool:
    """Whether a switch is asked for all of some paths."""
    roots = tuple(facts()["subscriptions"][name]["path"] + "/" for name in _asked(config))
    return all(path.startswith(roots) for path in paths)


def _of(row: Mapping[str, Any]) -> str:
    """Return what says which port or session an alert is about; nothing for one about a switch."""
    label = row.get("of", "" if row.get("by") == "sessions" else "interface_name")
    return f" {{{{ $labels.{label} }}}}" if label else ""


def _rules(fabric: str, targets: Watched) -> dict[str, Any]:
    rules = [
        {
            "alert": name,
            "expr": expression,
            "for": row["for"],
            "labels": {"severity": row["severity"]},
            "annotations": {"summary": f"{{{{ $labels.source }}}}{_of(row)}: {row['says']}"},
        }
        for name, row, expression in _alerts(fabric, targets)
    ]
    return {"groups": [{"name": fabric, "rules": [*rules, *_silent(fabric, len(targets))]}]}


def _silent(fabric: str, switches: int) -> Iterator[dict[str, Any]]:
    """Yield alerts on what is no longer told: no news is no good news."""
    counted = metric("/interfaces/interface/state/counters/out-pkts")
    yield {
        "alert": "CollectorSilent",
        "expr": f'up{{job="{PREFIX}-{fabric}"}} == 0',
        "for": "1m",
        "labels": {"severity": "critical"},
        "annotations": {"summary": f"gnmic of {fabric} cannot be scraped"},
    }
    yield {
        "alert": "SwitchSilent",
        "expr": f'count(count by (source) ({counted}{{fabric="{fabric}"}})) < {switches}',
        "for": "2m",
        "labels": {"severity": "critical"},
        "annotations": {
            "summary": f"{{{{ $value }}}} of {switches} switches of {fabric} tell their counters"
        },
    }


def _board(fabric: str, targets: Watched) -> dict[str, Any]:
    """Return a Grafana dashboard: one panel for each alert, with what the alert compares."""
    panels = [
        {
            "id": place,
            "type": "timeseries",
            "title": name,
            "description": row["says"],
            "datasource": {"type": "prometheus", "uid": "${datasource}"},
            "gridPos": {"h": 8, "w": 12, "x": 12 * ((place - 1) % 2), "y": 8 * ((place - 1) // 2)},
            "targets": [
                {
                    "refId": "A",
                    "expr": f"topk(20, {re.sub(r' (>|>=|<) [0-9.e-]+$', '', expression)})",
                    "legendFormat": f"{{{{source}}}}{_of(row).replace('$labels.', '')}",
                }
            ],
        }
        for place, (name, row, expression) in enumerate(_alerts(fabric, targets), start=1)
    ]
    return {
        "uid": f"fabric-{fabric}"[:40],
        "title": f"Fabric {fabric}",
        "schemaVersion": 38,
        "timezone": "utc",
        "refresh": "30s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {"list": [{"name": "datasource", "type": "datasource", "query": "prometheus"}]},
        "panels": panels,
    }


def _yaml(value: object) -> str:
    return str(yaml.safe_dump(value, sort_keys=False, width=1000, allow_unicode=False))
