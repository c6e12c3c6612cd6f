# ruff: noqa: INP001, S603 - a script, and it runs fixed commands
"""Make a virtual environment with pip in it on a bare Debian or Ubuntu, without root.

Debian splits `ensurepip` out of Python into python3-venv, so the standard way fails on a fresh machine.
The ways are tried in order of how little they assume; the last one takes pip from the distribution's own
signed package, unpacked into a temporary folder (`apt-get download` and `dpkg-deb -x` need no root).
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OLDEST = (3, 11)


def main() -> None:
    """Create the environment named on the command line; leave a working one alone."""
    if sys.version_info < OLDEST:
        sys.exit(f"Python {'.'.join(map(str, OLDEST))} or newer is needed: make PYTHON=python3.12 ...")
    target = Path(sys.argv[1])
    python = target / "bin" / "python"
    if works(python, "pip"):
        return
    shutil.rmtree(target, ignore_errors=True)
    if importlib.util.find_spec("ensurepip"):
        run(sys.executable, "-m", "venv", str(target))
        return
    run(sys.executable, "-m", "venv", "--without-pip", str(target))
    if works(Path(sys.executable), "pip"):
        run(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "pip")
        return
    install_from_package(python)


def works(python: Path, module: str) -> bool:
    """Whether an interpreter is there and can run a module."""
    if not python.exists():
        return False
    tried = subprocess.run([python, "-m", module, "--version"], capture_output=True, check=False)
    return tried.returncode == 0


def install_from_package(python: Path) -> None:
    """Put pip into the environment from the wheel in the package python3-pip-whl."""
    with tempfile.TemporaryDirectory() as folder:
        lists = Path(folder) / "lists"
        (lists / "partial").mkdir(parents=True)
        apt = ("apt-get", "-q", "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={folder}")
        run(*apt, "update", where=folder)
        run(*apt, "download", "python3-pip-whl", where=folder)
        (package,) = Path(folder).glob("python3-pip-whl_*.deb")
        run("dpkg-deb", "-x", str(package), folder)
        (wheel,) = Path(folder).glob("usr/share/python-wheels/pip-*.whl")
        run(str(python.absolute()), f"{wheel}/pip", "install", "--quiet", "pip", where=folder)


def run(*command: str, where: str | None = None) -> None:
    """Run a command; its failure is ours. Talk goes to stderr."""
    subprocess.run(command, check=True, cwd=where, stdout=sys.stderr)


if __name__ == "__main__":
    main()
