"""The form of a field follows from its annotation, whatever validators stand beside it."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from fabric.intent.base import Listed, Metres, Model, Name, Whole
from fabric.intent.site import Site
from fabric.views.annotations import (
    Anything,
    Choice,
    Items,
    Named,
    Noted,
    Nothing,
    OneOf,
    Part,
    Scalar,
    fields,
    parts,
)


class Colour(Enum):
    """Colours."""

    RED = "red"


class Inner(Model):
    """A part."""


class Outer(Model):
    """One field of each form."""

    number: Annotated[Whole, Field(ge=1, le=64), AfterValidator(abs)]
    maybe: Annotated[Whole, Field(ge=1)] | None = None
    length: Metres
    word: Literal["a", "b"]
    colour: Colour
    listed: Annotated[tuple[Inner, ...], Listed, Field(min_length=1)]
    pair: tuple[float, float]
    named: dict[Name, Inner]
    read: Annotated[int, BeforeValidator(str)]
    any: object


FORMS = fields(Outer)


def test_a_number_has_its_limits():
    assert FORMS["number"] == Scalar(int, {"ge": 1, "le": 64})


def test_a_field_that_may_be_left_empty_is_one_of_two():
    assert FORMS["maybe"] == OneOf((Scalar(int, {"ge": 1}), Nothing()))


def test_a_quantity_is_what_its_note_says():
    assert isinstance(FORMS["length"], Noted)
    assert FORMS["length"].note.words == "length"


def test_words_are_a_choice():
    assert FORMS["word"] == Choice(("a", "b"))
    assert FORMS["colour"] == Choice(("red",))


def test_lists_and_mappings_know_what_they_hold():
    assert FORMS["listed"] == Items(Part(Inner), {"min_length": 1})
    assert FORMS["pair"] == Items(Scalar(float, {}), {"min_length": 2, "max_length": 2})
    assert isinstance(FORMS["named"], Named)
    assert FORMS["named"].of == Part(Inner)


def test_a_validator_without_a_note_may_read_anything():
    assert FORMS["read"] == Anything()
    assert FORMS["any"] == Anything()


def test_parts_are_found_at_any_depth():
    form = OneOf((Items(Part(Inner), {}), Nothing()))
    assert list(parts(form)) == [Part(Inner)]


def models(model: type[BaseModel], seen: set):
    if model not in seen:
        seen.add(model)
        yield model
        for form in fields(model).values():
            for part in parts(form):
                yield from models(part.model, seen)


@pytest.mark.parametrize("model", list(models(Site, set())), ids=lambda model: model.__name__)
def test_every_field_of_the_intent_has_a_form(model):
    """A validator that reads text has a note of `fabric.intent.written` beside it, or is in OF_TYPE."""
    assert [name for name, form in fields(model).items() if form == Anything()] == []
