"""Passwords as devices keep them: SHA-512 crypt."""

from __future__ import annotations

import hashlib
from functools import lru_cache

_LETTERS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ROUNDS = 5000
_BYTES = 64
_THIRD = 21
_LONGEST_SALT = 16


def fits(password: str, kept: str) -> bool:
    """Say whether a password is the one behind `$6$salt$value`; nothing fits any other form."""
    start, kind, salt, *_ = (*kept.split("$"), "", "", "")
    return (start, kind) == ("", "6") and hashed(password, salt) == kept


@lru_cache(maxsize=256)
def hashed(password: str, salt: str) -> str:
    """Return a password as devices keep it: SHA-512 crypt with 5,000 rounds (Drepper, SHA-crypt 0.6)."""
    key, grain = password.encode(), salt.encode()[:_LONGEST_SALT]
    mixed = key + grain + _stretched(hashlib.sha512(key + grain + key).digest(), len(key))
    other, length = hashlib.sha512(key + grain + key).digest(), len(key)
    while length:
        mixed += other if length & 1 else key
        length >>= 1
    state = hashlib.sha512(mixed).digest()
    keys = _stretched(hashlib.sha512(key * len(key)).digest(), len(key))
    grains = _stretched(hashlib.sha512(grain * (16 + state[0])).digest(), len(grain))
    for number in range(_ROUNDS):
        first, last = (keys, state) if number & 1 else (state, keys)
        middle = (grains if number % 3 else b"") + (keys if number % 7 else b"")
        state = hashlib.sha512(first + middle + last).digest()
    return f"$6${salt}${_written(state)}"


def _stretched(digest: bytes, size: int) -> bytes:
    return (digest * (size // _BYTES + 1))[:size]


def _written(state: bytes) -> str:
    """Write the digest in the order of bytes and the alphabet that crypt has."""
    text = ""
    place = (0, _THIRD, 2 * _THIRD)
    for _ in range(_THIRD):
        text += _word((state[place[0]] << 16) | (state[place[1]] << 8) | state[place[2]], 4)
        place = (place[1] + 1, place[2] + 1, place[0] + 1)
    return text + _word(state[_BYTES - 1], 2)


def _word(number: int, letters: int) -> str:
    return "".join(_LETTERS[(number >> 6 * place) & 63] for place in range(letters))
