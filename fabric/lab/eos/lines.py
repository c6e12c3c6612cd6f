"""Understands one configuration line in one mode: what it says and is stored under, or where it is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from fabric.core.names import natural
from fabric.lab.eos.forms import INTERFACE, PARAMETERS, TO_THE_END, Form, forms

_FULL_NAMES = {
    "et": "Ethernet",
    "lo": "Loopback",
    "ma": "Management",
    "po": "Port-Channel",
    "vl": "Vlan",
    "vx": "Vxlan",
    "tu": "Tunnel",
}


@dataclass(frozen=True, slots=True)
class Line:
    """An accepted line."""

    form: Form
    verb: str
    """`set`, `no` or `default`."""
    key: str
    text: str
    """In EOS's own spelling, without `no` or `default`."""
    complete: bool
    """False for a `no` or `default` that names only the beginning of a line."""
    order: tuple[object, ...]
    """Place among the lines of its block in the printed configuration."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A line that no form of the mode takes: the number of the first wrong word, from 0."""

    token: int
    word: str
    """The wrong word; empty when the line only ends too early."""


@dataclass(frozen=True, slots=True)
class _Match:
    form: Form
    words: tuple[str, ...]
    """The line's words so far as they fit, in EOS's spelling."""
    filled: int
    """How many words of the form are taken."""

    def complete(self, wanted: int) -> bool:
        return len(self.words) == wanted and self.filled == len(self.form.words)


@lru_cache(maxsize=1 << 17)
def understand(mode: str, text: str) -> Line | Miss:
    """Read a line in a mode."""
    words = text.split()
    verb = words[0] if words[0] in {"no", "default"} and len(words) > 1 else "set"
    said = words if verb == "set" else words[1:]
    by_word = forms()[mode]
    matches = [_match(form, said) for form in (*by_word.get(said[0], ()), *by_word.get("", ()))]
    whole = [m for m in matches if m.complete(len(said))]
    if whole:
        return _line(max(whole, key=_literal_words), verb, complete=True)
    if verb != "set":
        begun = [m for m in matches if len(m.words) == len(said) and m.filled >= _least(m.form)]
        if begun:
            return _line(begun[0], verb, complete=begun[0].filled == begun[0].form.stem)
    return _miss(matches, said, len(words) - len(said))


def interface_name(word: str) -> str:
    """Return an interface name in full: `Et1/1` is Ethernet1/1."""
    found = INTERFACE.fullmatch(word)
    return _FULL_NAMES[found[1][:2].lower()] + found[2] if found else word


def _least(form: Form) -> int:
    return min(form.stem, form.literals)


def _literal_words(match: _Match) -> int:
    return sum(1 for word in match.form.words if not word.startswith("<"))


def _miss(matches: list[_Match], said: list[str], shift: int) -> Miss:
    furthest = max((len(m.words) for m in matches), default=0)
    if furthest == len(said):
        return Miss(furthest - 1 + shift, "")
    return Miss(furthest + shift, said[furthest])


def _match(form: Form, said: list[str]) -> _Match:
    """Lay the words of a line over a form as far as they fit."""
    taken: list[str] = []
    filled = 0
    for word in form.words:
        if len(taken) == len(said):
            break
        name = word.strip("<>*")
        if word == TO_THE_END:
            return _Match(form, (*taken, *said[len(taken) :]), filled + 1)
        if not _takes(word, name, said[len(taken)]):
            break
        taken.append(_spelled(name, said[len(taken)]))
        filled += 1
        while word.endswith("*") and len(taken) < len(said) and _takes(word, name, said[len(taken)]):
            taken.append(said[len(taken)])
    return _Match(form, tuple(taken), filled)


def _takes(word: str, name: str, said: str) -> bool:
    if not word.startswith("<"):
        return word == said
    return PARAMETERS[name].fullmatch(said) is not None


def _spelled(name: str, said: str) -> str:
    return interface_name(said) if name in {"IF", "IFRANGE"} else said


def _line(match: _Match, verb: str, *, complete: bool) -> Line:
    form, text = match.form, " ".join(match.words)
    key = text
    if form.stem < len(form.words):
        repeated = any(word.endswith("*") for word in form.words[: form.stem])
        extra = max(0, len(match.words) - len(form.words)) if repeated else 0
        key = " ".join(match.words[: form.stem + extra])
    order = (form.leader, _argument(match), form.rank, natural(_sortable(text)))
    return Line(form, verb, key, text, complete, order)


def _argument(match: _Match) -> tuple[object, ...]:
    """Return what the lines about one peer sort by: peer groups first, then addresses."""
    if not match.form.grouped or len(match.words) <= match.form.literals:
        return ()
    argument = match.words[match.form.literals]
    return (PARAMETERS["IP"].fullmatch(argument) is not None, *natural(argument))


def _sortable(text: str) -> str:
    """Return a text that sorts as EOS prints: port channels come before Ethernet ports."""
    return text.replace("interface Port-Channel", "interface  Port-Channel")
