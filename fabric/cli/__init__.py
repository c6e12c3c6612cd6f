"""The command line."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import click

from fabric import __version__
from fabric.cli.exits import Exit
from fabric.cli.group import LazyGroup, refuse_empty
from fabric.cli.last_words import guard

COMMANDS = {
    "init": ("fabric.cli.init:init", "lay out a new GitOps repository"),
    "validate": ("fabric.cli.validate:validate", "check schema and every design rule; all findings at once"),
    "build": ("fabric.cli.build:build", "write artifacts, cable list and manifest"),
    "allocate": ("fabric.cli.allocate:allocate", "give new switches their numbers in the ledger"),
    "diff": ("fabric.cli.diff:diff", "what would change against a revision or a build, offline"),
    "enrol": ("fabric.cli.enrol:enrol", "meet new or replaced devices: key, identity, trust"),
    "plan": ("fabric.cli.plan:plan", "what would change on the live devices; can be saved"),
    "show": ("fabric.cli.show:show", "print a saved plan"),
    "sign": ("fabric.cli.sign:sign", "sign a saved plan as its author"),
    "approve": ("fabric.cli.sign:approve", "approve a saved plan that somebody else made"),
    "apply": ("fabric.cli.apply:apply", "roll a plan out"),
    "rollout": ("fabric.cli.rollout:rollout", "status and control of rollouts"),
    "playbook": ("fabric.cli.playbook:playbook", "steps written before: drain, change, look, wait, ask"),
    "migrate": (
        "fabric.cli.migrate:migrate",
        "steps to a later intent, each checked, with playbook and work order",
    ),
    "audit": ("fabric.cli.audit:audit", "whether the journal is whole; the journal as lines of JSON"),
    "state": ("fabric.cli.state:state", "where rollouts are kept: a folder or a database"),
    "drift": ("fabric.cli.drift:drift", "live devices against the intent"),
    "verify": ("fabric.cli.verify:verify", "reports of hosts against the intent"),
    "adopt": ("fabric.cli.adopt:adopt", "keep what people changed on devices"),
    "explain": ("fabric.cli.explain:explain", "where a value comes from"),
    "cables": ("fabric.cli.cables:cables", "cable list, labels, and the work between two revisions"),
    "bom": ("fabric.cli.bom:bom", "what to order, with power and rack units where they are known"),
    "schema": ("fabric.cli.schema:schema", "JSON Schema of what you write, for your editor"),
    "topology": (
        "fabric.cli.topology:topology",
        "measures and picture: oversubscription, bisection, failures",
    ),
    "qos": (
        "fabric.cli.qos:qos",
        "one table of classes, queues, pauses and marks over all hops, from the artifacts",
    ),
    "export": ("fabric.cli.export:export", "for Slurm, Kubernetes, NetBox and containerlab"),
    "import": (
        "fabric.cli.import_links:imports",
        "running configurations, and links of SONiC, Hedgehog, Air, ibnetdiscover",
    ),
    "catalog": ("fabric.cli.catalog:catalog", "facts and their sources"),
    "twin": ("fabric.cli.twin:twin", "a rehearsal on FRR and OpenSM"),
    "lab": ("fabric.cli.lab:lab", "the simulated fleet of an intent"),
    "demo": ("fabric.cli.demo:demo", "lab, plan, canary, failing gate, rollback and rollout in a minute"),
}

COLLECT = (100_000, 20, 50)
"""A large fabric is a million values that stay: Python's own thresholds would visit them again and again."""

GROUP = LazyGroup(
    "fabric",
    COMMANDS,
    help="Fabric-as-code: YAML intent in, proven device configuration and safe rollouts out.",
    epilog="Exit codes: 0 done, 1 findings or failure, 2 changes present, 4 plan stale or altered, 5 locked, "
    "6 rolled back, 7 devices quarantined, 8 paused, 9 outside window, 64 usage, 70 bug, 130 interrupted.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
GROUP = click.version_option(__version__, prog_name="fabric")(GROUP)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    _open_streams()
    guard()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line; return the exit code. Nothing escapes as a traceback."""
    if (Path(__file__).parent.parent / "connection.py").exists():
        click.echo(
            "the SSH library `fabric` is installed over this package: install one of them apart", err=True
        )
        return Exit.FAILED
    gc.set_threshold(*COLLECT)
    try:
        refuse_empty(arguments)
        result = GROUP.main(arguments, prog_name="fabric", standalone_mode=False)
    except click.ClickException as mistake:
        mistake.show()
        return Exit.USAGE
    except (KeyboardInterrupt, click.Abort) as stop:
        return _stopped(stop)
    except BrokenPipeError:
        return Exit.DONE
    except Exception as failure:  # noqa: BLE001 - the edge: every failure becomes words and an exit code
        return _explained(failure)
    return int(result) if isinstance(result, int) else Exit.DONE


def _stopped(stop: BaseException) -> int:
    if isinstance(stop.__cause__, EOFError):  # click takes any for Ctrl-D, even that of a damaged module
        return _explained(stop.__cause__)
    click.echo("interrupted", err=True)
    return Exit.INTERRUPTED


def _explained(failure: Exception) -> int:
    from fabric.cli.failures import explain

    return explain(failure)


def _open_streams() -> None:
    """Give what was closed by our caller to nobody: else the next file that we open would be our output."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))
