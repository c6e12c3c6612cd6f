"""Files of an EOS device: flash, checkpoints, and the two configurations that count as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.eos.answers import Answer, Code, CommandError

if TYPE_CHECKING:
    from fabric.lab.eos.device import EosDevice

_COPIED = Answer({"messages": ["Copy completed successfully."]}, "Copy completed successfully.\n")
_DONE = Answer(text="")
RUNNING = frozenset({"running-config", "system:/running-config", "system:running-config"})
STARTUP = frozenset({"startup-config", "flash:startup-config", "flash:/startup-config"})


def copy(device: EosDevice, source: str, target: str, user: str) -> Answer:
    """Copy one configuration over another. Raises CommandError."""
    text = read(device, source)
    if target in STARTUP:
        device.startup = text
        device.record("save", source if source not in RUNNING else "", user)
    elif target in RUNNING:
        _merge(device, text, user)
    elif target.startswith(("flash:", "file:")):
        device.files[_path(target)] = text
    else:
        raise CommandError(Code.INVALID, f"Invalid input (at token 2: '{target}')")
    return _COPIED


def replace(device: EosDevice, source: str, user: str) -> Answer:
    """Replace the running configuration by a file, all or nothing. Raises CommandError."""
    if source.startswith("checkpoint:"):
        return restore_checkpoint(device, source.removeprefix("checkpoint:"), user)
    refused = device.replace_from(read(device, source), source, user)
    if refused:
        raise CommandError(Code.FAILED, *(f"% Invalid input: {line}" for line in refused))
    return _DONE


def read(device: EosDevice, source: str) -> str:
    """Return the text of a configuration or a file. Raises CommandError."""
    if source in RUNNING:
        return device.running()
    if source in STARTUP:
        return device.startup
    if source.startswith("checkpoint:"):
        source = f"checkpoint/{source.removeprefix('checkpoint:')}"
    text = device.files.get(_path(source))
    if text is None:
        raise CommandError(Code.FAILED, f"Error opening {source} (No such file or directory)")
    return text


def delete(device: EosDevice, name: str) -> Answer:
    """Remove a file. Raises CommandError when there is none."""
    if device.files.pop(_path(name), None) is None:
        raise CommandError(Code.FAILED, f"% Error deleting {name} (No such file or directory)")
    return _DONE


def listing(device: EosDevice) -> Answer:
    """Return what `dir flash:` prints."""
    rows = "".join(f"       -rw-  {len(text):>12}  {name}\n" for name, text in sorted(device.files.items()))
    names = ["startup-config", *sorted(device.files)]
    return Answer(
        {"messages": [], "urls": {"flash:/": {"entries": {n: {} for n in names}}}},
        f"Directory of flash:/\n\n{rows}",
    )


def save_checkpoint(device: EosDevice, name: str) -> Answer:
    """Keep the running configuration under a name."""
    device.checkpoints[name] = device.tree.copy()
    return _DONE


def restore_checkpoint(device: EosDevice, name: str, user: str) -> Answer:
    """Run a checkpoint. Raises CommandError when there is none of this name."""
    if name not in device.checkpoints:
        raise CommandError(Code.FAILED, f"Checkpoint {name} does not exist")
    device.replace(device.checkpoints[name].copy())
    device.record("load", f"checkpoint:{name}", user)
    return _DONE


def _merge(device: EosDevice, text: str, user: str) -> None:
    lines = (line.strip() for line in text.splitlines())
    try:
        device.edit("\n".join(line for line in lines if line and line != "end" and line[0] != "!"), user)
    except ValueError as rejected:
        raise CommandError(Code.FAILED, str(rejected)) from rejected


def _path(name: str) -> str:
    return name.removeprefix("flash:").removeprefix("file:").lstrip("/")
