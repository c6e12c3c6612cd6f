"""Execute a parsed script against the commands of a device."""

from __future__ import annotations

import posixpath
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.lab.sonic.files import may_write
from fabric.lab.sonic.record import token_in
from fabric.lab.sonic.shell.syntax import Group, If, parse
from fabric.lab.sonic.shell.tokens import Kind, ShellSyntaxError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.machine import Machine
    from fabric.lab.sonic.shell.syntax import Part, Pipeline, Redirection, Script, Simple
    from fabric.lab.sonic.shell.tokens import Piece, Word

NOT_FOUND = 127
SYNTAX = 2
FOLDERS_OF_COMMANDS = frozenset(
    {"", "/bin", "/usr/bin", "/usr/local/bin", "/usr/sbin", "/sbin", "/usr/lib/frr"}
)
WRAPPERS = frozenset({"bash", "flock", "nohup", "sh", "sudo", "timeout"})

Stdin = Callable[[], Awaitable[str]]
Command = Callable[["Call"], Awaitable["Result"]]


class PowerLostError(Exception):
    """The device went down while the script ran; what came after was never executed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command leaves: exit code, standard output, standard error."""

    code: int = 0
    out: str = ""
    err: str = ""
    leaves: bool = False
    """`exit` was called: nothing of the script follows."""

    def then(self, later: Result) -> Result:
        """Return both outputs in order, with the later end."""
        return replace(later, out=self.out + later.out, err=self.err + later.err)


@dataclass(slots=True)
class Shell:
    """Who runs commands and where. `container` is the docker container, empty on the host."""

    machine: Machine
    commands: Mapping[str, Command]
    user: str
    root: bool = False
    container: str = ""
    folder: str = "/home/admin"
    variables: dict[str, str] = field(default_factory=dict)
    strict: bool = False
    """`set -e`: the first failure ends the script."""
    origin: str = ""
    """The whole script that came in: where a command's token is looked for next."""

    def path(self, name: str) -> str:
        """Return the absolute path on the host: the bgp container sees `/etc/sonic/frr` as `/etc/frr`."""
        full = posixpath.normpath(posixpath.join(self.folder, name))
        if self.container == "bgp" and (full == "/etc/frr" or full.startswith("/etc/frr/")):
            return "/etc/sonic/frr" + full.removeprefix("/etc/frr")
        return full

    async def run(self, script: str, stdin: Stdin | None = None) -> Result:
        """Run a script; a syntax error is a result like any other. Raises PowerLostError."""
        try:
            parsed = parse(script)
        except ShellSyntaxError as error:
            return Result(SYNTAX, err=f"-bash: {error}\n")
        return await _script(self, parsed, stdin or nothing)

    async def call(self, words: tuple[str, ...], stdin: Stdin) -> Result:
        """Run one command whose words are final, and let the faults strike it."""
        folder, name = posixpath.split(words[0])
        command = self.commands.get(name) if folder in FOLDERS_OF_COMMANDS else None
        if command is None:
            return Result(NOT_FOUND, err=f"-bash: {words[0]}: command not found\n")
        if name in WRAPPERS:  # what they run is struck, not they
            return await command(Call(self, words, stdin))
        line = " ".join(
            word for word in words if "\n" not in word and not (name == "systemd-run" and " " in word)
        )
        refused = await self.machine.trouble.before(line)
        result = refused or await command(Call(self, words, stdin))
        self.machine.trouble.after(line)
        return result


@dataclass(frozen=True, slots=True)
class Call:
    """One command about to run."""

    shell: Shell
    words: tuple[str, ...]
    stdin: Stdin

    @property
    def machine(self) -> Machine:
        """Return the device it runs on."""
        return self.shell.machine

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the words behind the command's name."""
        return self.words[1:]

    @property
    def token(self) -> str:
        """Return the token a change is made under: of the command, of the script, of the timer that waits."""
        waiting = " ".join(timer.name for timer in self.machine.timers.waiting())
        return token_in(" ".join(self.words)) or token_in(self.shell.origin) or token_in(waiting)

    def text(self, name: str) -> str:
        """Return the content of a file by the name the caller knows it. Raises OSError."""
        return self.machine.files.text(self.shell.path(name))


async def nothing() -> str:
    """Return an empty standard input."""
    return ""


async def _script(shell: Shell, script: Script, stdin: Stdin) -> Result:
    done = Result()
    for place, pipeline in enumerate(script):
        if (pipeline.after == "&&" and done.code) or (pipeline.after == "||" and not done.code):
            continue
        done = done.then(await _pipeline(shell, pipeline, stdin))
        shell.variables["?"] = str(done.code)
        last = place + 1 == len(script) or script[place + 1].after == ";"
        if done.leaves or (shell.strict and done.code and last and not pipeline.negated):
            return replace(done, leaves=True)
    return done


async def _pipeline(shell: Shell, pipeline: Pipeline, stdin: Stdin) -> Result:
    done, errors = Result(), ""
    for place, part in enumerate(pipeline.parts):
        done = await _part(shell, part, _holding(done.out) if place else stdin)
        errors += done.err
    code = int(not done.code) if pipeline.negated else done.code
    return Result(code, done.out, errors, done.leaves)


async def _part(shell: Shell, part: Part, stdin: Stdin) -> Result:
    if isinstance(part, If):
        condition = await _script(replace(shell, strict=False), part.condition, stdin)
        chosen = part.otherwise if condition.code else part.body
        return (
            replace(condition, code=0).then(await _script(shell, chosen, stdin))
            if chosen
            else Result(0, condition.out, condition.err)
        )
    if isinstance(part, Group):
        return await _redirected(shell, part.redirections, stdin, lambda fed: _script(shell, part.body, fed))
    return await _simple(shell, part, stdin)


async def _simple(shell: Shell, simple: Simple, stdin: Stdin) -> Result:
    words = [text for word in simple.words for text in await expanded(shell, word)]
    while words and _is_assignment(words[0], simple.words[0]):
        name, _, value = words.pop(0).partition("=")
        shell.variables[name] = value

    async def run(fed: Stdin) -> Result:
        return await shell.call(tuple(words), fed) if words else Result()

    return await _redirected(shell, simple.redirections, stdin, run)


async def _redirected(
    shell: Shell,
    redirections: tuple[Redirection, ...],
    stdin: Stdin,
    run: Callable[[Stdin], Awaitable[Result]],
) -> Result:
    """Run with standard input, output and error where the redirections send them."""
    sinks: list[tuple[str, str]] = []
    for redirection in redirections:
        target = "".join(await expanded(shell, redirection.target))
        if redirection.operator == "<<":
            stdin = _holding(redirection.target.pieces[0].text)
        elif redirection.operator == "<":
            try:
                stdin = _holding(shell.machine.files.text(shell.path(target)))
            except OSError:
                return Result(1, err=f"-bash: {target}: No such file or directory\n")
        elif problem := _prepare(shell, redirection.operator, target):
            return Result(1, err=f"-bash: {target}: {problem}\n")
        else:
            sinks.append((redirection.operator, target))
    return _delivered(shell, sinks, await run(stdin))


def _prepare(shell: Shell, operator: str, target: str) -> str:
    """Make the file a redirection writes, as a shell does before the command runs; return what forbids it."""
    if operator == "2>&1":
        return ""
    path = shell.path(target)
    if not may_write(path, root=shell.root):
        return "Permission denied"
    try:
        if operator in {">", "2>", "&>"} or not shell.machine.files.is_file(path):
            shell.machine.files.write(path, b"")
    except IsADirectoryError:
        return "Is a directory"
    except FileNotFoundError:
        return "No such file or directory"
    return ""


def _delivered(shell: Shell, sinks: list[tuple[str, str]], result: Result) -> Result:
    """Write the outputs to files, in the order of the redirections, and return what is left over."""
    out_to = err_to = ""
    merged = False
    for operator, target in sinks:
        if operator == "2>&1":
            merged, err_to = True, out_to
        elif operator == "&>":
            out_to = err_to = target
        elif operator in {">", ">>"}:
            out_to = target
        else:
            err_to, merged = target, False
    out, err = result.out, result.err
    if merged and not err_to:
        out, err = out + err, ""
    for target, text in ((out_to, out), (err_to, err)):
        if target and text and target != "/dev/null":
            path = shell.path(target)
            shell.machine.files.write(path, shell.machine.files.text(path) + text)
    return Result(result.code, "" if out_to else out, "" if err_to else err, result.leaves)


async def expanded(shell: Shell, word: Word) -> list[str]:
    """Return the texts a word stands for: substitutions are made, wildcards matched."""
    texts: list[str] = [""]
    wild = False
    for piece in word.pieces:
        if piece.kind is Kind.COMMAND:
            first, *rest = (await _substituted(shell, piece)).split() or [""]
            texts = [*texts[:-1], texts[-1] + first, *rest]
        else:
            texts[-1] += await _substituted(shell, piece)
            wild = wild or (piece.kind is Kind.PLAIN and any(c in piece.text for c in "*?["))
    if wild and (matches := shell.machine.files.matching(shell.path(texts[-1]))):
        return [*texts[:-1], *matches]
    only_empty = texts == [""] and all(p.kind in {Kind.COMMAND, Kind.VARIABLE} for p in word.pieces)
    return [] if only_empty else texts


async def _substituted(shell: Shell, piece: Piece) -> str:
    if piece.kind is Kind.VARIABLE:
        return shell.variables.get(piece.text, "")
    if piece.kind in {Kind.COMMAND, Kind.QUOTED_COMMAND}:
        inner = replace(shell, variables=dict(shell.variables))
        return (await inner.run(piece.text)).out.rstrip("\n")
    return piece.text


def _is_assignment(text: str, word: Word) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name.isidentifier() and word.pieces[0].text.startswith(name)


def _holding(text: str) -> Stdin:
    async def read() -> str:
        return text

    return read
