"""`vtysh` and `frr-reload.py`: what FRR runs and says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.lab.sonic import frr
from fabric.lab.sonic.commands.bgp_state import SUMMARIES, neighbours, summary_text
from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.frr import Line
from fabric.lab.sonic.machine import FRR
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.sonic.machine import Machine
    from fabric.lab.sonic.shell.run import Call, Command

DOWN = Result(1, err="Exiting: failed to connect to any daemons.\n")
NO_MATCH = 2


async def vtysh(call: Call) -> Result:
    """`-c COMMAND`..., `-b` (add the file to what runs), `-C [-f FILE]` (check only), `-f FILE` (add)."""
    given = options(
        call.arguments, "-b -C --dryrun -E -m -n", "-c --command -f --inputfile -d -u --vty_socket"
    )
    source = given.value("-f", "--inputfile")
    if given.has("-C", "--dryrun"):
        return _checked(call, source or FRR)
    if not call.machine.ready:
        return DOWN
    if given.has("-b") or source:
        return _added(call, source or FRR)
    commands = [*given.values.get("-c", ()), *given.values.get("--command", ())]
    if commands and commands[0].split()[:1] in (["configure"], ["conf"]):
        return _typed(call, commands[1:])
    done = Result()
    for command in commands:
        done = done.then(_answer(call, " ".join(command.split())))
        if done.code:
            break
    return done


def _answer(call: Call, command: str) -> Result:
    words = tuple(command.removesuffix(" json").removesuffix(" no-header").split())
    machine = call.machine
    if words in SUMMARIES and not command.endswith(" json"):
        return Result(out=summary_text(machine))
    if words in SUMMARIES:
        return Result(out=json.dumps(SUMMARIES[words](machine), indent=2) + "\n")
    if words[:2] == ("clear", "bgp") or words[:3] == ("clear", "ip", "bgp"):
        return Result()
    if answer := ANSWERS.get(words):
        return Result(out=answer(machine))
    return Result(1, out=f"% Unknown command: {command}\n")


def _written(machine: Machine) -> str:
    machine.files.write(FRR, frr.printed(machine.frr, machine.hostname))
    return "Note: this version of vtysh never writes vtysh.conf\nBuilding Configuration...\n[OK]\n"


ANSWERS: Mapping[tuple[str, ...], Callable[[Machine], str]] = {
    ("show", "running-config"): lambda machine: frr.printed(machine.frr, machine.hostname),
    ("show", "version"): lambda machine: (
        f"FRRouting 10.0.1 ({machine.hostname}) on Linux(6.1.0-29-2-amd64).\n"
    ),
    ("show", "bgp", "neighbors"): lambda machine: json.dumps(neighbours(machine), indent=2) + "\n",
    ("write",): _written,
    ("write", "memory"): _written,
    ("write", "file"): _written,
}


def _checked(call: Call, name: str) -> Result:
    """Parse a file and say what is not known; references are not looked at."""
    try:
        parsed = frr.parse(call.text(name))
    except OSError:
        return Result(1, err=f"% Can't open configuration file {name} due to 'No such file or directory'.\n")
    said = "".join(f"line {n}: % Unknown command[{NO_MATCH}]: {line}\n" for n, line in parsed.unknown)
    return Result(NO_MATCH if said else 0, err=said)


def _added(call: Call, name: str) -> Result:
    """Add a file's lines to what runs; nothing is ever removed."""
    checked = _checked(call, name)
    if not call.machine.files.is_file(call.shell.path(name)):
        return checked
    lines = tuple(dict.fromkeys((*call.machine.frr, *frr.parse(call.text(name)).lines)))
    call.machine.route(lines, call.shell.user, call.token)
    return checked


def _typed(call: Call, commands: list[str]) -> Result:
    """Do what a human types in configuration mode; `no LINE` removes the line and what stands below it."""
    lines = list(call.machine.frr)
    for number, text in enumerate(commands):
        typed = frr.parse("\n".join([*commands[:number], text.removeprefix("no ")]))
        if typed.unknown:
            return Result(NO_MATCH, out=f"% Unknown command: {text}\n")
        line = typed.lines[-1] if typed.lines else None
        if line is not None and text.startswith("no ") and line in lines:
            below = (*line.context, line.text)
            lines = [each for each in lines if each != line and each.context[: len(below)] != below]
        elif line is not None:
            new = Line(line.context, text) if text.startswith("no ") else line
            lines += [new] if new not in lines else []
    call.machine.route(lines, call.shell.user, call.token)
    return Result()


async def frr_reload(call: Call) -> Result:
    """`frr-reload.py --reload FILE` or `--test FILE`.

    Bad lines are left out, good ones applied, and the exit code is 1: it never tells which (FRR #8403).
    """
    given = options(
        call.arguments, "--reload --test --debug --stdout --overwrite", "--bindir --confdir --rundir"
    )
    name = given.rest[0]
    try:
        parsed = frr.parse(call.text(name))
    except OSError:
        return Result(1, err=f"Unable to read new configuration file {name}\n")
    lines = [line for line in parsed.lines if line not in frr.missing_groups(parsed.lines)]
    bad = len(parsed.unknown) + len(parsed.lines) - len(lines)
    if given.has("--test"):
        lie = frr.parse(call.machine.trouble.lie(" ".join(call.words))).lines
        return Result(int(bool(parsed.unknown)), _difference(call.machine.frr, (*lines, *lie)))
    if call.machine.trouble.is_partial(" ".join(call.words)):
        lines = lines[: len(lines) // 2]
    call.machine.route(lines, call.shell.user, call.token)
    return Result(1, err=f'"frr-reload.py" failed to apply {bad} lines\n') if bad else Result()


def _difference(running: tuple[Line, ...], wanted: tuple[Line, ...]) -> str:
    gone = [_path(line, gone=True) for line in running if line not in wanted]
    new = [_path(line, gone=False) for line in wanted if line not in running]
    return "\n".join(
        ["", "Lines To Delete", "===============", *gone, "", "Lines To Add", "============", *new, ""]
    )


def _path(line: Line, *, gone: bool) -> str:
    """Return a line in its nodes, as frr-reload.py's `lines_to_config` writes it (FRR 10 tools)."""
    text = line.text
    if gone:
        text = text.removeprefix("no ") if text.startswith("no ") else f"no {text}"
    return "\n".join(" " * depth + word for depth, word in enumerate((*line.context, text)))


COMMANDS: Mapping[str, Command] = {"vtysh": told(vtysh, 1), "frr-reload.py": told(frr_reload, 1)}
