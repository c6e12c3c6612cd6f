"""JSON-RPC as eAPI words it."""

import pytest

from fabric.lab.eos.rpc import RequestError, read_call


def test_a_result_for_each_command_comes_back_under_the_clients_id(lab):
    reply = lab.call("leaf1", "enable", "show hostname")
    assert reply["id"] == "7"
    assert reply["result"][0] == {}
    assert reply["result"][1]["hostname"] == "leaf1"


def test_an_unknown_command_is_1002_with_the_results_before_it(lab):
    error = lab.call("leaf1", "enable", "show bogus")["error"]
    assert error["code"] == 1002
    assert error["message"] == "CLI command 2 of 2 'show bogus' failed: invalid command"
    assert error["data"] == [{}, {"errors": ["Invalid input (at token 1: 'bogus')"]}]


def test_text_errors_carry_the_output_of_the_cli(lab):
    error = lab.call("leaf1", "show bogus", text=True)["error"]
    assert error["data"][-1]["output"] == "% Invalid input (at token 1: 'bogus')\n"


def test_a_command_without_json_form_is_1003(lab):
    lab.run("leaf1", "configure session s1", "hostname x")
    assert lab.call("leaf1", "show session-config named s1 diffs")["error"]["code"] == 1003


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"{}", -32600),
        (b'{"jsonrpc": "2.0", "method": "x", "id": 1}', -32601),
        (b'{"jsonrpc": "2.0", "method": "runCmds", "params": {}, "id": 1}', -32602),
        (b'{"jsonrpc": "2.0", "method": "runCmds", "params": {"cmds": [], "x": 1}, "id": 1}', -32602),
    ],
)
def test_what_is_no_request_is_refused_with_the_code_of_json_rpc(body, code):
    with pytest.raises(RequestError) as refused:
        read_call(body)
    assert refused.value.code == code


def test_a_command_may_carry_further_input():
    call = read_call(
        b'{"jsonrpc": "2.0", "method": "runCmds", "id": 1,'
        b' "params": {"cmds": [{"cmd": "comment", "input": "a\\nb"}], "format": "text"}}'
    )
    assert (call.commands[0].text, call.commands[0].given, call.as_text) == ("comment", "a\nb", True)
