"""Commands that handle files: cat, cp, mv, rm, mkdir, ls, test, tee, sums, sync."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.files import may_write
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.sonic.shell.run import Call, Command

ABSENT = "No such file or directory"
DENIED = "Permission denied"


async def cat(call: Call) -> Result:
    """Print files, or standard input."""
    names = options(call.arguments, "-n -s").rest or ("-",)
    done = Result()
    for name in names:
        if name == "-":
            done = done.then(Result(done.code, await call.stdin()))
            continue
        if call.shell.path(name) == "/proc/uptime":
            done = done.then(Result(done.code, f"{call.machine.uptime:.2f} {call.machine.uptime:.2f}\n"))
            continue
        try:
            done = done.then(Result(done.code, call.text(name)))
        except IsADirectoryError:
            done = done.then(Result(1, err=f"cat: {name}: Is a directory\n"))
        except FileNotFoundError:
            done = done.then(Result(1, err=f"cat: {name}: {ABSENT}\n"))
    return done


async def copy(call: Call) -> Result:
    """Copy files to a file or into a folder."""
    first, *others, target = options(call.arguments, "-p -f -a -r -v").rest
    done = Result()
    for source in (first, *others):
        done = done.then(_copied(call, source, target, done.code))
    return done


async def move(call: Call) -> Result:
    """Rename files, over those that are there."""
    first, *others, target = options(call.arguments, "-f -v").rest
    done = Result()
    for source in (first, *others):
        moved = _copied(call, source, target, done.code)
        if not moved.code and call.shell.path(source) != call.shell.path(target):
            call.machine.files.remove(call.shell.path(source))
        done = done.then(moved)
    return done


def _copied(call: Call, source: str, target: str, code: int) -> Result:
    files, name = call.machine.files, call.words[0]
    path = call.shell.path(target)
    if files.is_folder(path):
        path = f"{path}/{source.rpartition('/')[2]}"
    if not may_write(path, root=call.shell.root):
        return Result(1, err=f"{name}: cannot create regular file '{target}': {DENIED}\n")
    try:
        content = files.read(call.shell.path(source))
    except OSError:
        return Result(1, err=f"{name}: cannot stat '{source}': {ABSENT}\n")
    try:
        files.write(path, content)
    except OSError:
        return Result(1, err=f"{name}: cannot create regular file '{target}': {ABSENT}\n")
    return Result(code)


async def remove(call: Call) -> Result:
    """Delete files; `-f` is silent about those that are not there, `-r` takes folders."""
    given = options(call.arguments, "-f -r -R -v")
    done = Result()
    for name in given.rest:
        path = call.shell.path(name)
        if call.machine.files.is_folder(path) and given.has("-r", "-R"):
            call.machine.files.remove_tree(path)
        elif call.machine.files.is_folder(path):
            done = done.then(Result(1, err=f"rm: cannot remove '{name}': Is a directory\n"))
        elif not call.machine.files.is_file(path):
            done = (
                done
                if given.has("-f")
                else done.then(Result(1, err=f"rm: cannot remove '{name}': {ABSENT}\n"))
            )
        elif not may_write(path, root=call.shell.root):
            done = done.then(Result(1, err=f"rm: cannot remove '{name}': {DENIED}\n"))
        else:
            call.machine.files.remove(path)
    return done


async def make_folder(call: Call) -> Result:
    """Make folders; `-p` also those above, and minds not if one is there."""
    given = options(call.arguments, "-p -v", "-m")
    for name in given.rest:
        path = call.shell.path(name)
        if not may_write(f"{path}/", root=call.shell.root):
            return Result(1, err=f"mkdir: cannot create directory '{name}': {DENIED}\n")
        if call.machine.files.is_folder(path) and not given.has("-p"):
            return Result(1, err=f"mkdir: cannot create directory '{name}': File exists\n")
        call.machine.files.make_folder(path)
    return Result()


async def listing(call: Call) -> Result:
    """List names, one a line."""
    done = Result()
    for name in options(call.arguments, "-1 -l -a -d -t -r").rest or (".",):
        path = call.shell.path(name)
        if call.machine.files.is_file(path):
            done = done.then(Result(done.code, f"{name}\n"))
        elif call.machine.files.is_folder(path):
            names = call.machine.files.names(path)
            done = done.then(Result(done.code, "".join(f"{n}\n" for n in names)))
        else:
            done = done.then(Result(2, err=f"ls: cannot access '{name}': {ABSENT}\n"))
    return done


async def tee(call: Call) -> Result:
    """Write standard input to files and print it."""
    given = options(call.arguments, "-a")
    content = await call.stdin()
    done = Result(out=content)
    for name in given.rest:
        path = call.shell.path(name)
        if not may_write(path, root=call.shell.root):
            done = done.then(Result(1, err=f"tee: {name}: {DENIED}\n"))
            continue
        try:
            old = (
                call.machine.files.text(path) if given.has("-a") and call.machine.files.is_file(path) else ""
            )
            call.machine.files.write(path, old + content)
        except OSError:
            done = done.then(Result(1, err=f"tee: {name}: {ABSENT}\n"))
    return done


async def touch(call: Call) -> Result:
    """Make empty files."""
    for name in options(call.arguments, "-c").rest:
        path = call.shell.path(name)
        if not may_write(path, root=call.shell.root):
            return Result(1, err=f"touch: cannot touch '{name}': {DENIED}\n")
        if not call.machine.files.is_file(path):
            call.machine.files.write(path, b"")
    return Result()


def summing(algorithm: str) -> Command:
    """Return the command that prints sums of files: `SUM  NAME`; `-c` is not there."""

    async def run(call: Call) -> Result:
        done = Result()
        for name in options(call.arguments, "-b -t").rest or ("-",):
            try:
                content = (
                    (await call.stdin()).encode()
                    if name == "-"
                    else call.machine.files.read(call.shell.path(name))
                )
            except OSError:
                done = done.then(Result(1, err=f"{call.words[0]}: {name}: {ABSENT}\n"))
                continue
            done = done.then(Result(done.code, f"{hashlib.new(algorithm, content).hexdigest()}  {name}\n"))
        return done

    return told(run, 1)


async def compare(call: Call) -> Result:
    """`cmp` and `diff -q`: 0 when two files are the same, else 1; 2 when one is not there."""
    first, second = options(call.arguments, "-s -q -u").rest
    try:
        same = call.text(first) == call.text(second)
    except OSError:
        return Result(2, err=f"{call.words[0]}: {ABSENT}\n")
    return Result(0 if same else 1, "" if same or "-s" in call.arguments else f"{first} {second} differ\n")


async def sync(call: Call) -> Result:
    """Bring everything to disk."""
    call.machine.files.sync()
    return Result()


async def test(call: Call) -> Result:
    """`test` and `[`: files, strings and numbers, one condition with an optional `!`."""
    words = list(call.arguments)
    if call.words[0] == "[" and (not words or words.pop() != "]"):
        return Result(2, err="-bash: [: missing `]'\n")
    negated = words[:1] == ["!"]
    held = _holds(call, words[1:] if negated else words)
    return Result(int(held == negated))


def _holds(call: Call, words: list[str]) -> bool:
    path = call.shell.path(words[-1]) if words else ""
    unary: dict[str, Callable[[], bool]] = {
        "-f": lambda: call.machine.files.is_file(path),
        "-d": lambda: call.machine.files.is_folder(path),
        "-e": lambda: call.machine.files.is_file(path) or call.machine.files.is_folder(path),
        "-r": lambda: call.machine.files.is_file(path),
        "-s": lambda: call.machine.files.is_file(path) and bool(call.machine.files.read(path)),
        "-z": lambda: not words[-1],
        "-n": lambda: bool(words[-1]),
    }
    if len(words) == 2:  # noqa: PLR2004 - operator and operand
        return unary[words[0]]() if words[0] in unary else False
    if len(words) == 3:  # noqa: PLR2004 - left, operator, right
        return _compared(*words)
    return bool(words) and bool(words[0])


def _compared(left: str, operator: str, right: str) -> bool:
    if operator in {"=", "==", "!="}:
        return (left == right) == (operator != "!=")
    numbers = {
        "-eq": lambda a, b: a == b, "-ne": lambda a, b: a != b, "-lt": lambda a, b: a < b,
        "-le": lambda a, b: a <= b, "-gt": lambda a, b: a > b, "-ge": lambda a, b: a >= b,
    }  # fmt: skip
    return bool(numbers[operator](int(left), int(right)))


COMMANDS: Mapping[str, Command] = {
    "cat": told(cat, 1),
    "cp": told(copy, 1),
    "mv": told(move, 1),
    "rm": told(remove, 1),
    "mkdir": told(make_folder, 1),
    "ls": told(listing),
    "tee": told(tee, 1),
    "touch": told(touch, 1),
    "sha256sum": summing("sha256"),
    "md5sum": summing("md5"),
    "cmp": told(compare),
    "diff": told(compare),
    "sync": sync,
    "test": told(test),
    "[": told(test),
}
