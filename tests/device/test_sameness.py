"""Two configurations have one digest exactly when a template could print nothing different."""

from dataclasses import dataclass, replace
from ipaddress import ip_address

import pytest
from cases.perturbation import another, leaves, put
from platforms import samples

from fabric.device.sameness import Sameness


def digest(config):
    return Sameness().digest(config)


def test_equal_values_have_one_digest_whoever_made_them():
    assert digest(samples.leaf()) == digest(samples.leaf())
    same = Sameness()
    assert same.digest(samples.leaf()) == same.digest(samples.leaf()) == digest(samples.leaf())


def test_any_field_that_is_changed_changes_the_digest():
    config = samples.leaf()
    before, unseen = digest(config), []
    for path, value in leaves(config):
        changed = put(config, path, another(path, value))
        if changed != config and digest(changed) == before:
            unseen.append(path)
    assert unseen == []


def test_neighbouring_fields_are_told_apart():
    @dataclass(frozen=True)
    class Pair:
        a: tuple[str, ...]
        b: str

    assert digest(Pair(("x", "y"), "z")) != digest(Pair(("x",), "y"))
    assert digest(Pair(("xy",), "")) != digest(Pair(("x", "y"), ""))
    assert digest(Pair(("1",), "")) != digest(Pair((1,), ""))
    assert digest(Pair(("10.0.0.1",), "")) != digest(Pair((ip_address("10.0.0.2"),), ""))


def test_the_order_of_a_mapping_is_what_a_template_would_print():
    config = samples.leaf()
    one, other = ({"a": 1, "b": 2}, {"b": 2, "a": 1})
    found = {digest(replace(config, bgp=replace(config.bgp, origins=origins))) for origins in (one, other)}
    assert len(found) == 2


def test_a_kind_without_fields_or_with_one_has_a_digest():
    @dataclass(frozen=True)
    class Nothing:
        pass

    @dataclass(frozen=True)
    class Only:
        what: object

    found = {digest(Nothing()), digest(Only(Nothing())), digest(Only(())), digest(Only((Nothing(),)))}
    assert len(found) == 4


def test_a_value_without_a_form_is_refused():
    @dataclass(frozen=True)
    class Strange:
        what: object

    with pytest.raises(TypeError, match="no form for a object"):
        digest(Strange(object()))
