"""Read tokens as a script: lists, pipelines, groups, `if`, redirections. No loops, no functions."""

from __future__ import annotations

from dataclasses import dataclass

from fabric.lab.sonic.shell.tokens import IncompleteError, Kind, Operator, ShellSyntaxError, Word, tokenise

REDIRECTIONS = frozenset({">", ">>", "2>", "2>>", "&>", "<", "<<", "2>&1"})
ENDS = frozenset({"then", "else", "elif", "fi", "}"})


@dataclass(frozen=True, slots=True)
class Redirection:
    """`> file` and its kind; `2>&1` has no target, and the target of `<<` is the body itself."""

    operator: str
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    """One command with its words."""

    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """`( ... )` or `{ ...; }`."""

    body: Script
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """`if condition; then body; else otherwise; fi`."""

    condition: Script
    body: Script
    otherwise: Script


Part = Simple | Group | If


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands whose output feeds the next; `after` is `&&`, `||` or `;`, what joins it to the one before."""

    after: str
    parts: tuple[Part, ...]
    negated: bool = False


Script = tuple[Pipeline, ...]


def parse(script: str) -> Script:
    """Read a script. Raises IncompleteError where more lines could complete it, else ShellSyntaxError."""
    parser = _Parser(script)
    result = parser.script()
    if parser.at < len(parser.tokens):
        raise ShellSyntaxError(f"syntax error near unexpected token `{parser.shown()}'")
    return result


class _Parser:
    def __init__(self, script: str) -> None:
        self.tokens = tokenise(script)
        self.at = 0

    def script(self) -> Script:
        """Read pipelines until a token that cannot start one."""
        found: list[Pipeline] = []
        after = ";"
        while after:
            self._skip(";", "\n") if after == ";" else self._skip("\n")
            if not self._starts():
                if after != ";":
                    raise IncompleteError(f"nothing follows `{after}`")
                break
            found.append(self._pipeline(after))
            after = (self._take("&&", "||", ";", "\n") or "").replace("\n", ";")
        return tuple(found)

    def shown(self) -> str:
        """Return the current token for a message."""
        if self.at >= len(self.tokens):
            return "newline"
        token = self.tokens[self.at]
        return token.text if isinstance(token, Operator) else self._plain()

    def _starts(self) -> bool:
        if self.at >= len(self.tokens):
            return False
        token = self.tokens[self.at]
        if isinstance(token, Operator):
            return token.text == "(" or token.text in REDIRECTIONS
        return self._plain() not in ENDS

    def _pipeline(self, after: str) -> Pipeline:
        negated = False
        if self._plain() == "!":
            negated = True
            self.at += 1
        parts = [self._part()]
        while self._take("|"):
            self._skip("\n")
            parts.append(self._part())
        return Pipeline(after, tuple(parts), negated)

    def _part(self) -> Part:
        if self._take("("):
            body = self.script()
            if not self._take(")"):
                raise IncompleteError("`(` is not closed")
            return Group(body, self._redirections())
        if self._plain() == "{":
            self.at += 1
            body = self.script()
            self._keyword("}")
            return Group(body, self._redirections())
        if self._plain() == "if":
            self.at += 1
            return self._if()
        return self._simple()

    def _if(self) -> If:
        condition = self.script()
        self._keyword("then")
        body = self.script()
        if self._plain() == "elif":
            self.at += 1
            return If(condition, body, (Pipeline(";", (self._if(),)),))
        otherwise: Script = ()
        if self._plain() == "else":
            self.at += 1
            otherwise = self.script()
        self._keyword("fi")
        return If(condition, body, otherwise)

    def _simple(self) -> Simple:
        words: list[Word] = []
        redirections: list[Redirection] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if isinstance(token, Word):
                words.append(token)
                self.at += 1
            elif token.text in REDIRECTIONS:
                redirections.append(self._redirection())
            else:
                break
        if not words and not redirections:
            raise ShellSyntaxError(f"syntax error near unexpected token `{self.shown()}'")
        return Simple(tuple(words), tuple(redirections))

    def _redirections(self) -> tuple[Redirection, ...]:
        found: list[Redirection] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if not isinstance(token, Operator) or token.text not in REDIRECTIONS:
                break
            found.append(self._redirection())
        return tuple(found)

    def _redirection(self) -> Redirection:
        operator = self._take(*REDIRECTIONS) or ""
        if operator == "2>&1":
            return Redirection(operator, Word(()))
        if self.at >= len(self.tokens) or not isinstance(target := self.tokens[self.at], Word):
            raise ShellSyntaxError(f"syntax error near unexpected token `{self.shown()}'")
        self.at += 1
        return Redirection(operator, target)

    def _skip(self, *operators: str) -> None:
        while self._take(*operators):
            pass

    def _take(self, *operators: str) -> str | None:
        """Return the operator at hand and step over it, if it is one of these."""
        if self.at < len(self.tokens):
            token = self.tokens[self.at]
            if isinstance(token, Operator) and token.text in operators:
                self.at += 1
                return token.text
        return None

    def _keyword(self, word: str) -> None:
        if self.at >= len(self.tokens):
            raise IncompleteError(f"`{word}` is missing")
        if self._plain() != word:
            raise ShellSyntaxError(f"syntax error near unexpected token `{self.shown()}'")
        self.at += 1

    def _plain(self) -> str:
        """Return the word at hand if no part of it is quoted; only such a word can be a keyword."""
        if self.at >= len(self.tokens) or not isinstance(token := self.tokens[self.at], Word):
            return ""
        return (
            "".join(p.text for p in token.pieces) if all(p.kind is Kind.PLAIN for p in token.pieces) else ""
        )
