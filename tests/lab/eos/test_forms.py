"""The grammar files themselves."""

from fabric.lab.eos.forms import PARAMETERS, forms


def all_forms():
    return [form for by_word in forms().values() for same in by_word.values() for form in same]


def test_every_mode_that_a_block_opens_is_described():
    opened = {form.opens for form in all_forms() if form.opens}
    assert opened - set(forms()) == set()
    assert set(forms()) - opened == {"config"}


def test_every_parameter_is_known():
    used = {w.strip("<>*") for form in all_forms() for w in form.words if w.startswith("<")}
    assert used - set(PARAMETERS) == set()


def test_options_and_choices_are_written_out():
    lines = {" ".join(form.words) for form in forms()["interface"]["speed"]}
    assert lines == {"speed auto <SPEED>", "speed auto", "speed forced <SPEED>", "speed <SPEED>"}


def test_no_mark_of_the_notation_is_left_in_a_word():
    left = [form.words for form in all_forms() if {"@", "->", "=>", "_", "=", "<<", "["} & set(form.words)]
    assert left == []
