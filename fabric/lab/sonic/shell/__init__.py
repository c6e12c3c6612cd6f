"""A small shell: words, syntax, execution; what drivers' scripts and humans at a prompt need of `sh`."""

from fabric.lab.sonic.shell.run import Call, Command, PowerLostError, Result, Shell
from fabric.lab.sonic.shell.syntax import parse
from fabric.lab.sonic.shell.tokens import IncompleteError, ShellSyntaxError

__all__ = [
    "Call",
    "Command",
    "IncompleteError",
    "PowerLostError",
    "Result",
    "Shell",
    "ShellSyntaxError",
    "parse",
]
