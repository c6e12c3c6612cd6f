"""The folder's own modules (fake devices, the protocol's model) are imported by name."""

import os
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent))

import postgres_server


@pytest.fixture(scope="session")
def postgres():
    """Run a real PostgreSQL, one for each process of the tests, and give its URL."""
    if postgres_server.programs() is None:
        # In CI nothing may be missing: a pass would prove less than it says.
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "PostgreSQL is missing: `make judges` installs it"
        )
    with postgres_server.running() as url:
        yield url


@pytest.fixture
def postgres_url(postgres):
    """Give the URL of an empty database."""
    engine = sa.create_engine(
        sa.make_url(postgres).set(drivername="postgresql+psycopg"), poolclass=sa.NullPool
    )
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return postgres
