"""Limits of a rollout as an intent and a command line give them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli.live import matching
from fabric.core.diagnostic import FabricError, error
from fabric.core.source import Folder
from fabric.intent.reader import read_intent
from fabric.pipeline.project import locate
from fabric.plan.forbidden import forbidden
from fabric.plan.jobs import Provider, jobs_of, run_provider
from fabric.plan.waves import MS_PER_S
from fabric.plan.window import Window
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fabric.cli.live import Live
    from fabric.core.diagnostic import Diagnostic
    from fabric.device import Design
    from fabric.intent.rollout import Rollout
    from fabric.plan import Plan
    from fabric.plan.jobs import Job


@dataclass(frozen=True, slots=True)
class Outside:
    """What else is going on around a fabric."""

    jobs: Path | None = None
    """File with the jobs that run; None asks the intent's provider."""
    down: tuple[str, ...] = ()
    """Devices that are out anyway, by name or pattern."""


NOTHING_ELSE = Outside()


def running_jobs(design: Design, file: Path | None) -> tuple[Job, ...]:
    """Return the jobs on a fabric, of a file or of the intent's provider. Raises FabricError."""
    hosts = [device.name for device in design.fabric.devices.values() if device.role is Role.HOST]
    return jobs_of(file, _asked(design.site.rollout), hosts)


def asking_jobs(plan: Plan, provider: Provider | None = None) -> Callable[[], str] | None:
    """Return what asks again which jobs run, for a plan that goes by them; None for one that does not.

    The command is the intent's, and never the plan's: a plan may come from anybody. Raises FabricError where
    the intent is not at hand.
    """
    if plan.carried is None:
        return None
    asked = provider if provider is not None else _provider(plan)
    return (lambda: run_provider(asked)) if asked.command else None


def _provider(plan: Plan) -> Provider:
    folder = f"intents/{plan.site}"
    if not Path(folder).is_dir():
        hint = (
            f"run it in the repository that holds `{folder}`: the command that prints the jobs stands there"
        )
        raise FabricError(error("ROL-030", "which jobs run must be asked again on the way", hint=hint))
    return read_provider(folder)


def read_provider(intent: str) -> Provider:
    """Return the command of an intent that prints the jobs; empty where it has none. Raises FabricError."""
    root, folder = locate(intent)
    site, _ = read_intent(Folder(root), folder)
    return _asked(site.rollout)


def _asked(rollout: Rollout) -> Provider:
    job = rollout.limits.job
    return Provider(job.provider, job.environment)


def devices_named(design: Design, patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the devices of a fabric that patterns match; raises FabricError for one that matches none."""
    return matching(patterns, tuple(design.fabric.devices), "no device of the fabric")


def window_of(rollout: Rollout) -> Window | None:
    """Return the window that an intent asks for; None for any time."""
    if rollout.window == "any":
        return None
    return Window(rollout.window.cron, round(rollout.window.duration / MS_PER_S), rollout.window.tz)


def impossible(side: Live, plan: Plan) -> Iterator[Diagnostic]:
    """Yield what the limits forbid for ever, with the place of the limits in the intent."""
    path = side.build.site.rollout.loc("constraints")
    return (found.at(side.build.document.place(path)) for found in forbidden(plan))
