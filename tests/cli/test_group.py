"""The command tree: an empty word names nothing, no command takes one for a file, a device or a revision."""

from __future__ import annotations

import click
import pytest
from cli.repository import said

from fabric.cli import GROUP


def commands(command=GROUP, path=()):
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        yield from commands(command.get_command(context, name), (*path, name))


OPTIONS = [
    (path, option)
    for path, command in commands()
    for one in command.params
    if isinstance(one, click.Option) and not one.is_flag and not one.count
    for option in (*one.opts, *one.secondary_opts)
]


def test_there_are_options_to_try():
    assert (("diff",), "--against") in OPTIONS
    assert (("rollout", "resume"), "--state") in OPTIONS


def test_an_empty_value_of_any_option_is_one_mistake_of_use(capsys):
    for path, option in OPTIONS:
        for words in ([option, ""], [option, " \t"], *([[f"{option}="]] if option.startswith("--") else [])):
            found = said(capsys, *path, *words)
            told = f"Error: `{option}` is followed by an empty word: give a value, or leave it out\n"
            assert (found.code, found.out, found.err) == (64, "", told), (path, words)


@pytest.mark.parametrize("path", [path for path, _ in commands()], ids=" ".join)
def test_an_empty_argument_is_a_mistake_of_use(capsys, path):
    found = said(capsys, *path, "")
    assert (found.code, found.out) == (64, "")
    assert found.err.startswith(f"Error: `{path[-1]}` is followed by an empty word")


def test_a_setting_without_a_value_is_the_command_s_own_business(capsys):
    assert "empty word" not in said(capsys, "import", "config", "/none", "-o", "/none", "--set", "host=").err
