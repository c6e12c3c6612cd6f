"""Jobs of UFM: tests that it runs of its own fabric, each waited for until it ends or patience does.

A job of ours that does not end is left alone, as every job of others is: UFM has requests that end jobs, and
none that says whose they are.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from fabric.drivers.shape import Either, Needed
from fabric.health.model import Judgement, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.drivers.deadline import Deadline
    from fabric.drivers.ufm.rest import Rest

ROOT = "fabricValidation/tests"
POLL_S = 1.0
_LONGEST_POLL_S = 5.0
_JOB = Needed({"Status": str})
_RUNNING = "Running"
_GOOD = frozenset(("Completed", "Completed With Warnings"))
_BAD = "Completed With Errors"
_WORDS = 300


def validated(rest: Rest, names: Iterable[str], deadline: Deadline) -> Iterator[Judgement]:
    """Yield what UFM says of its fabric, test by test: it runs one at a time."""
    wanted = tuple(names)
    known = rest.read(ROOT, [object]) if wanted else ()
    for name in wanted:
        if name not in known:
            yield _unknown(name, f"this release has no such test; it has {', '.join(map(str, known))}")
        else:
            yield _tested(rest, name, deadline)


def _tested(rest: Rest, name: str, deadline: Deadline) -> Judgement:
    for _ in _moments(deadline):
        if number := rest.start(f"{ROOT}/{name}"):
            return _ended(rest, name, number, deadline)
    return _unknown(name, f"another test of UFM's did not end within {deadline.seconds:g} s")


def _ended(rest: Rest, name: str, number: str, deadline: Deadline) -> Judgement:
    for _ in _moments(deadline):
        job = _job(rest, number)
        if job is None:
            return _unknown(name, f"UFM knows nothing of its job {number} any more")
        if job["Status"] == _BAD:
            return Judgement(name, Verdict.FAIL, (_summary(job),))
        if job["Status"] in _GOOD:
            return Judgement(name, Verdict.PASS)
        if job["Status"] != _RUNNING:
            return _unknown(name, f"its job {number} is `{job['Status']}`")
    return _unknown(name, f"its job {number} still runs after {deadline.seconds:g} s, and is left alone")


def _job(rest: Rest, number: str) -> Any:
    """Return a job; None for one that UFM does not know, which it tells by an empty list."""
    found = rest.read(f"jobs/{number}", Either(_JOB, [_JOB]))
    jobs = found if isinstance(found, list) else [found]
    return jobs[0] if jobs else None


def _summary(job: Any) -> str:
    said = " ".join(str(job.get("Summary") or "").split())
    return said[:_WORDS] or "it completed with errors, and does not say which"


def _moments(deadline: Deadline) -> Iterator[None]:
    """Yield at once, and then ever more seldom, until patience is over."""
    pause = POLL_S
    while not deadline.over():
        yield
        time.sleep(pause)
        pause = min(_LONGEST_POLL_S, pause * 1.5)


def _unknown(name: str, why: str) -> Judgement:
    return Judgement(name, Verdict.UNKNOWN, (why,))
