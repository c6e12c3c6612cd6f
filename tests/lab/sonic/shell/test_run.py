"""Scripts as drivers write them."""

from __future__ import annotations

import asyncio

import pytest

from fabric.lab.faults import Kind

CASES = {
    "and": ("true && echo yes", 0, "yes\n"),
    "or": ("false || echo no", 0, "no\n"),
    "skipped": ("false && echo a || echo b", 0, "b\n"),
    "semicolon": ("false; echo $?", 0, "1\n"),
    "quoted operator": ("echo 'a;b' \"c&&d\"", 0, "a;b c&&d\n"),
    "pipe": ("printf 'b\\na\\n' | grep a", 0, "a\n"),
    "group": ("{ echo a; echo b; } | wc -l", 0, "2\n"),
    "subshell": ("(echo a; false) || echo b", 0, "a\nb\n"),
    "negation": ("! false", 0, ""),
    "if": ("if test -f /nowhere; then echo a; else echo b; fi", 0, "b\n"),
    "elif": ("if false; then echo a; elif true; then echo b; fi", 0, "b\n"),
    "here-document": ("cat <<EOF\na 'b'\nEOF\necho c", 0, "a 'b'\nc\n"),
    "substitution": ('test "$(hostname)" = leaf-1 && echo same', 0, "same\n"),
    "assignment": ("rc=7; exit $rc", 7, ""),
    "exit ends": ("echo a; exit 3; echo b", 3, "a\n"),
    "exit of a child does not": ("sh -c 'exit 3'; echo $?", 0, "3\n"),
    "strict": ("set -e; false; echo a", 1, ""),
    "strict spares conditions": ("set -e; false || true; echo a", 0, "a\n"),
    "append": ("echo a > /tmp/x; echo b >> /tmp/x; cat < /tmp/x", 0, "a\nb\n"),
    "errors joined": ("cat /none 2>&1", 1, "cat: /none: No such file or directory\n"),
    "errors dropped": ("cat /none 2>/dev/null", 1, ""),
    "wildcard": ("touch /tmp/fab_1 /tmp/fab_2 /tmp/other; ls /tmp/fab_*", 0, "/tmp/fab_1\n/tmp/fab_2\n"),
    "comment": ("echo a # not this", 0, "a\n"),
    "absolute path": ("/bin/echo a", 0, "a\n"),
    "nested": ("sudo sh -c 'flock /run/lock/x sh -c \"whoami\"'", 0, "root\n"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_script_does_what_sh_does(on_bench, case):
    script, code, out = CASES[case]

    async def body(bench):
        done = await bench.run(script)
        assert (done.code, done.out) == (code, out), done

    on_bench(body)


def test_an_unknown_command_is_not_found(on_bench):
    async def body(bench):
        done = await bench.run("frobnicate --now")
        assert (done.code, done.err) == (127, "-bash: frobnicate: command not found\n")

    on_bench(body)


def test_a_redirection_has_the_rights_of_the_shell_not_of_sudo(on_bench):
    async def body(bench):
        done = await bench.run("sudo echo x > /etc/sonic/x")
        assert (done.code, done.err) == (1, "-bash: /etc/sonic/x: Permission denied\n")
        await bench.ok("echo x | sudo tee /etc/sonic/x > /dev/null")
        assert bench.machine.files.text("/etc/sonic/x") == "x\n"

    on_bench(body)


def test_a_syntax_error_runs_nothing(on_bench):
    async def body(bench):
        done = await bench.run("touch /tmp/x; && true")
        assert done.code == 2
        assert not bench.machine.files.is_file("/tmp/x")

    on_bench(body)


def test_an_error_strikes_the_matching_command_wherever_it_stands(on_bench):
    async def body(bench):
        bench.fault(Kind.ERROR, match="config save")
        done = await bench.run("sudo sh -c 'echo a && config save -y && echo b'")
        assert (done.code, done.out) == (1, "a\n")
        assert "save" not in bench.verbs()

    on_bench(body)


def test_an_error_for_a_command_spares_the_timer_that_will_run_it(on_bench):
    async def body(bench):
        bench.fault(Kind.ERROR, match="config save")
        await bench.ok("sudo systemd-run --unit=fab_aa_1_1_1 --on-active=9s /bin/sh -c 'config save -y'")

    on_bench(body)


def test_a_human_edits_just_before_the_matching_command(on_bench):
    async def body(bench):
        line = '{"PORT": {"Ethernet8": {"description": "mine"}}}'
        bench.fault(Kind.EDIT, match="config checkpoint", line=line)
        await bench.ok("sudo config checkpoint c")
        assert "mine" in bench.machine.files.text("/etc/sonic/checkpoints/c.cp.json")
        assert [(c.verb, c.user) for c in bench.commits()] == [("edit", "human")]

    on_bench(body)


def test_a_timeout_ends_what_takes_too_long(on_bench):
    async def body(bench):
        assert (await bench.run("timeout 5 sleep 60")).code == 124
        assert await bench.ok("timeout 5 echo a") == "a\n"

    on_bench(body)


def test_a_lock_is_held_by_one(on_bench):
    async def body(bench):
        holder = asyncio.ensure_future(bench.shell().run("flock /run/lock/fab sleep 10"))
        await bench.clock.advance(1)
        assert (await bench.run("flock -n /run/lock/fab echo a")).code == 1
        assert (await bench.run("flock -w 2 -E 75 /run/lock/fab echo a")).code == 75
        assert await bench.ok("flock /run/lock/fab echo a") == "a\n"
        assert holder.done()

    on_bench(body)


@pytest.mark.parametrize("script", ["head /none", "test a -foo b", "grep", "systemctl show", "cp /tmp/x"])
def test_a_misused_command_fails_and_the_device_goes_on(on_bench, script):
    async def body(bench):
        done = await bench.run(f"{script}; echo on")
        assert done.err
        assert done.out == "on\n"

    on_bench(body)


def test_an_ordered_edit_that_is_no_configuration_fails_the_command(on_bench):
    async def body(bench):
        bench.fault(Kind.EDIT, match="true", line="no json")
        assert (await bench.run("true")).code == 1

    on_bench(body)
