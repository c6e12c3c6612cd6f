"""Secrets as references."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """A reference to a secret, such as `env/ADMIN_HASH`. Artifacts hold its placeholder, never its value."""

    reference: str

    def __str__(self) -> str:
        return f"@{{secret:{self.reference}}}"


def secret(reference: str) -> Secret:
    """Return the secret behind a reference as an intent writes it: `secret:env/NAME`."""
    return Secret(reference.removeprefix("secret:"))
