"""Devices get another login: proven before it is confirmed, used from then on, and no secret is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import yaml
from floor import lay_out

from fabric.cli.compiling import compiled
from fabric.cli.fleet import complete_inventory
from fabric.core.source import Folder
from fabric.drivers import Secrets, entry_of
from fabric.drivers.sonic.ssh import Ssh
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.fleet import read_fleet
from fabric.lab.passwords import hashed

PAUSED, ROLLED_BACK = 8, 6
OLD, NEW = "fabric-lab", "another-secret-9"
LEAF, SONIC, REST = "pod1-leaf1", "pod1-leaf2", "pod1-leaf2,spine1,spine2"
SWITCHES = (LEAF, SONIC, "spine1", "spine2")
EOS_SPINES = 'spine: {count: 2, model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"}'
CUMULUS_SPINES = 'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}'
ADMIN = '      - {name: admin, password: "secret:env/FABRIC_ADMIN_HASH"}\n'
OPS = '      - {name: ops, password: "secret:env/FABRIC_OPS_HASH"}\n'
SECRETS = (OLD, NEW, hashed(OLD, "oldsalt"), hashed(NEW, "newsalt"))


@pytest.fixture
def floor(tmp_path):
    found = lay_out(tmp_path)
    found.environment |= {
        "FABRIC_ADMIN_HASH": hashed(OLD, "oldsalt"),
        "FABRIC_OPS_HASH": hashed(NEW, "newsalt"),
        "OLD_LOGIN": OLD,
        "NEW_LOGIN": NEW,
    }
    found.edit(EOS_SPINES, CUMULUS_SPINES)
    found.boot()
    found.close()
    control.up(found.lab, replace(read_fleet(found.lab), local_accounts=True))
    control.wait(found.lab)
    complete_inventory(compiled(str(found.intent)), found.inventory)
    login(found, "admin", "secret:env/OLD_LOGIN")
    (found.inventory / "password").unlink()
    try:
        assert found.plan().code == 0
        done = found.here("apply", found.plan_file, *found.devices)
        assert done.code == 0, done.talk
        yield found
    finally:
        found.close()


def login(floor, name, password, **data):
    hosts = yaml.safe_load((floor.inventory / "hosts.yaml").read_text())
    for one, row in hosts.items():
        row["password"], row["username"] = password, name
        kept = {key: value for key, value in row["data"].items() if not key.startswith("next_")}
        row["data"] = {**kept, **(data if one in SWITCHES else {})}
    (floor.inventory / "hosts.yaml").write_text(yaml.safe_dump(hosts, sort_keys=False))


def on_sonic(floor, *commands):
    """Do what a person does on the SONiC switch, whose accounts are Debian's."""
    row = read_inventory(Folder(floor.lab), "inventory").rows[SONIC]
    ssh = Ssh(entry_of(SONIC, row, "sonic", floor.inventory), Secrets(floor.environment))
    try:
        assert [ssh.tell(command).code for command in commands] == [0] * len(commands)
    finally:
        ssh.close()


def play(floor, first=LEAF):
    rest = REST if first == LEAF else ",".join(one for one in SWITCHES if one != first)
    given = ("--var", f"first={first}", "--var", f"rest={rest}")
    return floor.here("playbook", "run", "credentials-rotation", floor.intent, *given, *floor.devices)


def signed(floor, name, **environment):
    who = {"FABRIC_ACTOR": "boss"}
    floor.here("playbook", "sign", name, "--reason", "seen", "--state", floor.state, **who)
    return floor.here("playbook", "resume", name, "--state", floor.state, **environment)


def account_lines(floor, name):
    text = control.running(floor.lab, name)
    return [
        "".join(found) for found in re.findall(r"^username (\S+)|full-name: '?(\w+),,,", text, re.MULTILINE)
    ]


def shown(floor, *ended):
    files = [path for path in floor.state.rglob("*") if path.is_file()]
    texts = [one.out + one.talk for one in ended] + [path.read_bytes().decode("latin-1") for path in files]
    return [secret for secret in SECRETS if any(secret in text for text in texts)]


def test_a_new_login_is_proven_used_and_the_old_one_goes(floor):
    begun = play(floor)
    assert begun.code == PAUSED, begun.talk
    name = re.search(r"playbook ([0-9a-f]{8})", begun.talk)[1]
    floor.edit(ADMIN, ADMIN + OPS)
    login(floor, "admin", "secret:env/OLD_LOGIN", next_username="ops", next_password="secret:env/NEW_LOGIN")
    on_sonic(floor, "sudo useradd -m -G sudo ops", f"echo ops:{NEW} | sudo chpasswd")
    first = signed(floor, name)
    assert first.code == PAUSED, first.talk
    assert "username ops" in control.running(floor.lab, LEAF)
    assert "ops,,," not in control.running(floor.lab, "spine1")
    rest = signed(floor, name)
    assert rest.code == PAUSED, rest.talk
    assert "ops,,," in control.running(floor.lab, "spine1")
    floor.edit(ADMIN, "")
    login(floor, "ops", "secret:env/NEW_LOGIN")
    on_sonic(floor, "sudo userdel admin")
    before = len(floor.commits())
    ended = signed(floor, name)
    assert ended.code == 0, ended.talk
    users = {one.user for one in floor.commits()[before:] if one.verb in ("commit", "confirm")}
    assert users == {"ops"}
    assert all("admin" not in account_lines(floor, one) for one in SWITCHES)
    assert floor.drift().code == 0
    assert shown(floor, begun, first, rest, ended) == []


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(LEAF, id="eos"),
        pytest.param(SONIC, id="sonic", marks=pytest.mark.proof),
        pytest.param("spine1", id="cumulus", marks=pytest.mark.proof),
    ],
)
def test_a_device_that_refuses_the_new_login_goes_back_by_itself_and_the_old_one_still_works(floor, first):
    if first == SONIC:  # its accounts are no matter of the intent: another change of it must let the login in
        on_sonic(floor, "sudo useradd -m -G sudo ops", "echo ops:mistyped | sudo chpasswd")
    before = floor.digests()
    name = re.search(r"playbook ([0-9a-f]{8})", play(floor, first).talk)[1]
    floor.edit(ADMIN, ADMIN + OPS)
    floor.edit("ecn: auto", "ecn: {min: 1 MB, max: 2 MB, probability: 5 %}")
    login(floor, "admin", "secret:env/OLD_LOGIN", next_username="ops", next_password="secret:env/NEW_LOGIN")
    refused = signed(floor, name, FABRIC_OPS_HASH=hashed("mistyped", "newsalt"))
    assert refused.code == ROLLED_BACK, refused.talk
    assert "the login that is coming does not work" in refused.talk
    assert floor.digests() == before
    assert floor.plan().code == 0
    assert shown(floor, refused) == []
