"""Plans and changes for people and machines."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.core.names import listing, natural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.core.tree import Edit
    from fabric.plan import Changes, Plan
    from fabric.platforms.form import Patch

SIGNS = {"add": "+", "remove": "-", "replace": "~"}
PAINT = {"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m"}
RESET = "\x1b[0m"


def edit_text(edit: Edit, *, colour: bool = False) -> str:
    """Return one edit: sign, path, and old and new value."""
    sign = SIGNS[edit.kind]
    path = " > ".join(edit.path)
    value = {"add": edit.new, "remove": edit.old, "replace": f"{edit.old} -> {edit.new}"}[edit.kind] or ""
    line = f"{sign} {path}" + (f": {value}" if value else "")
    return f"{PAINT[sign]}{line}{RESET}" if colour else line


def class_word(patch: Patch) -> str:
    """Return the change class as people write it: `link-flap`."""
    return patch.change_class.name.lower().replace("_", "-")


def patches_text(patches: Mapping[str, Patch], *, colour: bool = False) -> Iterable[str]:
    """Yield changes, equal ones once with all their devices."""
    groups: defaultdict[tuple[Edit, ...], list[str]] = defaultdict(list)
    for name, patch in patches.items():
        groups[patch.edits].append(name)
    for edits, names in groups.items():
        shown = sorted(names, key=natural)
        plural = "" if len(edits) == 1 else "s"
        yield f"{listing(shown, len(shown))}: {len(edits)} change{plural}, {class_word(patches[shown[0]])}"
        yield from (f"  {edit_text(edit, colour=colour)}" for edit in edits)


def changes_text(changes: Changes, *, colour: bool = False) -> str:
    """Return what differs between two builds."""
    lines = list(patches_text(changes.changed, colour=colour))
    lines += [f"+ {name}: new unit" for name in changes.added]
    lines += [f"- {name}: unit removed" for name in changes.removed]
    if changes.rewritten:
        lines.append(f"same meaning, other text: {listing(changes.rewritten, len(changes.rewritten))}")
    counts = (
        f"{len(changes.added)} to add, {len(changes.changed)} to change, {len(changes.removed)} to remove"
    )
    return "\n".join([*lines, f"Changes: {counts}"])


def patch_json(patch: Patch) -> dict[str, object]:
    """Return one unit's change as plain data."""
    edits = [{"kind": e.kind, "path": list(e.path), "old": e.old, "new": e.new} for e in patch.edits]
    return {"class": class_word(patch), "edits": edits}


def changes_json(changes: Changes) -> str:
    """Return what differs between two builds as JSON."""
    content = {
        "schema": "fabric-changes/1",
        "changed": {name: patch_json(patch) for name, patch in changes.changed.items()},
        "added": list(changes.added),
        "removed": list(changes.removed),
        "rewritten": list(changes.rewritten),
    }
    return json.dumps(content, indent=2)


def plan_text(plan: Plan, *, colour: bool = False, summary: bool = False) -> str:
    """Return a plan: waves, then changes (unless in summary), then the line that counts."""
    lines = [f"Fabric {plan.site}/{plan.fabric}  intent {plan.intent_digest[:12]}  plan {plan.digest[7:19]}"]
    lines.append(f"made {plan.created}, expires {plan.expires}, limits `{plan.constraints.profile}`")
    for number, wave in enumerate(plan.waves, 1):
        names = listing(wave.devices, len(wave.devices))
        lines.append(f"wave {number} `{wave.name}`: {names}, soak {wave.soak_s} s")
    patches = {name: device.patch for name, device in plan.devices.items()}
    changes = patches_text(patches, colour=colour)
    lines += (line for line in changes if not (summary and line.startswith(" ")))
    waves = "1 wave" if len(plan.waves) == 1 else f"{len(plan.waves)} waves"
    lines.append(f"Plan: {len(plan.devices)} to change in {waves}")
    return "\n".join(lines)


def plan_json(plan: Plan) -> str:
    """Return a plan as JSON for machines; the plan file itself is for `apply`."""
    content = {
        "schema": "fabric-plan-view/1",
        "site": plan.site,
        "fabric": plan.fabric,
        "digest": plan.digest,
        "created": plan.created,
        "expires": plan.expires,
        "waves": [{"name": w.name, "devices": list(w.devices), "soak_s": w.soak_s} for w in plan.waves],
        "devices": {name: patch_json(device.patch) for name, device in plan.devices.items()},
    }
    return json.dumps(content, indent=2)
