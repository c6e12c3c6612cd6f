"""Stock SSH clients against a served device."""

from __future__ import annotations

import io
import json
import time
import warnings
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from fabric.lab.faults import Kind
from fabric.lab.sonic.clock import Pace

with warnings.catch_warnings():
    # paramiko and netmiko name ciphers that cryptography has moved (paramiko 5.1, cryptography 43 and later).
    warnings.simplefilter("ignore")
    import paramiko
    from netmiko import ConnectHandler

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:paramiko"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:asyncssh"),
    # A paramiko transport that is cut leaves its socket to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@contextmanager
def connected(served) -> Iterator[paramiko.SSHClient]:
    client = paramiko.SSHClient()
    known = (served.directory / "ssh" / "leaf-1.pub").read_text().split()
    key = paramiko.Ed25519Key(
        data=paramiko.message.Message(__import__("base64").b64decode(known[1])).asbytes()
    )
    client.get_host_keys().add(f"[{served.leaf.address}]:2222", "ssh-ed25519", key)
    client.connect(
        served.leaf.address, 2222, "admin", "fabric-lab", look_for_keys=False, allow_agent=False, timeout=20
    )
    try:
        yield client
    finally:
        client.close()


def run(client: paramiko.SSHClient, script: str, stdin: str = "") -> tuple[int, str, str]:
    fed, out, err = client.exec_command(script, timeout=30)
    fed.write(stdin)
    with suppress(EOFError):  # a connection that drops may do so before the input has ended
        fed.channel.shutdown_write()
    return out.channel.recv_exit_status(), out.read().decode(), err.read().decode()


def eventually(condition) -> bool:
    return any(condition() or time.sleep(0.05) for _ in range(400))


def netmiko(served):
    return ConnectHandler(
        device_type="linux", host=served.leaf.address, port=2222, username="admin", password="fabric-lab"
    )


def test_stock_netmiko_logs_in_and_runs_commands(served):
    with netmiko(served) as connection:
        assert connection.find_prompt() == "admin@leaf-1:~$"
        assert "SONiC.202511" in connection.send_command("show version")
        connection.send_command("sudo config interface shutdown Ethernet8")
        assert "Ethernet8" in connection.send_command("show interfaces status")
    assert "Ethernet8" not in served.machine.view().enabled


def test_stock_netmiko_becomes_root_and_back(served):
    with netmiko(served) as connection:
        connection.enable()
        assert connection.send_command("whoami") == "root"
        connection.exit_enable_mode()
        assert connection.send_command("whoami") == "admin"


def test_a_host_key_is_the_devices_own_and_stays(served):
    keys = [(served.directory / "ssh" / f"{name}.pub").read_text() for name in ("leaf-1", "leaf-2")]
    assert keys[0] != keys[1]
    with connected(served) as client:
        assert client.get_transport().get_remote_server_key().get_base64() == keys[0].split()[1]


def test_a_wrong_password_is_refused(served):
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    with pytest.raises(paramiko.AuthenticationException):
        client.connect(served.leaf.address, 2222, "admin", "guess", look_for_keys=False, allow_agent=False)
    client.close()


def test_an_exec_channel_gives_output_errors_and_exit_code(served):
    with connected(served) as client:
        assert run(client, "hostname") == (0, "leaf-1\n", "")
        code, _, err = run(client, "frobnicate")
        assert (code, err) == (127, "-bash: frobnicate: command not found\n")
        assert run(client, "sudo tee /etc/sonic/note >/dev/null", "from stdin\n") == (0, "", "")
        assert run(client, "cat /etc/sonic/note")[1] == "from stdin\n"


def test_sftp_puts_files_where_the_login_may_write_and_nowhere_else(served):
    with connected(served) as client, client.open_sftp() as sftp:
        sftp.putfo(io.BytesIO(b"x" * 100_000), "/tmp/fab_aa_1_1_1.json")
        assert sftp.stat("/tmp/fab_aa_1_1_1.json").st_size == 100_000
        with pytest.raises(PermissionError):
            sftp.putfo(io.BytesIO(b"x"), "/etc/sonic/config_db.json")
        assert sftp.listdir("/tmp") == ["fab_aa_1_1_1.json"]
        with sftp.open("/etc/sonic/config_db.json") as file:
            assert json.loads(file.read())["PORT"]["Ethernet0"]["speed"] == "400000"
        sftp.remove("/tmp/fab_aa_1_1_1.json")
        assert not served.machine.files.is_file("/tmp/fab_aa_1_1_1.json")


def test_what_was_started_goes_on_when_the_client_leaves(served):
    with connected(served) as client:
        client.exec_command("sleep 0.3; sudo touch /etc/sonic/done")
    assert eventually(lambda: served.machine.files.is_file("/etc/sonic/done"))


def test_a_dead_man_outlives_its_client(served):
    with connected(served) as client:
        script = "sudo systemd-run --unit=fab_aa_1_1_1 --on-active=1s /bin/sh -c 'touch /etc/sonic/fired'"
        assert run(client, script)[0] == 0
    assert eventually(lambda: served.machine.files.is_file("/etc/sonic/fired"))


def test_drop_before_executes_nothing_and_drop_after_everything(served):
    for kind, done in ((Kind.DROP_BEFORE, False), (Kind.DROP_AFTER, True)):
        served.fault(kind, match="touch")
        with connected(served) as client:
            code, _, _ = run(client, f"sudo touch /etc/sonic/{kind}")
            assert code == -1
        assert served.machine.files.is_file(f"/etc/sonic/{kind}") is done


def test_a_reboot_breaks_the_connection_and_the_device_comes_back(served):
    with connected(served) as client:
        assert run(client, "sudo reboot")[0] == -1
    assert eventually(lambda: served.machine.up)
    with connected(served) as client:
        assert run(client, "hostname")[0] == 0


def test_a_device_that_is_down_takes_no_connection(served):
    served.machine.pace = Pace(factor=1000)
    served.soon(served.machine.reboot)
    with pytest.raises((paramiko.SSHException, EOFError, ConnectionError)), connected(served):
        pass


def test_a_dead_device_takes_the_connection_and_says_nothing(served):
    served.fault(Kind.DEAD)
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    with pytest.raises(paramiko.SSHException):
        client.connect(
            served.leaf.address,
            2222,
            "admin",
            "fabric-lab",
            look_for_keys=False,
            allow_agent=False,
            auth_timeout=0.5,
        )
    client.close()


def test_a_dripping_answer_arrives_whole(served):
    with connected(served) as client:
        whole = run(client, "sonic-cfggen -d --print-data")[1]
        served.fault(Kind.DRIP, match="cfggen", seconds=0.2)
        assert run(client, "sonic-cfggen -d --print-data")[1] == whole
