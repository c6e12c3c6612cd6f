"""Rollouts that are kept in a real PostgreSQL, by several runners with a folder each."""

import dataclasses
import threading

import pytest
import sqlalchemy as sa
from fake_fleet import memory_fleet, plan_for

from fabric.rollout import control
from fabric.rollout.backend import open_backend, set_backend
from fabric.rollout.outcome import Outcome
from fabric.rollout.postgres import is_here
from fabric.rollout.statedir import BACKEND, StateError, open_state

WAVES = (("leaf-1",), ("leaf-2",))


@pytest.fixture
def runners(tmp_path, postgres_url):
    """Return the state folders of two runners that share a database."""
    folders = (tmp_path / "one", tmp_path / "two")
    for folder in folders:
        set_backend(folder, postgres_url)
    return folders


def run(folder, fleet=None, **world):
    fleet = fleet or memory_fleet(("leaf-1", "leaf-2"))
    return control.apply(plan_for(WAVES), folder, fleet.world(clock=fleet.clock, **world), "me")


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("", True),
        ("/run/postgresql", True),
        ("localhost", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("db.example.net", False),
        ("10.0.0.1", False),
        ("localhost.example.net", False),
    ],
)
def test_a_certificate_is_asked_of_every_server_but_one_on_this_machine(host, here):
    assert is_here(host) is here


def test_one_runner_rolls_out_and_another_sees_it_and_rolls_it_back(runners):
    one, two = runners
    fleet = memory_fleet(("leaf-1", "leaf-2"))
    result = run(one, fleet)
    assert result.outcome is Outcome.DONE
    status = control.status(two)
    assert (status.rollout, status.plan, status.progress.outcome) == (result.rollout, plan_for(WAVES), "done")
    undone = control.roll_back(two, fleet.world(clock=fleet.clock), "somebody else")
    assert undone.outcome is Outcome.ROLLED_BACK
    assert control.audit(one).intact


def test_nothing_but_the_name_of_the_database_lies_in_the_folder(runners, postgres_url):
    run(runners[0])
    files = {place.name: place for place in runners[0].rglob("*") if place.is_file()}
    assert set(files) == {BACKEND}
    assert files[BACKEND].read_text() == postgres_url + "\n"
    assert files[BACKEND].stat().st_mode & 0o777 == 0o600


def test_a_second_runner_is_told_who_holds_the_fabric(runners):
    one, two = runners
    seen = []

    def meanwhile(record):
        if record.state == "committed" and not seen:
            seen.append(run(two))

    assert run(one, told=meanwhile).outcome is Outcome.DONE
    assert seen[0].outcome is Outcome.LOCKED
    assert "is held by" in seen[0].reason


def test_a_runner_whose_lease_was_taken_confirms_nothing(runners):
    one, two = runners

    def taken_away(record):
        if record.state == "committed":
            control.store.change_lease(
                open_backend(two).database,
                "dc1/backend",
                lambda found, _moment: dataclasses.replace(found, owner="x:1:1", fence=99),
            )

    fleet = memory_fleet(("leaf-1", "leaf-2"))
    assert run(one, fleet, told=taken_away).outcome is Outcome.LOCKED
    assert not [verb for verb, _ in fleet.devices["leaf-1"].log if verb == "confirm"]


def test_tables_are_made_once_however_many_begin_together(tmp_path, postgres_url):
    failures = []

    def begin(number):
        try:
            set_backend(tmp_path / str(number), postgres_url)
        except StateError as failure:
            failures.append(failure)

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_tables_of_another_version_are_refused(runners):
    with open_backend(runners[0]).database.begin() as connection:
        connection.exec_driver_sql("UPDATE fabric_schema SET version = 99")
    with pytest.raises(StateError, match="it has schema 99"):
        open_backend(runners[1])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE text SET body = body || ' '", "was altered: restore it from a backup"),
        ("DELETE FROM text", "holds no text"),
    ],
)
def test_a_text_that_is_not_what_it_was_is_said(runners, change, words):
    run(runners[0])
    with open_backend(runners[0]).database.begin() as connection:
        connection.execute(sa.text(change))
    with pytest.raises(StateError, match=words):
        control.status(runners[1])


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://db/fabric", "no `postgresql://"),
        ("not a url", "no `postgresql://"),
        ("postgresql://me:hunter2@db/fabric", "holds a password"),
        ("postgresql://me@db/fabric?password=hunter2", "holds a password"),
    ],
)
def test_a_url_that_cannot_be_taken_is_refused_and_not_repeated(tmp_path, url, words):
    with pytest.raises(StateError, match=words) as refused:
        set_backend(tmp_path / "state", url)
    assert "hunter2" not in str(refused.value)
    assert not (tmp_path / "state" / BACKEND).exists()


def test_a_database_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(StateError, match="cannot be used") as refused:
        set_backend(tmp_path / "state", f"postgresql:///fabric?host={tmp_path}")
    assert "\n" not in str(refused.value)


def test_a_folder_with_rollouts_of_its_own_stays_as_it_is(tmp_path, postgres_url):
    run(tmp_path / "state")
    with pytest.raises(StateError, match="holds rollouts of its own"):
        set_backend(tmp_path / "state", postgres_url)
    assert control.status(tmp_path / "state").progress.outcome == "done"


def test_a_folder_stands_for_one_database(runners, postgres_url):
    assert open_state(runners[0]).backend == postgres_url
    with pytest.raises(StateError, match="use another folder"):
        set_backend(runners[0], postgres_url + "&application_name=other")


def test_a_connection_that_breaks_stops_the_rollout_and_the_next_runner_ends_it(runners):
    one, two = runners
    fleet = memory_fleet(("leaf-1", "leaf-2"))
    cut = []

    def cut_off(record):
        if record.state == "committed" and not cut:
            cut.append(True)
            with open_backend(one).database.begin() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                )

    with pytest.raises(StateError, match="cannot be used"):
        run(one, fleet, told=cut_off)
    assert control.resume(two, fleet.world(clock=fleet.clock), "me").outcome is Outcome.DONE
    assert control.audit(two).intact
    commits = [verb for verb, _ in fleet.devices["leaf-1"].log if verb == "commit"]
    assert len(commits) == 1
