"""What every fact carries: where it was read and how far it may be trusted."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Confidence = Literal["high", "medium", "low", "recalled"]
"""`high`: read in the source or reproduced; `medium`: a standard figure or secondary summary; `low`: draft or
unverified; `recalled`: product knowledge that no source was read for."""


class Fact(BaseModel):
    """A part of a catalog entry: strict, frozen, no unknown key."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class Entry(Fact):
    """A catalog entry: a fact with its source."""

    source: tuple[str, ...] = Field(min_length=1)
    """Where the fact was read: repository and commit, document, or `product knowledge`."""
    confidence: Confidence
    """How far the fact may be trusted."""


class Named(Entry):
    """A catalog entry that intents and other entries refer to by name."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ()+./_-]*$")
    """The name by which everything refers to this entry."""
    aliases: tuple[str, ...] = ()
    """Other names that find the same entry."""
    note: str = ""
    """What a reader should know before relying on the entry."""
