"""The database: append-only, chained, fenced, durable."""

import sqlite3
import stat
import threading
from dataclasses import replace

import pytest
import sqlalchemy as sa
from fake_device import FakeClock

from fabric.rollout import store
from fabric.rollout.claims import claim
from fabric.rollout.database import kind_of, open_database
from fabric.rollout.journal import Kind, Record
from fabric.rollout.lease import TTL_S, HeldError, is_gone, me, release, renew, take
from fabric.rollout.statedir import StateError, open_state
from fabric.rollout.store import DoubleCommitError, LeaseLostError
from fabric.rollout.tables import CLAIM, JOURNAL, SCHEMA_VERSION
from fabric.rollout.writer import Writer


@pytest.fixture
def database(tmp_path):
    return open_database(open_state(tmp_path / "state").journal)


def aged(database, seconds):
    """Let a lease be as old as if that much time had gone by."""

    def older(found, _moment):
        return replace(found, expires=found.expires - seconds, heartbeat=found.heartbeat - seconds)

    store.change_lease(database, "dc1/backend", older)


def device(state, epoch=0, name="leaf-1"):
    return Record("0a0b0c0d", Kind.DEVICE, state, device=name, epoch=epoch, token=f"fab_0a0b0c0d_0_{epoch}_1")


def test_records_come_back_as_they_were_written(either) -> None:
    database = either()
    records = [Record("0a0b0c0d", Kind.START, "sha256:x", actor="me"), device("staging")]
    with Writer(database) as writer:
        assert writer.append(records, None) == [1, 2]
    assert [item.record for item in store.read(database, "0a0b0c0d")] == records
    assert [item.seq for item in store.read(database, "0a0b0c0d", since=1)] == [2]


def test_every_commit_is_durable_on_the_disk(database) -> None:
    with database.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


@pytest.mark.parametrize("statement", ["DELETE FROM journal", "UPDATE journal SET body = ''"])
def test_the_journal_only_grows(either, statement) -> None:
    database = either()
    with Writer(database) as writer:
        writer.append([device("staging")], None)
    with database.begin() as connection, pytest.raises(sa.exc.DBAPIError, match="append-only"):
        connection.exec_driver_sql(statement)


def test_an_altered_record_is_found_by_the_audit(database, tmp_path) -> None:
    with Writer(database) as writer:
        writer.append([device("staging"), device("staged"), device("committing")], None)
    assert store.verify(database).intact
    with sqlite3.connect(tmp_path / "state" / "journal.sqlite") as raw:
        raw.execute("DROP TRIGGER journal_no_update")
        raw.execute("UPDATE journal SET body = replace(body, 'staged', 'done') WHERE seq = 2")
    raw.close()
    found = store.verify(database)
    assert (found.intact, found.broken_at) == (False, 2)


def test_a_removed_record_is_found_by_the_audit(database, tmp_path) -> None:
    with Writer(database) as writer:
        writer.append([device("staging"), device("staged"), device("committing")], None)
    with sqlite3.connect(tmp_path / "state" / "journal.sqlite") as raw:
        raw.execute("DROP TRIGGER journal_no_delete")
        raw.execute("DELETE FROM journal WHERE seq = 2")
    raw.close()
    assert store.verify(database).broken_at == 3


def test_one_epoch_is_committed_once(either) -> None:
    database = either()
    with Writer(database) as writer:
        writer.append([device("committing")], None)
        with pytest.raises(DoubleCommitError):
            writer.append([device("committing")], None)
        writer.append([device("committing", epoch=1)], None)


def test_the_database_itself_refuses_a_second_commit(either) -> None:
    database = either()
    row = {"seq": 1, "rollout": "r", "kind": "device", "device": "d", "epoch": 0}
    row |= {"state": "committing", "body": "", "hash": ""}
    with database.begin() as connection:
        connection.execute(JOURNAL.insert(), row)
        with pytest.raises(sa.exc.IntegrityError):
            connection.execute(JOURNAL.insert(), {**row, "seq": 2})


def test_many_threads_share_one_writer_and_every_record_has_its_number(either) -> None:
    database = either()
    numbers, lock = [], threading.Lock()

    def work(name):
        for _ in range(10):
            got = writer.append([device("staging", name=name)], None)
            with lock:
                numbers.extend(got)

    with Writer(database) as writer:
        threads = [threading.Thread(target=work, args=(f"leaf-{n}",)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(numbers) == list(range(1, 81))
    assert store.verify(database).intact


def test_two_writers_keep_one_chain(either) -> None:
    database, other = either(), either()
    with Writer(database) as one, Writer(other) as two:
        for writer in (one, two, one):
            writer.append([device("staging")], None)
    assert store.verify(database).records == 3
    assert store.verify(database).intact


def test_a_record_is_refused_when_the_lease_has_another_owner(either) -> None:
    database, elsewhere = either(), either()
    old = take(database, "dc1/backend", "other:1:1")
    aged(database, TTL_S + 1)
    new = take(elsewhere, "dc1/backend", me(), clock=FakeClock())
    assert new.fence == old.fence + 1
    with Writer(database) as one, Writer(elsewhere) as two:
        two.append([device("staging")], new)
        with pytest.raises(LeaseLostError):
            one.append([device("staged")], old)
    assert len(store.read(database, "0a0b0c0d")) == 1
    with pytest.raises(LeaseLostError):
        renew(database, old)


def test_a_held_lease_is_not_taken_before_it_expires(either) -> None:
    database = either()
    take(database, "dc1/backend", "other-host:1:1")
    aged(database, TTL_S - 5)
    with pytest.raises(HeldError, match="other-host:1:1"):
        take(database, "dc1/backend", me())
    aged(database, 10)
    assert take(database, "dc1/backend", me(), clock=FakeClock()).fence == 2


def test_a_renewed_lease_lives_on(either) -> None:
    database = either()
    mine = take(database, "dc1/backend", "other-host:1:1")
    aged(database, TTL_S - 5)
    renew(database, mine)
    aged(database, 10)
    with pytest.raises(HeldError):
        take(database, "dc1/backend", me())


def test_a_released_lease_is_free_and_its_fence_still_grows(either) -> None:
    database = either()
    first = take(database, "dc1/backend", me())
    release(database, first)
    assert take(database, "dc1/backend", "other-host:1:1").fence == first.fence + 1


def test_a_living_process_is_not_gone_and_a_reused_process_id_is() -> None:
    host, pid, _ = me().rsplit(":", 2)
    assert not is_gone(me())
    assert is_gone(f"{host}:{pid}:1")
    assert not is_gone(f"elsewhere:{pid}:1")


def test_the_journal_is_readable_by_its_owner_alone(database, tmp_path) -> None:
    with Writer(database) as writer:
        writer.append([device("staging")], None)
        files = [path for path in (tmp_path / "state").iterdir() if path.is_file()]
        assert {path.name for path in files} > {"journal.sqlite"}
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


@pytest.mark.usefixtures("database")
def test_a_journal_of_another_version_is_refused(tmp_path) -> None:
    path = tmp_path / "state" / "journal.sqlite"
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(StateError, match=r"journal\.sqlite` cannot be used: it has schema 99"):
        open_database(path)


def test_a_database_of_the_version_before_gets_what_it_lacks_and_keeps_what_it_has(either) -> None:
    database = either()
    with Writer(database) as writer:
        writer.append([device("staging")], None)
    with database.begin() as connection:
        CLAIM.drop(connection)
        kind_of(connection).mark(connection, 1)
    again = either()
    mine = take(again, "dc1/backend", me())
    assert claim(again, mine, 1, ("leaf-1",), frozenset()) == ("leaf-1",)
    assert store.verify(again).records == 1
    with again.begin() as connection:
        assert kind_of(connection).version(connection) == SCHEMA_VERSION


def test_a_closed_writer_says_so_instead_of_waiting_for_ever(database) -> None:
    writer = Writer(database)
    writer.close()
    with pytest.raises(RuntimeError, match="stopped"):
        writer.append([device("staging")], None)


def tampered(path, statement, *values) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER journal_no_update")
        raw.execute(statement, values)
    raw.close()


BAD_BODIES = {
    "no JSON": "staging",
    "no object": "[]",
    "too deep": "[" * 100_000,
    "no kind": '{"seq":1,"time":"t","rollout":"0a0b0c0d","state":"staging"}',
    "unknown kind": '{"seq":1,"time":"t","rollout":"0a0b0c0d","kind":"dance","state":"staging"}',
    "unknown field": '{"seq":1,"time":"t","rollout":"0a0b0c0d","kind":"device","state":"staging","x":1}',
    "unknown state": '{"seq":1,"time":"t","rollout":"0a0b0c0d","kind":"device","state":"dancing"}',
    "unknown outcome": '{"seq":1,"time":"t","rollout":"0a0b0c0d","kind":"end","state":"dancing"}',
    "epoch: text": '{"seq":1,"time":"t","rollout":"0a0b0c0d","kind":"device","state":"staging","epoch":"x"}',
    "bytes": b"\xff\xfe",
    "time in numbers": '{"seq":1,"time":7,"rollout":"0a0b0c0d","kind":"device","state":"staging"}',
}


@pytest.mark.parametrize("text", BAD_BODIES.values(), ids=BAD_BODIES)
def test_a_record_that_nobody_wrote_is_said_with_the_files_name(database, tmp_path, text) -> None:
    path = tmp_path / "state" / "journal.sqlite"
    with Writer(database) as writer:
        writer.append([device("staging")], None)
    tampered(path, "UPDATE journal SET body = ?", text)
    with pytest.raises(StateError, match=f"`{path}` cannot be used: record 1 "):
        store.read(database, "0a0b0c0d")
    assert store.verify(database).broken_at == 1


@pytest.mark.parametrize("owner", ["nobody", "host:1", "host:pid:1", ":1:1"])
def test_an_owner_of_a_lease_that_nobody_wrote_is_said_with_the_files_name(database, tmp_path, owner) -> None:
    path = tmp_path / "state" / "journal.sqlite"
    take(database, "dc1/backend", me())
    tampered(path, "UPDATE lease SET owner = ?", owner)
    with pytest.raises(StateError, match=f"`{path}` cannot be used: the lease's owner `{owner}`"):
        take(database, "dc1/backend", me())


def test_a_file_that_is_no_database_is_said_with_its_name(tmp_path) -> None:
    path = open_state(tmp_path / "state").journal
    path.write_text("no database " * 100)
    with pytest.raises(StateError, match=f"`{path}` cannot be used: file is not a database"):
        open_database(path)


def test_a_write_to_a_database_without_its_table_is_said_with_the_files_name(database, tmp_path) -> None:
    path = tmp_path / "state" / "journal.sqlite"
    tampered(path, "DROP TABLE device_state")
    with (
        Writer(database) as writer,
        pytest.raises(StateError, match=f"`{path}` cannot be used: no such table"),
    ):
        writer.append([device("staging")], None)
