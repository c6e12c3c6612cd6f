"""The tables of the journal's database, the same for every kind of database."""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA_VERSION = 2
"""Version 2 has claims."""
META = sa.MetaData()
_COMMITTING = sa.text("kind = 'device' AND state = 'committing'")

JOURNAL = sa.Table(
    "journal",
    META,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rollout", sa.String(8), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("device", sa.String, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Index("journal_by_rollout", "rollout", "seq"),
    # Never two commits for one intent, whatever the engine believes.
    sa.Index(
        "one_commit",
        "rollout",
        "device",
        "epoch",
        unique=True,
        sqlite_where=_COMMITTING,
        postgresql_where=_COMMITTING,
    ),
)
DEVICE_STATE = sa.Table(
    "device_state",
    META,
    sa.Column("rollout", sa.String(8), primary_key=True),
    sa.Column("device", sa.String, primary_key=True),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("token", sa.String(32), nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
)
LEASE = sa.Table(
    "lease",
    META,
    sa.Column("scope", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
    sa.Column("expires", sa.Double, nullable=False),
    sa.Column("heartbeat", sa.Double, nullable=False),
)
CLAIM = sa.Table(
    "claim",
    META,
    sa.Column("scope", sa.String, primary_key=True),
    sa.Column("device", sa.String, primary_key=True),
)
