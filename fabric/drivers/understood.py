"""A driver whose answers may make no sense: whatever a device says, a verb ends as the contract has it.

A web page, half a JSON or a list where an object should be breaks a reader somewhere inside. Here that
becomes `UnreachableError` for a verb that reads, and `LostReplyError` for one that changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

from fabric.drivers.contract import LostReplyError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.drivers.contract import Capabilities, Driver, DriverError, Identity, Observation, Probe
    from fabric.platforms.form import Patch

    P = ParamSpec("P")
    R = TypeVar("R")

_NONSENSE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What reading an answer of another shape raises."""


class Understood:
    """The driver of one device, as everybody but its own tests has it."""

    def __init__(self, name: str, driver: Driver) -> None:
        self.driver = driver
        self.capabilities: Capabilities = driver.capabilities
        self._name = name

    def identify(self) -> Identity:
        """Ask who it is."""
        return self._sense(UnreachableError, self.driver.identify)

    def fetch(self) -> Mapping[str, str]:
        """Read the running configuration."""
        return self._sense(UnreachableError, self.driver.fetch)

    def stage(self, token: str, patch: Patch) -> str:
        """Put the change into a candidate."""
        return self._sense(LostReplyError, self.driver.stage, token, patch)

    def commit(self, token: str, revert_in_s: int) -> None:
        """Bring the candidate in, under a timer."""
        self._sense(LostReplyError, self.driver.commit, token, revert_in_s)

    def probe(self, token: str) -> Probe:
        """Read what it holds under the token and what it runs."""
        return self._sense(UnreachableError, self.driver.probe, token)

    def confirm(self, token: str) -> None:
        """Stop the timer and save."""
        self._sense(LostReplyError, self.driver.confirm, token)

    def abort(self, token: str) -> None:
        """Drop the candidate, or revert what is pending."""
        self._sense(LostReplyError, self.driver.abort, token)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Make it run `base` again."""
        self._sense(LostReplyError, self.driver.restore, token, base)

    def observe(self) -> Observation:
        """Read the state that gates judge."""
        return self._sense(UnreachableError, self.driver.observe)

    def close(self) -> None:
        """Let go of the connection."""
        self.driver.close()

    def _sense(self, error: type[DriverError], verb: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return verb(*args, **kwargs)
        except _NONSENSE as fault:
            told = f"{type(fault).__name__}: {fault}".splitlines()[0]
            raise error(f"{self._name}: its answer makes no sense ({told[:200]})") from fault
