"""Signatures on plans: who counts, and what does not."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from fabric.plan.file import Fault, PlanError, read, save
from fabric.plan.make import make_plan
from fabric.plan.model import sealed
from fabric.plan.signing import LARGEST, approve, author_file, sign, signed

PEOPLE = ("alice", "bob", "carol", "mallory")


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """Return a key for each person; nobody knows mallory."""
    folder = tmp_path_factory.mktemp("keys")
    for name in PEOPLE:
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
        subprocess.run(command, check=True)
    return {name: folder / name for name in PEOPLE}


def line(keys, person, name="", options=""):
    public = keys[person].with_suffix(".pub").read_text().split()[:2]
    return " ".join(filter(None, (name or person, options, *public)))


@pytest.fixture
def signers(keys, tmp_path):
    place = tmp_path / "allowed_signers"
    place.write_text("".join(line(keys, name) + "\n" for name in PEOPLE[:3]))
    return place


@pytest.fixture
def path(terms, target, tmp_path):
    save(make_plan(replace(terms, approvals=1), [target("leaf1")]), tmp_path / "plan")
    return tmp_path / "plan"


def stock_approval(path, key):
    """Approve with OpenSSH alone, which refuses nobody."""
    command = ["ssh-keygen", "-Y", "sign", "-f", str(key), "-n", "fabric-approve@v1"]
    done = subprocess.run(command, input=path.read_bytes(), capture_output=True, check=True)
    number = len(list(path.parent.glob("plan.approval-*.sig"))) + 1
    path.with_name(f"plan.approval-{number}.sig").write_bytes(done.stdout)


def refusal(path, signers):
    with pytest.raises(PlanError) as refused:
        signed(read(path), path, signers)
    assert refused.value.kind is Fault.SIGNATURE
    return str(refused.value)


def test_an_author_and_another_who_approves(path, keys, signers):
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    approve(path, keys["carol"])
    found = signed(read(path), path, signers)
    assert found.author.name == "alice"
    assert found.author.key.startswith("SHA256:")
    assert [one.name for one in found.approvals] == ["bob", "carol"]


def test_stock_openssh_signs_too(path, keys, signers):
    for name, space, place in (("alice", "fabric-plan@v1", ".sig"), ("bob", "fabric-approve@v1", ".x")):
        command = ["ssh-keygen", "-Y", "sign", "-f", str(keys[name]), "-n", space]
        done = subprocess.run(command, input=path.read_bytes(), capture_output=True, check=True)
        path.with_name(path.name + place).write_bytes(done.stdout)
    path.with_name("plan.x").rename(path.with_name("plan.approval-1.sig"))
    assert [one.name for one in signed(read(path), path, signers).approvals] == ["bob"]


def test_whoever_signed_or_approved_is_told_at_once_that_another_must(path, keys):
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    for person, place in (("alice", "plan.sig"), ("bob", "plan.approval-1.sig")):
        with pytest.raises(PlanError, match=rf"{place}` is by this key already: somebody else must approve"):
            approve(path, keys[person])
    assert not path.with_name("plan.approval-2.sig").exists()


def test_a_plan_without_a_signature(path, signers):
    assert "is not signed" in refusal(path, signers)


def test_nobody_approves_alone_what_they_made(path, keys, signers):
    sign(path, keys["alice"])
    stock_approval(path, keys["alice"])
    assert "needs 1 approvals by others than alice and has 0" in refusal(path, signers)


def test_two_names_for_one_key_are_one_person(path, keys, signers):
    signers.write_text(line(keys, "alice") + "\n" + line(keys, "alice", "alice-at-home") + "\n")
    sign(path, keys["alice"])
    stock_approval(path, keys["alice"])
    assert "has 0" in refusal(path, signers)


def test_an_approval_given_twice_counts_once(path, keys, signers, terms, target):
    save(make_plan(replace(terms, approvals=2), [target("leaf1")]), path)
    sign(path, keys["alice"])
    stock_approval(path, keys["bob"])
    stock_approval(path, keys["bob"])
    assert "has 1: `bob`" in refusal(path, signers)


def test_a_stranger_counts_for_nothing(path, keys, signers):
    sign(path, keys["mallory"])
    assert "no signature of this plan by anybody" in refusal(path, signers)
    sign(path, keys["alice"])
    approve(path, keys["mallory"])
    assert "has 0" in refusal(path, signers)


def test_an_author_s_signature_is_no_approval(path, keys, signers):
    sign(path, keys["alice"])
    as_author = author_file(path).read_bytes()
    sign(path, keys["bob"])
    author_file(path).rename(path.with_name("plan.approval-1.sig"))
    author_file(path).write_bytes(as_author)
    assert "has 0" in refusal(path, signers)


def test_a_key_bound_to_plans_does_not_approve(path, keys, signers):
    bound = line(keys, "bob", options='namespaces="fabric-plan@v1"')
    signers.write_text(line(keys, "alice") + "\n" + bound + "\n")
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    assert "has 0" in refusal(path, signers)


def test_a_key_whose_time_is_over(path, keys, signers):
    signers.write_text(line(keys, "alice", options='valid-before="20200101"') + "\n")
    sign(path, keys["alice"])
    assert "no signature of this plan by anybody" in refusal(path, signers)


def test_signatures_of_another_plan(path, keys, signers, terms, target):
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    save(make_plan(replace(terms, approvals=1), [target("leaf2")]), path)
    assert "no signature of this plan by anybody" in refusal(path, signers)


@pytest.mark.parametrize("rubbish", [b"", b"-----BEGIN SSH SIGNATURE-----\n", b"\xff" * 100])
def test_rubbish_is_no_signature(path, signers, rubbish):
    author_file(path).write_bytes(rubbish)
    assert "no signature of this plan by anybody" in refusal(path, signers)


def test_what_would_never_end_or_never_stop(path, signers):
    os.mkfifo(author_file(path))
    assert "no regular file" in refusal(path, signers)
    author_file(path).unlink()
    author_file(path).write_bytes(b"x" * (LARGEST + 1))
    assert "larger than any" in refusal(path, signers)


def test_a_key_that_is_not_there(path, tmp_path, capfd):
    with pytest.raises(PlanError, match="did not sign"):
        sign(path, tmp_path / "none")
    assert "none" in capfd.readouterr().err
    assert not author_file(path).exists()


def test_a_machine_without_openssh(path, keys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(PlanError, match="install OpenSSH"):
        sign(path, keys["alice"])


SIGN = "import pathlib, sys; from fabric.plan.signing import approve, sign; "


@pytest.mark.parametrize("verb", ["sign", "approve"])
def test_a_full_disk_leaves_no_half_of_a_signature(keys, path, verb):
    def no_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    before = {place.name: place.read_bytes() for place in path.parent.iterdir()}
    program = SIGN + f"{verb}(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))"
    command = [sys.executable, "-B", "-c", program, str(path), str(keys["bob"])]
    done = subprocess.run(command, preexec_fn=no_room, capture_output=True, check=False, text=True)
    assert "File too large" in done.stderr
    assert {place.name: place.read_bytes() for place in path.parent.iterdir()} == before


def test_a_second_key_of_the_author_is_not_another_person(path, keys, signers):
    signers.write_text(line(keys, "alice") + "\n" + line(keys, "bob", "alice") + "\n")
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    assert "needs 1 approvals by others than alice and has 0" in refusal(path, signers)


def test_a_second_key_of_who_approved_is_not_another_person(path, keys, signers, terms, target):
    save(make_plan(replace(terms, approvals=2), [target("leaf1")]), path)
    signers.write_text("\n".join([line(keys, "alice"), line(keys, "bob"), line(keys, "carol", "bob"), ""]))
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    approve(path, keys["carol"])
    assert "has 1: `bob`" in refusal(path, signers)


def test_an_approval_of_another_plan_does_not_count_for_this_one(path, keys, signers, terms, target):
    approve(path, keys["bob"])
    save(make_plan(replace(terms, approvals=1), [target("leaf2")]), path)
    sign(path, keys["alice"])
    assert "has 0" in refusal(path, signers)


def test_an_edited_copy_with_a_digest_of_its_own_bears_no_signature(path, keys, signers):
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    save(sealed(replace(read(path), approvals=0)), path)
    assert "no signature of this plan by anybody" in refusal(path, signers)


BOUND = {
    "its time is over": 'valid-before="20200101"',
    "its time has not come": 'valid-after="20990101"',
    "it signs other things": 'namespaces="git"',
    "it may only approve": 'namespaces="fabric-approve@v1"',
    "it signs certificates, not plans": "cert-authority",
}


@pytest.mark.parametrize("options", BOUND.values(), ids=BOUND)
def test_a_key_that_does_not_count_as_an_author_s(path, keys, signers, options):
    signers.write_text(line(keys, "alice", options=options) + "\n")
    sign(path, keys["alice"])
    assert "no signature of this plan by anybody" in refusal(path, signers)


@pytest.mark.parametrize("options", [o for name, o in BOUND.items() if "approve" not in name])
def test_a_key_that_does_not_count_as_one_who_approves(path, keys, signers, options):
    signers.write_text(line(keys, "alice") + "\n" + line(keys, "bob", options=options) + "\n")
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    assert "has 0" in refusal(path, signers)


@pytest.mark.parametrize("listed", ["as a key", "as a list of OpenSSH's"])
def test_a_revoked_key_counts_no_more(path, keys, signers, tmp_path, listed):
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    assert signed(read(path), path, signers).approvals
    place, public = tmp_path / "revoked_keys", keys["bob"].with_suffix(".pub")
    if listed == "as a key":
        place.write_bytes(public.read_bytes())
    else:
        subprocess.run(["ssh-keygen", "-q", "-k", "-f", str(place), str(public)], check=True)
    assert "has 0" in refusal(path, signers)


def test_a_list_of_revoked_keys_that_cannot_be_read_lets_nobody_sign(path, keys, signers, tmp_path):
    sign(path, keys["alice"])
    approve(path, keys["bob"])
    (tmp_path / "revoked_keys").write_bytes(b"# lost\n\x00rubbish\n")
    assert "has a line that is no public key: nobody's signature counts" in refusal(path, signers)
    (tmp_path / "revoked_keys").write_bytes(b"SSHKRL\n\x00cut off")
    assert "no signature of this plan by anybody" in refusal(path, signers)
