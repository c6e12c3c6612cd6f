"""What the page of a review costs: to write it, and a browser to open it, for 1,000 different devices."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.cost import cpu_seconds
from fabric.core.tree import Edit
from fabric.plan.groups import Member, Shown, grouped
from fabric.plan.impact import Impact
from fabric.plan.review import Review
from fabric.platforms.form import ChangeClass
from fabric.views.review_html import review_html

DEVICES, EDITS = 1_000, 40
BROWSER = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--dump-dom",
)  # fmt: skip


def measured() -> dict[str, float]:
    """Return CPU seconds to group and write the page, its MB, and CPU seconds that opening it adds."""
    before = cpu_seconds()
    text = review_html(_review())
    found = {"write_cpu_s": cpu_seconds() - before, "mb": len(text.encode()) / 1e6}
    if shutil.which("chromium") is None:
        return found
    with tempfile.TemporaryDirectory() as folder:
        pages = {"blank": "<!doctype html><title>x</title>", "page": text}
        costs = {name: _opened(Path(folder), name, page) for name, page in pages.items()}
    return found | {"open_cpu_s": costs["page"] - costs["blank"]}


def _opened(folder: Path, name: str, text: str) -> float:
    file = folder / f"{name}.html"
    file.write_text(text, encoding="utf-8")
    before = cpu_seconds()
    command = ["chromium", *BROWSER, f"--user-data-dir={folder / name}", file.as_uri()]
    subprocess.run(command, capture_output=True, check=True)
    return cpu_seconds() - before


def _review() -> Review:
    members = [_member(number) for number in range(1, DEVICES + 1)]
    return Review("dc1", ("backend",), "a", "b", grouped(members), ())


def _member(number: int) -> Member:
    name = f"pod{number // 32 + 1}-leaf{number % 32 + 1}"
    edits = [Edit((f"interface Ethernet{port}/1", "mtu"), "9000", str(number)) for port in range(EDITS)]
    shown = tuple(Shown(edit, ChangeClass.LINK_FLAP) for edit in edits)
    impact = Impact(
        flaps=tuple(edit.path[0] for edit in edits), behind={f"{name}/x": 8}, rails=(number % 8 + 1,)
    )
    return Member(name, "eos", "leaf", shown=shown, change_class=ChangeClass.LINK_FLAP, impact=impact, wave=1)
