"""Commands and tasks of a site's own: what they are given, what they may answer, and what is never run."""

import hashlib
import json
import py_compile
from importlib.util import cache_from_source

import pytest

from fabric.drivers.entry import HostEntry
from fabric.drivers.probes import Probes
from fabric.drivers.secrets import Secrets
from fabric.health import Verdict
from fabric.plan.own import COMMAND, TASK, Own, OwnGate, Server

PASSWORD = "probe-canary-55e1"
ABOUT = {"device": "leaf1", "moment": "post", "plan": "sha256:1"}
TASKS = """
import os
from nornir.core.task import Result, Task
from gates.limits import LIMIT

def good(task: Task) -> Result:
    print("what a task prints is not its answer")
    about, host = task.host["gate"], task.host
    return Result(host=host, result=f"{host.name} {host.hostname} {host.platform} {about['moment']} {LIMIT}")

def bad(task):
    return Result(host=task.host, result="too dim", failed=True)

def boom(task):
    raise RuntimeError(f"no login with {task.host.password}")

def nothing(task):
    return None

def leaves(task):
    os._exit(0)

def hangs(task):
    import time
    time.sleep(30)
"""


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "gates"
    folder.mkdir()
    (folder / "optics.py").write_text(TASKS)
    (folder / "limits.py").write_text("LIMIT = 3\n")
    (folder / "all-reduce.sh").write_text('cat\necho "$TOKEN" >&2\n')
    return tmp_path


def probes(project, *left_out, environ=None):
    found = sorted(path for path in (project / "gates").rglob("*") if path.is_file())
    files = {str(path.relative_to(project)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}
    own = Own(files={name: digest for name, digest in files.items() if name not in left_out})
    secrets = Secrets({"PASSWORD": PASSWORD, **(environ or {})})
    entry = HostEntry("leaf1", "eos", "192.0.2.1", username="admin", password="secret:env/PASSWORD")
    return Probes(own, secrets, project, lambda _name: entry)


def call(asked, function, deadline_s=20):
    return asked.run(OwnGate("optics", TASK, ("post",), deadline_s, (f"gates.optics:{function}",)), ABOUT)


def command(*words, environment=()):
    return OwnGate("all-reduce", COMMAND, ("wave",), 5, words, environment=environment)


def test_a_task_is_called_with_its_host_and_passes_with_a_result(project):
    found = call(probes(project), "good").judgement
    assert (found.verdict, found.reasons) == (Verdict.PASS, ("leaf1 192.0.2.1 eos post 3",))


@pytest.mark.parametrize(
    ("function", "verdict", "words"),
    [
        ("bad", Verdict.FAIL, "too dim"),
        ("boom", Verdict.UNKNOWN, "RuntimeError: no login with <secret>"),
        ("nothing", Verdict.UNKNOWN, "it returned NoneType, not a Result"),
        ("missing", Verdict.UNKNOWN, "cannot be imported"),
    ],
)
def test_a_task_fails_with_a_failed_result_and_is_unknown_otherwise(project, function, verdict, words):
    found = call(probes(project), function)
    assert found.judgement.verdict is verdict
    assert words in found.judgement.reasons[-1]
    assert PASSWORD not in str(found)


def test_a_task_that_hangs_is_ended_and_unknown(project):
    assert call(probes(project), "hangs", 3).judgement.reasons == ("it did not end within 3 s",)


def test_a_module_that_was_not_signed_is_not_imported(project):
    found = call(probes(project, "gates/limits.py"), "good").judgement
    assert found.verdict is Verdict.UNKNOWN
    assert "`gates.limits` was not there when the plan was made" in found.reasons[-1]


def test_what_was_compiled_before_is_not_what_runs(project):
    evil, planted = project / "evil.py", cache_from_source(str(project / "gates" / "limits.py"))
    asked = probes(project)
    evil.write_text("LIMIT = 666\n")
    py_compile.compile(str(evil), planted, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert call(asked, "good").judgement.reasons == ("leaf1 192.0.2.1 eos post 3",)


def test_a_command_is_given_what_it_is_about(project):
    found = probes(project).run(command("sh", "gates/all-reduce.sh"), ABOUT)
    assert found.judgement.verdict is Verdict.PASS
    assert json.loads(found.evidence["out"]) == ABOUT


def test_a_command_gets_the_variables_that_it_is_promised_and_they_are_masked(project):
    asked = probes(project, environ={"TOKEN": "token-canary-1234", "OTHER": "x"})
    found = asked.run(command("sh", "gates/all-reduce.sh", environment=("TOKEN",)), ABOUT)
    assert found.evidence["talk"] == "<secret>"
    assert asked.run(command("sh", "gates/all-reduce.sh"), ABOUT).evidence["talk"] == ""
    missing = asked.run(command("true", environment=("NOWHERE",)), ABOUT).judgement
    assert missing.verdict is Verdict.UNKNOWN
    assert "NOWHERE" in missing.reasons[0]


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (("sh", "-c", "exit 0"), Verdict.PASS),
        (("sh", "-c", "exit 1"), Verdict.FAIL),
        (("sh", "-c", "exit 2"), Verdict.UNKNOWN),
        (("sh", "-c", "kill -9 $$"), Verdict.UNKNOWN),
        (("no-such-program",), Verdict.UNKNOWN),
    ],
)
def test_a_command_answers_by_how_it_leaves(project, words, verdict):
    assert probes(project).run(command(*words), ABOUT).judgement.verdict is verdict


def test_a_file_that_is_not_what_was_signed_is_not_run(project):
    asked = probes(project)
    (project / "gates" / "all-reduce.sh").write_text("touch ran\n")
    found = asked.run(command("sh", "gates/all-reduce.sh"), ABOUT).judgement
    assert found.verdict is Verdict.UNKNOWN
    assert found.reasons == ("`gates/all-reduce.sh` is not what the plan was made with",)
    assert asked.ready() == found.reasons[0]
    assert not (project / "ran").exists()


def test_a_server_whose_secret_is_missing_has_no_numbers(project):
    own = Own(server=Server("https://127.0.0.1:1", secret="secret:env/NOWHERE"))
    found = Probes(own, Secrets({}), project).read("up", 1.0)
    assert "NOWHERE" in found.why
    assert Probes(Own(), Secrets({}), project).read("up", 1.0).why == "the plan names no server"
