"""A switch that has its maker's login is met, and has its own from its first whole configuration on."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from floor import lay_out

from fabric.core.source import Folder
from fabric.drivers import Secrets, entry_of
from fabric.drivers.contract import UnreachableError
from fabric.drivers.sonic.ssh import Ssh
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.fleet import read_fleet
from fabric.lab.passwords import hashed

LEAF, SONIC, SPINES = "pod1-leaf1", "pod1-leaf2", ("spine1", "spine2")
OWN, MAKERS = "our-own-secret-1", "as-the-maker-left-it"
ACCOUNT = "username maker privilege 15 role network-admin secret sha512"


@pytest.fixture
def floor(tmp_path):
    found = lay_out(tmp_path)
    found.environment |= {"FABRIC_ADMIN_HASH": hashed(OWN, "salt"), "OWN_LOGIN": OWN, "MAKERS_LOGIN": MAKERS}
    startup = f"hostname {LEAF}\n{ACCOUNT} {hashed(MAKERS, 'grain')}\n"
    found.boot({LEAF: startup})
    hosts = (found.inventory / "hosts.yaml").read_text()
    found.close()
    control.up(found.lab, replace(read_fleet(found.lab), local_accounts=True))
    control.wait(found.lab)
    (found.inventory / "hosts.yaml").write_text(hosts)
    try:
        yield found
    finally:
        found.close()


def known(floor, **factory):
    """Give the EOS switches their own login, and these, by name, that of a first boot."""
    hosts = yaml.safe_load((floor.inventory / "hosts.yaml").read_text())
    for name in (LEAF, *SPINES):
        row = hosts[name]
        row["username"], row["password"] = "admin", "secret:env/OWN_LOGIN"
        kept = {key: value for key, value in row["data"].items() if not key.startswith("factory_")}
        user, reference = factory.get("leaf" if name == LEAF else "spines", ("", ""))
        makers = {"factory_username": user, "factory_password": reference} if reference else {}
        row["data"] = {**kept, **makers}
    (floor.inventory / "hosts.yaml").write_text(yaml.safe_dump(hosts, sort_keys=False))


def test_it_is_used_until_the_first_whole_configuration_takes_it_away(floor):
    known(floor)
    meet = ("enrol", floor.intent, LEAF, *floor.devices)
    refused = floor.here(*meet)
    assert refused.code == 1
    assert "credentials refused" in refused.talk
    lab_login = f"secret:file/{(floor.inventory / 'password').resolve()}"
    known(floor, leaf=("maker", "secret:env/MAKERS_LOGIN"), spines=("admin", lab_login))
    met = floor.here(*meet)
    assert (met.code, f"{LEAF}: logged in as `maker`, its maker's login" in met.talk) == (0, True), met.talk
    assert floor.plan().code == 0
    done = floor.here("apply", floor.plan_file, *floor.devices)
    assert done.code == 0, done.talk
    assert "username maker" not in control.running(floor.lab, LEAF)
    known(floor)
    again = floor.here(*meet)
    assert again.code == 0, again.talk
    assert "its maker's login" not in again.talk
    assert floor.drift().code == 0
    said = refused.talk + done.talk + again.talk
    assert not any(secret in said for secret in (OWN, MAKERS))


def test_over_ssh_the_own_login_goes_first_and_its_refusal_is_what_is_told(floor):
    row = read_inventory(Folder(floor.lab), "inventory").rows[SONIC]
    entry = replace(
        entry_of(SONIC, row, "sonic", floor.inventory), username="us", password="secret:env/OWN_LOGIN"
    )
    (floor.inventory / "makers").write_text(read_fleet(floor.lab).password)
    secrets = Secrets(floor.environment, floor.inventory)
    makers = replace(entry, factory_username="admin", factory_password="secret:file/makers")
    for one in (entry, replace(makers, factory_username="nobody")):
        with pytest.raises(UnreachableError, match="credentials of `us` refused"):
            Ssh(one, secrets).ask("true")
    ssh = Ssh(makers, secrets)
    assert ssh.ask("true").code == 0
    ssh.close()
