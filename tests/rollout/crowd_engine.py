"""The engine of a crowd as a process of its own, so that its memory is nobody else's."""

from __future__ import annotations

import json
import resource
import sys
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from fabric.core.source import Folder
from fabric.core.tree import fingerprint
from fabric.drivers import Secrets, connect, entry_of
from fabric.inventory.reader import read_inventory
from fabric.pipeline import registry
from fabric.plan import load
from fabric.rollout import control
from fabric.rollout.world import World


def main(lab: Path, state: Path, plan_file: Path) -> None:
    """Roll the plan out over the lab, and print what it took."""
    rows, forms = read_inventory(Folder(lab), "inventory").rows, registry().platforms
    plan = load(plan_file, datetime.now(UTC))
    platforms = {name: device.platform for name, device in plan.devices.items()}
    commits = []
    sa.event.listen(sa.engine.Engine, "commit", lambda _connection: commits.append(1))

    def driver_for(name):
        entry = entry_of(name, rows[name], platforms[name], lab / "inventory")
        return connect(entry, Secrets({}, Path("/")))

    def fingerprint_of(platform, texts):
        return fingerprint(forms[platform].parse(texts), forms[platform].owned)

    result = control.apply(plan, state, World(driver_for, fingerprint_of), "me")
    used = resource.getrusage(resource.RUSAGE_SELF)
    found = {
        "outcome": str(result.outcome),
        "reason": result.reason,
        "cpu_s": used.ru_utime + used.ru_stime,
        "peak_mib": used.ru_maxrss / 1024,
        "records": len(control.status(state).records),
        "commits": len(commits),
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
