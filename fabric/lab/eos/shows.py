"""The `show` commands: which there are, their pipes, and those about configuration."""

from __future__ import annotations

import difflib
import time
from typing import TYPE_CHECKING

from fabric.lab.eos.answers import Answer, Code, CommandError
from fabric.lab.eos.bgp import BGP_SHOWS
from fabric.lab.eos.config import commands, diff, load, printed
from fabric.lab.eos.counters import COUNTER_SHOWS
from fabric.lab.eos.ports import PORT_SHOWS
from fabric.lab.faults import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.eos.config import Block
    from fabric.lab.eos.device import EosDevice
    from fabric.lab.eos.sessions import Session

    Show = Callable[[EosDevice], Mapping[str, object]]

MEMORY_KB = 65536000


def show(device: EosDevice, text: str, session: Session | None) -> Answer:
    """Answer a show command, with its pipe. Raises CommandError."""
    command, _, pipe = (part.strip() for part in text.partition("|"))
    answer = _configuration(device, command, session)
    if answer is None:
        made = SHOWS.get(_canonical(command))
        if made is None:
            raise _unknown(command)
        answer = Answer(made(device))
    return _piped(answer, pipe)


def version(device: EosDevice) -> Mapping[str, object]:
    """`show version`, with the keys of EOS 4.36."""
    mac, serial = device.lab.mac, device.lab.serial
    if device.impostor():
        mac, serial = "02:00:00:00:de:ad", f"X{serial}"
    return {
        "mfgName": "Arista",
        "modelName": device.lab.model,
        "hardwareRevision": "11.00",
        "serialNumber": serial,
        "systemMacAddress": mac,
        "hwMacAddress": mac,
        "configMacAddress": "00:00:00:00:00:00",
        "version": device.lab.release,
        "architecture": "x86_64",
        "internalVersion": f"{device.lab.release}-lab",
        "internalBuildId": "00000000-0000-0000-0000-000000000000",
        "imageFormatVersion": "3.0",
        "imageOptimization": "Default",
        "kernelVersion": "5.10",
        "bootupTimestamp": time.time() - device.uptime,
        "uptime": device.uptime,
        "memTotal": MEMORY_KB,
        "memFree": MEMORY_KB // 2,
        "isIntlVersion": False,
    }


def hostname(device: EosDevice) -> Mapping[str, object]:
    """`show hostname`."""
    domain = device.tree.entries.get("dns domain")
    name = device.hostname()
    return {"hostname": name, "fqdn": f"{name}.{domain.text.split()[-1]}" if domain else name}


def inventory(device: EosDevice) -> Mapping[str, object]:
    """`show inventory`: the chassis and one transceiver per cabled port."""
    slots = {
        str(number): {
            "mfgName": "Arista Networks",
            "modelName": "OSFP-800G-2XDR4",
            "serialNum": f"{device.lab.serial}T{number:03}",
            "hardwareRev": "20",
        }
        for number, _ in enumerate(device.lab.ports, 1)
    }
    system = {"name": device.lab.model, "serialNum": version(device)["serialNumber"], "hwEpoch": "11.00"}
    return {"systemInformation": system, "xcvrSlots": slots, "powerSupplySlots": {}, "fanTraySlots": {}}


def _configuration(device: EosDevice, command: str, session: Session | None) -> Answer | None:
    """Answer what is about configurations and sessions; None for any other command."""
    words = command.replace(" sanitized", "").split()[1:]
    match words:
        case ["session-config", "named", name, *rest]:
            return _candidate(device, device.sessions.named(name), rest)
        case ["session-config", *rest] if session:
            return _candidate(device, session, rest)
        case ["configuration", "sessions", *detail]:
            return Answer(device.sessions.report(device.release, detail=bool(detail)))
    made = _CONFIGURATION.get(" ".join(words))
    return made(device) if made else None


def _candidate(device: EosDevice, session: Session, rest: list[str]) -> Answer:
    if rest == ["diffs"]:
        faults, said = device.world.faults, "show session-config diffs"
        if mixed := faults.take(device.lab.name, said, Kind.MIXED_UP):
            other, _ = load(mixed.line or "hostname somebody-else", device.tree)
            return Answer(None, diff(device.tree, other, "another"))
        lie = faults.take(device.lab.name, said, Kind.LIE)
        shown = load(lie.line, session.tree)[0] if lie else session.tree
        return Answer(None, diff(device.tree, shown, session.name))
    return _whole(device, f"show session-config named {session.name}", session.tree)


def _whole(device: EosDevice, command: str, tree: Block) -> Answer:
    header = _header(device, command)
    text = device.running() if tree is device.tree else "\n".join(printed(tree)) + "\n"
    data = {"header": header.splitlines(), "comments": [], "cmds": commands(tree)}
    return Answer(data, header + text)


def _header(device: EosDevice, command: str) -> str:
    about = f"({device.lab.model}, EOS-{device.lab.release})"
    return f"! Command: {command}\n! device: {device.hostname()} {about}\n"


def _unsaved(device: EosDevice) -> str:
    saved, _ = load(device.startup, device.factory)
    lines = difflib.unified_diff(
        printed(saved),
        printed(device.tree),
        "startup-config",
        "running-config",
        lineterm="",
    )
    return "".join(f"{line}\n" for line in lines)


def _canonical(command: str) -> str:
    return command.replace("show ip bgp summary vrf all", "show ip bgp summary")


def _unknown(command: str) -> CommandError:
    """Return EOS's error: it names the first word after which no command goes on."""
    words = command.split()
    for token in range(1, len(words)):
        start = " ".join(words[: token + 1])
        if not any(known == start or known.startswith(f"{start} ") for known in SHOWS):
            return CommandError(Code.INVALID, f"Invalid input (at token {token}: '{words[token]}')")
    last = len(words) - 1
    return CommandError(Code.INVALID, f"Incomplete command (at token {last}: '{words[last]}')")


def _piped(answer: Answer, pipe: str) -> Answer:
    if pipe in {"", "json", "no-more"}:
        return answer
    how, _, wanted = pipe.partition(" ")
    lines = answer.as_text().splitlines()
    if how in {"include", "grep"}:
        kept = [line for line in lines if wanted in line]
    elif how == "exclude":
        kept = [line for line in lines if wanted not in line]
    elif how == "section":
        kept = _section(lines, wanted)
    else:
        raise CommandError(Code.INVALID, f"Invalid input (at token 0: '{how}')")
    return Answer(None, "".join(f"{line}\n" for line in kept))


def _section(lines: list[str], wanted: str) -> list[str]:
    kept: list[str] = []
    inside = False
    for line in lines:
        if not line.startswith(" "):
            inside = wanted in line
        if inside:
            kept.append(line)
    return kept


_CONFIGURATION: dict[str, Callable[[EosDevice], Answer]] = {
    "running-config": lambda device: _whole(device, "show running-config", device.shown),
    "running-config all": lambda device: _whole(device, "show running-config all", device.shown),
    "running-config diffs": lambda device: Answer(None, _unsaved(device)),
    "startup-config": lambda device: Answer(None, _header(device, "show startup-config") + device.startup),
    "configuration checkpoints": lambda device: Answer(
        {"checkpoints": {name: {} for name in device.checkpoints}, "maxCheckpoints": 20}
    ),
    "logging": lambda device: Answer(None, "".join(f"{line}\n" for line in device.syslog)),
}

SHOWS: dict[str, Show] = {
    "show version": version,
    "show version detail": version,
    "show hostname": hostname,
    "show inventory": inventory,
    **PORT_SHOWS,
    **BGP_SHOWS,
    **COUNTER_SHOWS,
}
