"""The folder's own modules (fake devices, the protocol's model) are imported by name."""

import os
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent))

import postgres_server

from fabric.rollout.backend import set_backend
from fabric.rollout.database import open_database
from fabric.rollout.statedir import open_state


@pytest.fixture(scope="session")
def postgres():
    """Run a real PostgreSQL, one for each process of the tests."""
    if postgres_server.programs() is None:
        # In CI nothing may be missing: a pass would prove less than it says.
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "PostgreSQL is missing: `make judges` installs it"
        )
    with postgres_server.serving() as server:
        yield server


@pytest.fixture
def postgres_url(postgres):
    """Give the URL of an empty database."""
    engine = sa.create_engine(
        sa.make_url(postgres.url).set(drivername="postgresql+psycopg"), poolclass=sa.NullPool
    )
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return postgres.url


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request, tmp_path):
    """Return how to open one database of each kind, again and again."""
    if request.param == "sqlite":
        place = open_state(tmp_path / "state").journal
    else:
        place = request.getfixturevalue("postgres_url")
    return lambda: open_database(place)


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request, tmp_path):
    """Return the state folders of two runners that share a database: on one machine one folder."""
    if request.param == "sqlite":
        return tmp_path / "state", tmp_path / "state"
    folders = (tmp_path / "one", tmp_path / "two")
    for folder in folders:
        set_backend(folder, request.getfixturevalue("postgres_url"))
    return folders
