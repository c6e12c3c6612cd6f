"""The words of a review, the same in every form."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from fabric.core.names import folded, runs
from fabric.plan.groups import having
from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.core.tree import Edit
    from fabric.plan.allow import Allowance
    from fabric.plan.groups import Group, Member
    from fabric.plan.review import Review, Turn

SIGNS = {"add": "+", "remove": "-", "change": "~", "replace": "~"}
PLURALS = {"leaf": "leaves", "subnet-manager": "subnet managers"}
MOST_PATTERNS = 4
MOST_PORTS = 6
MOST_NAMED = 4
"""Devices of a wave that are named one by one: who a canary is, is asked first."""
LONG_VALUE = 5
"""Words from which on only what differs of a value is shown."""
MINUTE = 60
_SPAN = re.compile(r"\[(\d+)-(\d+)\]")
DISRUPTIVE = ChangeClass.SESSION_RESET
"""From this class on, traffic notices."""
DOING = {"delete": "takes something away", "identity": "changes who a device is"}


def class_word(kind: ChangeClass) -> str:
    """Return a class as people write it: `link-flap`."""
    return kind.name.lower().replace("_", "-")


def printable(text: str) -> str:
    """Return a text that cannot move a cursor: it may come from a device or a stranger's YAML."""
    return "".join(c if c.isprintable() else " " for c in text)


def counted(number: int, word: str, plural: str = "") -> str:
    """Return a number with its word: `1 leaf`, `127 leaves`."""
    return f"{number} {word}" if number == 1 else f"{number} {plural or PLURALS.get(word, word + 's')}"


def devices_word(group: Group) -> str:
    """Return how many of what a group is: `127 leaves`."""
    roles = {member.role for member in group.members}
    return counted(len(group.members), roles.pop() if len(roles) == 1 else "device")


def names_word(names: Iterable[str], most: int = MOST_PATTERNS) -> str:
    """Return names as few patterns: `pod[1-16]-leaf[1-8]`."""
    patterns = folded(names)
    if len(patterns) <= most:
        return ", ".join(patterns)
    largest = sorted(patterns, key=lambda pattern: -_matched(pattern))
    rest = sum(map(_matched, largest[most:]))
    return f"{', '.join(largest[:most])} and {rest} more"


def _matched(pattern: str) -> int:
    """Return how many names a folded pattern stands for."""
    return math.prod(int(last) - int(first) + 1 for first, last in _SPAN.findall(pattern))


def edit_word(edit: Edit) -> str:
    """Return one edit on one line: sign, path, and old and new value."""
    path = " > ".join(edit.path)
    value = (edit.new if edit.kind == "add" else edit.old) or ""
    if edit.kind == "replace":
        value = _replaced(edit.old or "", edit.new or "")
    return printable(f"{SIGNS[edit.kind]} {path}" + (f": {value}" if value else ""))


def _replaced(old: str, new: str) -> str:
    """Return old and new value; of long ones, what differs with the word before it."""
    before, after = old.split(), new.split()
    if max(len(before), len(after)) < LONG_VALUE:
        return f"{old} -> {new}"
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    if len(before) == len(after):
        return ", ".join(
            f"{f'{before[at - 1]} ' if at else ''}{old_word} -> {new_word}"
            for at, (old_word, new_word) in enumerate(zip(before, after, strict=True))
            if old_word != new_word
        )
    first = max(same - 1, 0)
    was, now = (" ".join(words[first : len(words) - tail]) for words in (before, after))
    return f"{'... ' if first else ''}{was} -> {now}{' ...' if tail else ''}"


def numbers_word(numbers: Sequence[int]) -> str:
    """Return numbers in runs: `1-3, 5`."""
    spans = runs(sorted(numbers))
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def rails_word(rails: Sequence[int]) -> str:
    """Return which rails."""
    return f"rail{'s' if len(rails) > 1 else ''} {numbers_word(rails)}"


def groups_word(numbers: Sequence[int]) -> str:
    """Return which groups: `groups 3-4`."""
    return f"group{'s' if len(numbers) > 1 else ''} {numbers_word(numbers)}"


def shared_word(group: Group, groups: Sequence[Group]) -> str:
    """Return who else has it, with more: `with 2 devices that change more (groups 3-4): 128 in all`."""
    more = having(group, groups)
    if not more:
        return ""
    count = sum(len(other.members) for other in more)
    who = f"{counted(count, 'device')} that {'change' if count > 1 else 'changes'} more"
    where = groups_word([other.number for other in more])
    return f"with {who} ({where}): {count + len(group.members)} in all"


def waves_word(group: Group) -> str:
    """Return in which waves a group goes."""
    if not group.waves:
        roles = {member.role for member in group.members}
        return "by your own tooling" if group.kind != "remove" and roles <= {"host", "dpu"} else ""
    return f"wave {group.waves[0]}" if len(group.waves) == 1 else f"waves {numbers_word(group.waves)}"


def time_word(seconds: int) -> str:
    """Return a time as people say it: `2 h 10 min`."""
    hours, minutes = divmod(-(-seconds // MINUTE), MINUTE)
    if seconds < MINUTE:
        return f"{seconds} s"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def impact_words(group: Group) -> tuple[str, ...]:
    """Return what traffic notices of a group, one thing each; nothing when it notices nothing."""
    words = []
    if group.flaps:
        words.append(f"{counted(group.flaps, 'port')} {'flaps' if group.flaps == 1 else 'flap'}")
    if group.sessions:
        words.append(f"{counted(group.sessions, 'session')} {'resets' if group.sessions == 1 else 'reset'}")
    if stalls := sum(len(member.impact.stalls) for member in group.members):
        words.append(f"buffers of {counted(stalls, 'port')} are programmed anew")
    if group.gpus:
        rails = f" on {rails_word(group.rails)}" if group.rails else ""
        words.append(f"{counted(group.gpus, 'GPU')} behind them{rails}")
    if group.capacity:
        words.append(f"up to {group.capacity:.3g} % of a switch's uplinks out at once")
    return tuple(words)


def ports_words(group: Group) -> tuple[str, ...]:
    """Return the ports that flap, by device."""
    return tuple(_ports(member) for member in group.members if member.impact.flaps)


def _ports(member: Member) -> str:
    ports = member.impact.flaps
    rest = f" and {len(ports) - MOST_PORTS} more" if len(ports) > MOST_PORTS else ""
    return f"{member.name}: {', '.join(ports[:MOST_PORTS])}{rest}"


def cables_word(review: Review) -> str:
    """Return how many links flap, and which: `2 links flap: pod1-host1 rail2 - ...`."""
    names = review.cables
    rest = f" and {len(names) - MOST_PORTS} more" if len(names) > MOST_PORTS else ""
    flap = f"{counted(len(names), 'link')} {'flaps' if len(names) == 1 else 'flap'}"
    return f"{flap}: {', '.join(names[:MOST_PORTS])}{rest}"


def headline(review: Review) -> str:
    """Return the line that counts."""
    counts = ", ".join(
        f"{review.count(kind)} to {word}"
        for kind, word in (("add", "add"), ("change", "change"), ("remove", "remove"))
    )
    numbers = [
        group.number for group in review.groups if group.change_class >= DISRUPTIVE and group.kind == "change"
    ]
    which = f" ({numbers_word(numbers)})" if numbers and len(review.groups) > 1 else ""
    most = f"; {counted(len(numbers), 'group')} that traffic notices{which}" if numbers else ""
    return f"{counts}{most}"


def total_words(review: Review) -> str:
    """Return what traffic notices of the whole."""
    if not review.gpus:
        return "notices nothing"
    rails = f", {rails_word(review.rails)}" if review.rails else ""
    share = f", up to {review.capacity:.3g} % of a switch's uplinks out at once" if review.capacity else ""
    return f"{counted(review.gpus, 'GPU')} behind {_noticed(review)}{rails}{share}"


def _noticed(review: Review) -> str:
    """Return what those GPUs notice, of what happens at all."""
    impacts = [member.impact for group in review.groups for member in group.members]
    verbs = [
        verb
        for verb, happens in (
            ("flap", any(impact.flaps for impact in impacts)),
            ("stall", any(impact.stalls for impact in impacts)),
            ("lose their session", any(impact.sessions for impact in impacts)),
        )
        if happens
    ]
    return f"ports that {' or '.join(verbs or ['change'])}"


def turn_word(turn: Turn) -> str:
    """Return one wave on one line."""
    soak = f", soak {time_word(turn.soak_s)}" if turn.soak_s else ""
    apart = f" in {batches_word(turn)}" if turn.batches > 1 else ""
    which = f" ({', '.join(turn.devices)})" if len(turn.devices) <= MOST_NAMED else ""
    return f"{turn.number} `{turn.name}`: {counted(len(turn.devices), 'device')}{which}{apart}{soak}"


def batches_word(turn: Turn) -> str:
    """Return in how many batches a wave goes, and what keeps it from going at once."""
    return f"{counted(turn.batches, 'batch', 'batches')}" + (f" ({turn.binding})" if turn.binding else "")


def eta_word(review: Review) -> str:
    """Return how long it takes."""
    soaks = sum(turn.soak_s for turn in review.turns)
    of_which = f", of which {time_word(soaks)} soak" if soaks else ""
    waves = counted(len(review.turns), "wave")
    return f"{waves}, at most {time_word(review.most_s)} when every gate passes{of_which}"


def allowance_word(one: Allowance) -> str:
    """Return what has to be allowed, and how."""
    return f"{DOING[one.kind]} on {counted(len(one.devices), 'device')}: `apply` needs `{one.flag}`"


def outside_devices(review: Review) -> dict[str, int]:
    """Return how many edits undo what somebody else changed, by device."""
    return {
        member.name: group.outside for group in review.groups if group.outside for member in group.members
    }
