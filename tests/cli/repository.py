"""A user's repository on disk, and a command run in it: in this process, or in one of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from fabric.cli import run

ROOT = Path(__file__).parents[2]
BASE = ROOT / "tests" / "cases" / "base"


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str


def lay_out(folder: Path) -> Path:
    """Copy the base repository of the cases; return its intent folder."""
    shutil.copytree(BASE, folder, dirs_exist_ok=True)
    return folder / "site"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def said(capsys, *arguments) -> Said:
    code = run([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return Said(code, captured.out, captured.err)


def apart(*arguments, program: str = "from fabric.cli import main; main()", **options) -> Said:
    """Run in a process of its own, with the checkout as it is."""
    environment = {
        name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}
    }
    environment |= {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env=environment, capture_output=True, text=True, check=False, **options,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


def files(folder: Path) -> dict[str, bytes]:
    """Return everything in a folder, hidden files too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, as nobody in particular; return what it prints, whether or not it succeeds."""
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", "-C", str(folder), *identity, *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    said_by_git = git(folder, "commit", "-q", "-m", message)
    assert said_by_git == "", said_by_git
