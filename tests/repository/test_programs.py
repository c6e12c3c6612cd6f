"""No program that we start is given our environment as it is: the passwords of switches stand in it."""

import ast
from pathlib import Path

import pytest

STARTERS = {"run", "Popen", "check_output", "check_call", "call"}
"""Of `subprocess`; each takes `env`."""
UNSEEN = {"system", "popen", "execv", "execvp", "execl", "execlp", "spawnl", "spawnv", "spawnlp", "spawnvp"}
"""Of `os`: what takes no environment."""
SOURCES = sorted(Path("fabric").rglob("*.py"))


def calls(path):
    """Yield module, function and node of each call."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            yield owner.id if isinstance(owner, ast.Name) else "", node.func.attr, node


@pytest.mark.parametrize("path", [one for one in SOURCES if "subprocess" in one.read_text()], ids=str)
def test_a_program_is_given_an_environment_of_its_own(path):
    for owner, name, node in calls(path):
        if owner == "subprocess" and name in STARTERS:
            assert "env" in {word.arg for word in node.keywords}, f"{path}:{node.lineno}"


def test_nothing_hands_the_whole_environment_on():
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                spread = [value for key, value in zip(node.keys, node.values, strict=True) if key is None]
                assert "os.environ" not in {ast.unparse(value) for value in spread}, f"{path}:{node.lineno}"
        for owner, name, node in calls(path):
            assert (owner, name) not in {("os", one) for one in UNSEEN}, f"{path}:{node.lineno}"
            given = [ast.unparse(word.value) for word in node.keywords if word.arg == "env"]
            assert not {"os.environ", "dict(os.environ)"} & set(given), f"{path}:{node.lineno}"
