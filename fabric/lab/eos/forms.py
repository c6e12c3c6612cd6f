"""Reads the grammar files: every line form EOS accepts, by mode."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERFACE = re.compile(
    r"(Ethernet|Et|Loopback|Lo|Management|Ma|Port-Channel|Po|Vlan|Vl|Vxlan|Vx|Tunnel|Tu)"
    r"(\d[\d/.]*(?:-\d[\d/.]*)?(?:,\d[\d/.]*)*)",
    re.IGNORECASE,
)
_NUMBER = r"\d+"
PARAMETERS = {
    "WORD": re.compile(r"\S+"),
    "N": re.compile(_NUMBER),
    "NUM": re.compile(r"\d+(\.\d+)?"),
    "ASN": re.compile(r"\d+(\.\d+)?|external|internal"),
    "ASRANGE": re.compile(r"[\d.]+(-[\d.]+)?"),
    "LIST": re.compile(r"\d+(-\d+)?(,\d+(-\d+)?)*"),
    "FRACTION": re.compile(r"1/(2|4|8|16|32|64|128)|[1248]"),
    "UNIT": re.compile(r"segments|bytes|kbytes|mbytes|milliseconds|microseconds"),
    "SPEED": re.compile(r"\d+(\.\d+)?[mgt](full|half)?(-\d)?"),
    "IP": re.compile(r"\d+\.\d+\.\d+\.\d+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*"),
    "PFX": re.compile(r"(\d+\.\d+\.\d+\.\d+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(/\d+)?"),
    "IF": INTERFACE,
    "IFRANGE": INTERFACE,
    "REST": re.compile(r".+"),
}
"""What a parameter of the grammar takes. REST takes all words up to the end of the line."""
TO_THE_END = "<REST>"
STEM = "="


@dataclass(frozen=True, slots=True)
class Form:
    """One accepted line: words and `<PARAMETERS>`, and how EOS stores and prints it."""

    words: tuple[str, ...]
    stem: int
    """How many words make the key; a later line with the same key replaces an earlier one."""
    rank: int
    """Place in the printed order, over all files."""
    section: int
    leader: int
    """The rank under whose first argument the form sorts; its own when it leads."""
    grouped: bool
    usually_on: bool
    echoed: bool
    default: str
    opens: str
    """The mode a block opens; empty for a plain line."""
    fenced: bool
    swallows: str
    spaced: bool

    @property
    def literals(self) -> int:
        """How many words stand before the first parameter."""
        return next((n for n, word in enumerate(self.words) if word.startswith("<")), len(self.words))


@dataclass(slots=True)
class _Reader:
    """Where reading stands: forms so far, and the mode, section and leader of the next one."""

    forms: dict[str, list[Form]]
    mode: str = ""
    rank: int = 0
    section: int = 0
    leader: int = 0

    def line(self, line: str) -> None:
        if line.startswith("#"):
            return
        if not line:
            self.section += 1
        elif line.startswith("["):
            self.mode = line.strip("[]")
            self.section += 1
        else:
            self._form(line)

    def _form(self, line: str) -> None:
        self.rank += 1
        flag, text = (line[0], line[1:]) if line[0] in "+*&" else ("", line)
        if flag != "&":
            self.leader = self.rank
        words, options = _options(text)
        for sequence in _sequences(words):
            stem = sequence.index(STEM) if STEM in sequence else len(sequence)
            form = Form(
                words=tuple(word for word in sequence if word != STEM),
                stem=stem,
                rank=self.rank,
                section=self.section,
                leader=self.leader,
                grouped=flag == "&" or sequence[:2] == ["neighbor", "<WORD>"],
                usually_on=flag == "+",
                echoed=flag == "*",
                default=options.get("@", ""),
                opens=options.get("->", "") or options.get("=>", ""),
                fenced="=>" in options,
                swallows=options.get("<<", ""),
                spaced="_" in options,
            )
            self.forms.setdefault(self.mode, []).append(form)


@cache
def forms() -> dict[str, dict[str, tuple[Form, ...]]]:
    """Return the forms of every mode by their first word; a leading parameter stands under an empty word."""
    reader = _Reader({})
    folder = resources.files("fabric.lab.eos.grammar")
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".txt")), key=lambda f: f.name):
        for line in file.read_text(encoding="utf-8").splitlines():
            reader.line(line.strip())
    index: dict[str, dict[str, tuple[Form, ...]]] = {}
    for mode, found in reader.forms.items():
        by_word: dict[str, list[Form]] = {}
        for form in found:
            by_word.setdefault("" if form.words[0].startswith("<") else form.words[0], []).append(form)
        index[mode] = {word: tuple(same) for word, same in by_word.items()}
    return index


def _options(text: str) -> tuple[str, dict[str, str]]:
    """Split the marks at the end of a grammar line from its words."""
    match = re.search(r"(?: (_)| (<<)(.+?)| (@)(\S+)| (->|=>) (\S+))+$", text)
    if match is None:
        return text, {}
    options: dict[str, str] = {}
    rest = text[match.start() :]
    for mark, pattern in (("<<", r" <<(.+)$"), ("@", r" @(\S+)"), ("->", r" -> (\S+)"), ("=>", r" => (\S+)")):
        if hit := re.search(pattern, rest):
            options[mark] = hit[1]
    if re.search(r" _( |$)", rest):
        options["_"] = "_"
    return text[: match.start()], options


def _sequences(text: str) -> list[list[str]]:
    """Write out `[optional]` and `{one|of}` into plain word sequences, the longest choices first."""
    tokens = re.findall(r"[\[\]{}|]|[^\s\[\]{}|]+", text)
    return [list(sequence) for sequence in _alternatives(iter(tokens), "")]


def _alternatives(tokens: Iterator[str], closing: str) -> list[tuple[str, ...]]:
    done: list[tuple[str, ...]] = []
    open_ones: list[tuple[str, ...]] = [()]
    for part in tokens:
        if part == closing:
            break
        if part == "|":
            done += open_ones
            open_ones = [()]
            continue
        choices = _choices(part, tokens)
        open_ones = [(*before, *choice) for before in open_ones for choice in choices]
    return done + open_ones


def _choices(part: str, tokens: Iterator[str]) -> list[tuple[str, ...]]:
    if part == "[":
        return [*_alternatives(tokens, "]"), ()]
    if part == "{":
        return _alternatives(tokens, "}")
    return [(part,)]
