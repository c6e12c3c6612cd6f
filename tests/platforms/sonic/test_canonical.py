"""The written form of SONiC's files."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.platforms.sonic.canonical import config_db, frr

TEXTS = st.text(max_size=8)
TABLES = st.dictionaries(
    TEXTS,
    st.dictionaries(
        TEXTS, st.dictionaries(TEXTS, TEXTS | st.lists(TEXTS, max_size=3), max_size=3), min_size=1
    ),
    max_size=4,
)


@given(TABLES)
def test_the_bytes_are_those_of_the_standard_encoder(tables):
    assert config_db(json.dumps(tables)) == json.dumps(tables, sort_keys=True, indent=2) + "\n"


@given(TABLES)
def test_the_written_form_is_stable(tables):
    once = config_db(json.dumps(tables))
    assert config_db(once) == once


def test_a_later_object_overwrites_single_fields_and_empty_tables_go():
    text = '{"PORT": {"E": {"mtu": "1", "fec": "rs"}}, "AAA": {}}\n\n{"PORT": {"E": {"mtu": "2"}}}\n'
    assert json.loads(config_db(text)) == {"PORT": {"E": {"mtu": "2", "fec": "rs"}}}


@pytest.mark.parametrize(
    "text",
    [
        '{"PORT": []}',
        '{"PORT": {"E": 1}}',
        '{"PORT": {"E": {"mtu": 1}}}',
        "[]",
        "{",
        '{"PORT": {"E": {"x": [1]}}}',
    ],
)
def test_what_is_no_config_db_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        config_db(text)


def test_frr_conf_has_no_blank_lines_and_single_separators():
    assert frr("!\nhostname a  \n\n!\n!\nrouter bgp 1\n exit\n") == "hostname a\n!\nrouter bgp 1\n exit\n"


def test_frr_conf_has_no_tabs():
    with pytest.raises(ValueError, match="tabs"):
        frr("router bgp 1\n\tneighbor")
