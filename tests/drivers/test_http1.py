"""HTTP/1.1 as bytes: what is an answer, what is none, and what would be no request."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.drivers.deadline import LARGEST
from fabric.drivers.http1 import HttpError, read, written

OK = b"HTTP/1.1 200 OK\r\n"
MEASURED = OK + b"Content-Length: 3\r\n\r\nabc"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nTrailer: z\r\n\r\n"
UNTIL_CLOSED = OK + b"\r\nabc"
HINTED = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + MEASURED


def answered(*pieces):
    came = iter((*pieces, b""))
    answer = read(lambda: next(came))
    return answer.status, answer.data, answer.kept


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        pytest.param(MEASURED, (200, b"abc", True), id="a-length"),
        pytest.param(CHUNKED, (200, b"abc", True), id="chunks"),
        pytest.param(UNTIL_CLOSED, (200, b"abc", False), id="until-it-closes"),
        pytest.param(HINTED, (200, b"abc", True), id="after-interim-answers"),
        pytest.param(b"HTTP/1.1 204 No Content\r\n\r\n", (204, b"", True), id="nothing"),
        pytest.param(b"HTTP/1.1 401\r\nContent-Length:1\r\n\r\nx", (401, b"x", True), id="no-reason"),
        pytest.param(MEASURED.replace(b"1.1", b"1.0"), (200, b"abc", False), id="an-old-server"),
        pytest.param(
            MEASURED.replace(b"Content", b"Connection: close\r\nContent"), (200, b"abc", False), id="closing"
        ),
    ],
)
@given(cuts=st.lists(st.integers(0, 120), max_size=4))
def test_an_answer_is_the_same_wherever_it_is_cut(said, answer, cuts):
    places = [0, *sorted(cuts), len(said)]
    pieces = [said[start:end] for start, end in pairwise(places)]
    assert answered(*filter(None, pieces)) == answer


@pytest.mark.parametrize("surplus", [b"x", MEASURED, OK], ids=["garbage", "another-answer", "its-beginning"])
def test_a_connection_that_says_more_than_was_asked_is_not_kept(surplus):
    assert answered(MEASURED + surplus) == (200, b"abc", False)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        pytest.param(b"", "closed without an answer", id="nothing"),
        pytest.param(OK, "closed in the middle", id="half-a-head"),
        pytest.param(MEASURED[:-1], "closed in the middle", id="half-an-answer"),
        pytest.param(CHUNKED[:-2], "closed in the middle", id="half-of-the-chunks"),
        pytest.param(HINTED[:25], "closed in the middle", id="only-an-interim-answer"),
        pytest.param(b"<!DOCTYPE html>\n", "no HTTP/1.1", id="a-page"),
        pytest.param(b"\x00\x1b[2J\xff", "no HTTP/1.1", id="noise"),
        pytest.param(
            OK + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", "no HTTP/1.1", id="two-lengths"
        ),
        pytest.param(OK + b"Content-Length: x\r\n\r\n", "no HTTP/1.1", id="a-length-that-is-none"),
        pytest.param(
            CHUNKED.replace(b"Transfer", b"Content-Length: 3\r\nTransfer"),
            "no HTTP/1.1",
            id="length-and-chunks",
        ),
        pytest.param(
            b"HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
            "no HTTP/1.1",
            id="upgrade",
        ),
        pytest.param(OK + b"A: " + b"a" * 70_000, "headers of more than 64 KiB", id="endless-headers"),
        pytest.param(OK + b"Content-Length: 67108865\r\n\r\n", "more than 64 MiB", id="told-to-be-too-large"),
    ],
)
def test_what_is_no_whole_answer_says_why(said, why):
    with pytest.raises(HttpError, match=why):
        answered(*([said] if said else []))


def test_an_answer_that_does_not_end_is_left_at_the_largest_size():
    with pytest.raises(HttpError, match="more than 64 MiB"):
        answered(OK + b"\r\n", *[b"0" * 2**20] * (LARGEST // 2**20))


def test_a_request_is_written_with_its_length():
    request = written("POST", "/command-api", {"Host": "192.0.2.1:443"}, b"{}")
    assert request == b"POST /command-api HTTP/1.1\r\nHost: 192.0.2.1:443\r\nContent-Length: 2\r\n\r\n{}"


@pytest.mark.parametrize("path", ["/a b", "/a\r\nX: y", "/a\x00", "/\u00e4"])
def test_a_path_cannot_break_out_of_its_line(path):
    with pytest.raises(HttpError, match="a path with"):
        written("GET", path, {}, b"")


@pytest.mark.parametrize("value", ["Bearer secret\r\nX: y", "Bearer secret\n", "Bearer secret\u20ac"])
def test_a_header_cannot_break_out_of_its_line_and_is_not_repeated(value):
    with pytest.raises(HttpError, match="a header with") as refused:
        written("GET", "/", {"Authorization": value}, b"")
    assert "secret" not in str(refused.value)
