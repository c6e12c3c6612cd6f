"""Commands that print and filter text, and say who and when."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.identity import identity
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell.run import Call, Command

ESCAPES = (("\\n", "\n"), ("\\t", "\t"), ("\\\\", "\\"))


async def echo(call: Call) -> Result:
    """Print words."""
    words = list(call.arguments)
    end = "\n"
    while words[:1] in (["-n"], ["-e"]):
        end = "" if words.pop(0) == "-n" else end
    return Result(out=" ".join(words) + end)


async def printf(call: Call) -> Result:
    """Print a format with `%s` and `%d`, over again while words are left."""
    form, *words = call.arguments
    for written, meant in ESCAPES:
        form = form.replace(written, meant)
    wanted = len(re.findall("%[sd]", form))
    out = ""
    while True:
        taken, words = words[:wanted], words[wanted:]
        out += re.sub("%[sd]", lambda _: taken.pop(0) if taken else "", form)  # noqa: B023 - used at once
        if not words or not wanted:
            return Result(out=out.replace("%%", "%"))


async def grep(call: Call) -> Result:
    """Print the lines that match; 1 when there are none."""
    given = options(call.arguments, "-q -v -i -c -E -F -o -w -s", "-m -e")
    pattern, *names = (given.value("-e"), *given.rest) if given.value("-e") else given.rest
    text = "".join(call.text(name) for name in names) if names else await call.stdin()
    matcher = re.compile(
        re.escape(pattern) if given.has("-F") else pattern, re.IGNORECASE if given.has("-i") else 0
    )
    found = [line for line in text.splitlines() if bool(matcher.search(line)) != given.has("-v")]
    if given.has("-q"):
        return Result(0 if found else 1)
    if given.has("-c"):
        return Result(0 if found else 1, f"{len(found)}\n")
    return Result(0 if found else 1, "".join(f"{line}\n" for line in found))


async def head(call: Call) -> Result:
    """Print the first lines, or the last ones as `tail`."""
    given = options(call.arguments, "", "-n -c")
    text = "".join(call.text(name) for name in given.rest) if given.rest else await call.stdin()
    count = int(given.value("-n") or 10)
    lines = text.splitlines(keepends=True)
    return Result(out="".join(lines[:count] if call.words[0] == "head" else lines[-count:]))


async def count(call: Call) -> Result:
    """`wc -l` and `wc -c`."""
    given = options(call.arguments, "-l -c -w")
    text = "".join(call.text(name) for name in given.rest) if given.rest else await call.stdin()
    number = (
        text.count("\n") if given.has("-l") else len(text.split()) if given.has("-w") else len(text.encode())
    )
    return Result(out=" ".join([str(number), *given.rest]) + "\n")


async def date(call: Call) -> Result:
    """Print the time, UTC."""
    now = datetime.now(UTC)
    form = next((word[1:] for word in call.arguments if word.startswith("+")), "%a %b %d %H:%M:%S UTC %Y")
    return Result(out=now.strftime(form.replace("%s", str(int(now.timestamp())))) + "\n")


async def hostname(call: Call) -> Result:
    """Print the name."""
    return Result(out=identity(call.machine).hostname + "\n")


async def who(call: Call) -> Result:
    """`whoami`, `id -u`, `id -un`."""
    name = "root" if call.shell.root else call.shell.user
    return Result(
        out=("0" if call.shell.root else "1000") + "\n" if call.arguments == ("-u",) else name + "\n"
    )


async def where(call: Call) -> Result:
    """`pwd`."""
    return Result(out=call.shell.folder + "\n")


async def uptime(call: Call) -> Result:
    """Print for how long the device is up."""
    minutes = int(call.machine.uptime // 60)
    return Result(
        out=f" {datetime.now(UTC):%H:%M:%S} up {minutes} min,  1 user,  load average: 0.10, 0.10, 0.10\n"
    )


async def system_name(call: Call) -> Result:
    """`uname`."""
    full = f"Linux {identity(call.machine).hostname} 6.1.0-29-2-amd64 #1 SMP x86_64 GNU/Linux"
    return Result(out=(full if "-a" in call.arguments else "Linux") + "\n")


async def wait(call: Call) -> Result:
    """`sleep SECONDS`."""
    await call.machine.clock.sleep(float(call.arguments[0].removesuffix("s")))
    return Result()


async def succeed(_: Call) -> Result:
    """Do nothing, well."""
    return Result()


async def fail(_: Call) -> Result:
    """Do nothing, badly."""
    return Result(1)


COMMANDS: Mapping[str, Command] = {
    "echo": echo,
    "printf": told(printf),
    "grep": told(grep),
    "head": told(head, 1),
    "tail": told(head, 1),
    "wc": told(count, 1),
    "date": date,
    "hostname": hostname,
    "whoami": who,
    "id": who,
    "pwd": where,
    "uptime": uptime,
    "uname": system_name,
    "sleep": told(wait, 1),
    "true": succeed,
    ":": succeed,
    "false": fail,
    "chmod": succeed,
    "chown": succeed,
    "stty": succeed,
    "logger": succeed,
}
