"""Cut a script into words and operators; here-document bodies become words of their own.

`shlex` would lose which characters were quoted, and with that tell `echo ';'` and `echo ;` not apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

OPERATORS = ("&&", "||", ">>", "2>&1", "2>>", "2>", "&>", "<<-", "<<", ";", "|", ">", "<", "(", ")", "\n")
"""Longest first, but that `2>` starts an operator only where a word could start."""
BREAKS = frozenset(" \t\n;|&><()")


class ShellSyntaxError(ValueError):
    """The script cannot be understood."""


class IncompleteError(ShellSyntaxError):
    """The script ends inside a quotation or a here-document: more lines may complete it."""


class Kind(Enum):
    """How a piece of a word came to be."""

    PLAIN = auto()
    """May hold wildcards."""
    QUOTED = auto()
    COMMAND = auto()
    """`$(...)`: the text is a script, and its output is split into words."""
    QUOTED_COMMAND = auto()
    """`"$(...)"`: its output is one piece."""
    VARIABLE = auto()
    """`$NAME` or `$?`: the text is the name."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters of one kind."""

    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Word:
    """Pieces without a space between."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Operator:
    """A control or redirection operator; a newline is one too."""

    text: str


Token = Word | Operator


def tokenise(script: str) -> tuple[Token, ...]:
    """Return the tokens of a script. Raises IncompleteError or ShellSyntaxError."""
    reader = _Reader(script)
    reader.read()
    return tuple(reader.tokens)


class _Reader:
    """Walks over a script once."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.at = 0
        self.tokens: list[Token] = []
        self.awaited: list[tuple[int, str, bool]] = []  # place of the body, its last line, tabs are cut

    def read(self) -> None:
        while self.at < len(self.script):
            if self.script[self.at] in " \t":
                self.at += 1
            elif self.script.startswith("\\\n", self.at):
                self.at += 2
            elif self.script[self.at] == "#":
                self.at = self._find("\n", missing=len(self.script))
            elif operator := next((o for o in OPERATORS if self.script.startswith(o, self.at)), None):
                self._operator(operator)
            else:
                self.tokens.append(self._word())
        if self.awaited:
            raise IncompleteError("here-document is not ended")

    def _operator(self, text: str) -> None:
        self.at += len(text)
        self.tokens.append(Operator("<<" if text == "<<-" else text))
        if text in {"<<", "<<-"}:
            while self.script[self.at : self.at + 1] in {" ", "\t"}:
                self.at += 1
            last = "".join(piece.text for piece in self._word().pieces)
            self.awaited.append((len(self.tokens), last, text == "<<-"))
            self.tokens.append(Word(()))
        elif text == "\n":
            for place, last, tabs in self.awaited:
                self.tokens[place] = Word((Piece(self._body(last, tabs=tabs), Kind.QUOTED),))
            self.awaited.clear()

    def _body(self, last: str, *, tabs: bool) -> str:
        lines: list[str] = []
        while self.at < len(self.script):
            end = self._find("\n", missing=len(self.script))
            line = self.script[self.at : end]
            self.at = end + 1
            line = line.lstrip("\t") if tabs else line
            if line == last:
                return "".join(f"{line}\n" for line in lines)
            lines.append(line)
        raise IncompleteError(f"here-document `{last}` is not ended")

    def _word(self) -> Word:
        pieces: list[Piece] = []
        while self.at < len(self.script) and self.script[self.at] not in BREAKS:
            character = self.script[self.at]
            if character == "'":
                end = self._find("'", start=self.at + 1)
                pieces.append(Piece(self.script[self.at + 1 : end], Kind.QUOTED))
                self.at = end + 1
            elif character == '"':
                self.at += 1
                pieces += self._double_quoted()
            elif character == "\\":
                pieces.append(Piece(self.script[self.at + 1 : self.at + 2], Kind.QUOTED))
                self.at += 2
            elif character == "$":
                pieces.append(self._dollar(Kind.COMMAND, Kind.PLAIN))
            else:
                pieces.append(Piece(character, Kind.PLAIN))
                self.at += 1
        return Word(_joined(pieces))

    def _double_quoted(self) -> list[Piece]:
        pieces = [Piece("", Kind.QUOTED)]
        while self.at < len(self.script):
            character = self.script[self.at]
            if character == '"':
                self.at += 1
                return pieces
            if character == "\\" and self.script[self.at + 1 : self.at + 2] in {'"', "\\", "$", "`", "\n"}:
                pieces.append(Piece(self.script[self.at + 1].replace("\n", ""), Kind.QUOTED))
                self.at += 2
            elif character == "$":
                pieces.append(self._dollar(Kind.QUOTED_COMMAND, Kind.QUOTED))
            else:
                pieces.append(Piece(character, Kind.QUOTED))
                self.at += 1
        raise IncompleteError('`"` is not closed')

    def _dollar(self, command: Kind, otherwise: Kind) -> Piece:
        start = self.at + 1
        if self.script.startswith("(", start):
            self.at = self._closing(start)
            return Piece(self.script[start + 1 : self.at - 1], command)
        if self.script.startswith("{", start):
            end = self._find("}", start=start)
            self.at = end + 1
            return Piece(self.script[start + 1 : end], Kind.VARIABLE)
        end = start + 1 if self.script.startswith(("?", "$", "#"), start) else start
        while end == start or self.script[end - 1] not in "?$#":
            if end >= len(self.script) or not (self.script[end].isalnum() or self.script[end] == "_"):
                break
            end += 1
        self.at = end
        return Piece(self.script[start:end], Kind.VARIABLE) if end > start else Piece("$", otherwise)

    def _closing(self, start: int) -> int:
        """Return the place behind the bracket that closes the one at `start`, quotations not looked into."""
        depth = 0
        for place in range(start, len(self.script)):
            depth += {"(": 1, ")": -1}.get(self.script[place], 0)
            if not depth:
                return place + 1
        raise IncompleteError("`$(` is not closed")

    def _find(self, text: str, *, start: int | None = None, missing: int | None = None) -> int:
        place = self.script.find(text, self.at if start is None else start)
        if place < 0 and missing is None:
            raise IncompleteError(f"`{text}` is not closed")
        return missing if place < 0 and missing is not None else place


def _joined(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Return the pieces with neighbours of one kind of text made one."""
    result: list[Piece] = []
    for piece in pieces:
        if result and piece.kind is result[-1].kind and piece.kind in {Kind.PLAIN, Kind.QUOTED}:
            result[-1] = Piece(result[-1].text + piece.text, piece.kind)
        else:
            result.append(piece)
    return tuple(result)
