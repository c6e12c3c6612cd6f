"""A driver as the engine has it: whatever a device says or we get wrong, a verb ends as the contract has it.

What makes no sense is `NonsenseError`, raised where an answer is read (`shape.py`). Anything else that breaks
in a driver is a fault of ours and is called so. Either is `UnreachableError` for a verb that reads and
`LostReplyError` for one that changes: the device is probed. No message leaves here with a secret in it.
"""

from __future__ import annotations

import traceback
from pathlib import PurePath
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from fabric.drivers.contract import DriverError, LostReplyError, UnreachableError
from fabric.drivers.shape import NonsenseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.drivers.contract import Capabilities, Driver, Identity, Observation, Probe
    from fabric.platforms.form import Patch

    P = ParamSpec("P")
    R = TypeVar("R")


class Understood:
    """The driver of one device, as everybody but its own tests has it."""

    def __init__(self, name: str, driver: Driver, mask: Callable[[str], str] = str) -> None:
        self.driver = driver
        self.capabilities: Capabilities = driver.capabilities
        self._name = name
        self._mask = mask

    def identify(self) -> Identity:
        """Ask who it is."""
        return self._ended(UnreachableError, self.driver.identify)

    def fetch(self) -> Mapping[str, str]:
        """Read the running configuration."""
        return self._ended(UnreachableError, self.driver.fetch)

    def stage(self, token: str, patch: Patch) -> str:
        """Put the change into a candidate."""
        return self._ended(LostReplyError, self.driver.stage, token, patch)

    def commit(self, token: str, revert_in_s: int) -> None:
        """Bring the candidate in, under a timer."""
        self._ended(LostReplyError, self.driver.commit, token, revert_in_s)

    def probe(self, token: str) -> Probe:
        """Read what it holds under the token and what it runs."""
        return self._ended(UnreachableError, self.driver.probe, token)

    def confirm(self, token: str) -> None:
        """Stop the timer and save."""
        self._ended(LostReplyError, self.driver.confirm, token)

    def abort(self, token: str) -> None:
        """Drop the candidate, or revert what is pending."""
        self._ended(LostReplyError, self.driver.abort, token)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Make it run `base` again."""
        self._ended(LostReplyError, self.driver.restore, token, base)

    def observe(self) -> Observation:
        """Read the state that gates judge."""
        return self._ended(UnreachableError, self.driver.observe)

    def close(self) -> None:
        """Let go of the connection."""
        self.driver.close()

    def _ended(self, error: type[DriverError], verb: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return verb(*args, **kwargs)
        except NonsenseError as fault:
            told = str(fault)
            named = told if told.startswith(self._name) else f"{self._name}: {told}"
            raise error(self._mask(named)) from None
        except DriverError as failure:
            failure.args = tuple(self._mask(str(part)) for part in failure.args)
            raise
        except Exception as fault:  # noqa: BLE001 - a fault of ours must not end a rollout half-way
            raise error(f"{self._name}: {ours(fault)}") from None


def ours(fault: Exception) -> str:
    """Say which fault of this program it is and where, and no value that could be a secret."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    place = f"{PurePath(last.filename).name}:{last.lineno} in {last.name}"
    return f"a bug of this program, not of the device: {type(fault).__name__} at {place}"
