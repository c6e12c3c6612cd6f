"""A model of an EOS configuration that takes the lines of a session, one by one.

It knows blocks, `no`, `default` and lists; it keeps text alone and is read back by the parser.
"""

from __future__ import annotations

from fabric.platforms.eos.parse import text_to_tree


class Config:
    """Blocks of lines, as a switch holds them. A line is found again by the words the caller names."""

    def __init__(self, text: str = "") -> None:
        self.lines: dict[tuple[str, ...], dict[str, None]] = {(): {}}
        self.run(text.splitlines())

    def run(self, rows):
        stack: list[tuple[int, tuple[str, ...]]] = [(-1, ())]
        remaining = iter(rows)
        for row in remaining:
            line, indent = row.strip(), len(row) - len(row.lstrip())
            if not line or line[0] == "!" or line in ("exit", "end"):
                continue
            while indent <= stack[-1][0]:
                stack.pop()
            if line.startswith("banner "):
                line = "\n".join((line, *iter(lambda: next(remaining), "EOF"), "EOF"))
            path = stack[-1][1]
            self.take(path, line)
            stack.append((indent, (*path, line)))
        return self

    def take(self, path, line):
        block = self.lines.setdefault(path, {})
        if path:
            self.lines.setdefault(path[:-1], {}).setdefault(path[-1])
        verb, _, rest = line.partition(" ")
        if verb in ("no", "default"):
            block.pop(f"no {rest}", None)
            hit = self.remove(path, rest)
            if verb == "no" and not hit:
                block[line] = None
            return
        block.pop(f"no {line}", None)
        if line.startswith("qos map dscp "):
            self.remap(block, line)
        elif " vlan add " in line or " vlan remove " in line:
            self.relist(block, line)
        else:
            for old in [old for old in block if old != line and same_key(old, line)]:
                del block[old]
            block[line] = None

    def remove(self, path, start):
        """Remove what `no` names: a line or its beginning, a peer with all that is said of it."""
        block = self.lines[path]
        kin = start.removesuffix("peer group") if start.endswith("peer group") else f"{start} "
        named = (old for old in block if old == start or old.startswith((kin, f"{start}\n")))
        gone = [old for old in named if start not in KEYS or key_of(old) in (start, "")]
        for old in gone:
            del block[old]
            for inner in [inner for inner in self.lines if inner[: len(path) + 1] == (*path, old)]:
                del self.lines[inner]
        if start.endswith("peer group"):
            for inner in [inner for inner in self.lines if inner[:-1] == path]:
                self.lines[inner] = {old: None for old in self.lines[inner] if not old.startswith(kin)}
        return bool(gone)

    @staticmethod
    def remap(block, line):
        codes, _, target = line.removeprefix("qos map dscp ").partition(" to ")
        for code in codes.split():
            for old in [old for old in block if old.startswith(f"qos map dscp {code} to ")]:
                del block[old]
            block[f"qos map dscp {code} to {target}"] = None

    @staticmethod
    def relist(block, line):
        head, _, number = line.rpartition(" ")
        key, _, verb = head.rpartition(" ")
        old = next(old for old in block if old.startswith(key))
        members = set(old.removeprefix(key).strip().split(","))
        members = members | {number} if verb == "add" else members - {number}
        del block[old]
        block[f"{key} {','.join(sorted(members, key=int))}"] = None

    def text(self):
        return "\n".join(self.printed(())) + "\n"

    def printed(self, path):
        for line in self.lines.get(path, ()):
            yield "   " * len(path) + line
            yield from self.printed((*path, line))

    def tree(self):
        return text_to_tree(self.text())


KEYS = (
    "aaa accounting commands all default",
    "aaa authentication login default",
    "aaa authorization exec default",
    "bandwidth percent",
    "description",
    "dns domain",
    "error-correction encoding",
    "graceful-restart restart-time",
    "hostname",
    "ingress headroom",
    "ingress resume",
    "ingress threshold",
    "interval",
    "ip address",
    "lldp hold-time",
    "lldp timer",
    "lldp timer reinitialization",
    "match ip address prefix-list",
    "maximum-paths",
    "mtu",
    "platform trident mmu headroom-pool limit",
    "priority-flow-control pause watchdog action",
    "priority-flow-control pause watchdog default polling-interval",
    "priority-flow-control pause watchdog default recovery-time",
    "priority-flow-control pause watchdog default timeout",
    "qos trust",
    "random-detect ecn minimum-threshold",
    "redistribute connected",
    "router-id",
    "service-profile",
    "spanning-tree mode",
    "speed",
)
"""Lines that overwrite each other: the words before their value."""
NAMED = {"username": 1, "neighbor": 2, "ntp": 4, "ingress priority-group": 3, "egress unicast": 4}
"""Lines that overwrite each other when so many words after the first agree."""


def key_of(line):
    """Return the longest key that a line begins with."""
    return max((key for key in KEYS if line.startswith(f"{key} ")), key=len, default="")


def same_key(old, new):
    """Whether one line overwrites the other."""
    if (key := key_of(old)) and key == key_of(new):
        return True
    if "\n" in old:
        return old.partition("\n")[0] == new.partition("\n")[0]
    first = old.split()[0]
    count = NAMED.get(first) or NAMED.get(" ".join(old.split()[:2]))
    return count is not None and old.split()[: count + 1] == new.split()[: count + 1]
