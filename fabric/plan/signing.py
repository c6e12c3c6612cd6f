"""Signatures on a plan file: by who made it, and by others who approve it.

OpenSSH signs and verifies (`ssh-keygen -Y`), so keys of agents and hardware tokens serve, and nothing else
has to be installed. Who may sign stands in an `allowed_signers` file, which can bind a key to one of the two
namespaces and to a time (man page ssh-keygen(1), ALLOWED SIGNERS).
"""

from __future__ import annotations

import base64
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.names import listing
from fabric.core.program import AGENTS, plain_environment
from fabric.plan.file import Fault, PlanError, taken, text, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.plan.model import Plan

LENGTH = 4
"""Bytes of a number in a signature of OpenSSH."""
LARGEST = 64 * 1024
"""Bytes of a signature or a file of signers."""
SEEN_BY_ALL = 0o644
"""Mode of a signature: who applies is often another than who signed."""
REVOKED = "revoked_keys"
"""File beside the allowed signers: public keys, or a list of `ssh-keygen -k`, that count no more."""
LIST_OF_OPENSSH = b"SSHKRL\n"
PUBLIC_KEY = re.compile(rb"[a-z0-9@.-]+ [A-Za-z0-9+/]+=*(\s|$)")
MOST = 64
"""Approvals that are looked at."""
GOOD = re.compile(
    r'^Good "[^"]*" signature for (?P<who>.+) with [^ ]+ key (?P<key>SHA256:\S+)$', re.MULTILINE
)


class Namespace(StrEnum):
    """What a signature says; one given for the one never counts as the other."""

    PLAN = "fabric-plan@v1"
    """Whoever signs made this plan."""
    APPROVAL = "fabric-approve@v1"
    """Whoever signs has read this plan and wants it done."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signed, as `allowed_signers` names them, and with which key."""

    name: str
    key: str
    """Fingerprint, such as `SHA256:...`."""

    def __str__(self) -> str:
        return f"{self.name} ({self.key})"


@dataclass(frozen=True, slots=True)
class Signed:
    """The good signatures of a plan."""

    author: Signer
    approvals: tuple[Signer, ...]
    """By others than the author, one for each person and key."""


def author_file(plan: Path) -> Path:
    """Return where the signature of a plan's author lies."""
    return plan.with_name(f"{plan.name}.sig")


def sign(plan: Path, key: Path) -> Path:
    """Sign a plan as its author; raises PlanError when OpenSSH does not."""
    place = author_file(plan)
    write_whole(place, _signature(plan, key, Namespace.PLAN), SEEN_BY_ALL)
    return place


def approve(plan: Path, key: Path) -> Path:
    """Approve a plan, beside the approvals it has; raises PlanError when OpenSSH does not."""
    raw = _signature(plan, key, Namespace.APPROVAL)
    for place in (author_file(plan), *_approval_files(plan)):
        if place.exists() and _key_of(_bytes(place, "signature")) == _key_of(raw):
            raise PlanError(Fault.SIGNATURE, f"`{place}` is by this key already: somebody else must approve")
    taken = {place.name for place in _approval_files(plan)}
    names = (f"{plan.name}.approval-{number}.sig" for number in range(1, MOST + 1))
    free = next((name for name in names if name not in taken), None)
    if free is None:
        raise PlanError(Fault.SIGNATURE, f"`{plan}` has {MOST} approvals already")
    place = plan.with_name(free)
    write_whole(place, raw, SEEN_BY_ALL)
    return place


def signed(plan: Plan, path: Path, signers: Path) -> Signed:
    """Return who signed a plan; raises PlanError unless its author did, and as many others as it asks for.

    What is verified is the plan that was read, never the file as it may be by now.
    """
    body = text(plan).encode()
    allowed = _bytes(signers, "file of allowed signers")
    lost = signers.with_name(REVOKED)
    revoked = _revoked(lost) if lost.exists() else b""
    with tempfile.TemporaryDirectory() as folder:
        shelf = _Shelf(Path(folder), allowed, revoked)
        place = author_file(path)
        if not place.exists():
            raise PlanError(
                Fault.SIGNATURE, f"the plan is not signed, which `{signers}` asks for: `fabric sign {path}`"
            )
        authors = list(shelf.signers(body, _bytes(place, "signature"), Namespace.PLAN))
        if not authors:
            raise PlanError(
                Fault.SIGNATURE, f"`{place}` is no signature of this plan by anybody in `{signers}`"
            )
        found = [
            signer
            for one in _approval_files(path)
            for signer in shelf.signers(body, _bytes(one, "approval"), Namespace.APPROVAL)
        ]
    others = tuple(_different(authors, found))
    if len(others) < plan.approvals:
        has = f": {listing([one.name for one in others])}" if others else ""
        raise PlanError(
            Fault.SIGNATURE,
            f"the plan needs {plan.approvals} approvals by others than {authors[0].name} and has "
            f"{len(others)}{has}; `fabric approve {path}`",
        )
    return Signed(authors[0], others)


def _different(authors: Sequence[Signer], found: Iterable[Signer]) -> Iterator[Signer]:
    """Yield one signer for each person: two names with one key are one, and so are two keys of one name."""
    names, keys = {one.name for one in authors}, {one.key for one in authors}
    for signer in found:
        if signer.name not in names and signer.key not in keys:
            yield signer
        names.add(signer.name)
        keys.add(signer.key)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Copies for OpenSSH to read: the originals may be pipes, or change while it reads."""

    folder: Path
    allowed: bytes
    revoked: bytes

    def signers(self, body: bytes, signature: bytes, namespace: Namespace) -> Iterator[Signer]:
        """Yield who signed, by every name that the key has; nobody for a signature that is not good."""
        allowed, seal, revoked = (self.folder / name for name in ("allowed", "seal", "revoked"))
        allowed.write_bytes(self.allowed)
        revoked.write_bytes(self.revoked)
        seal.write_bytes(signature)
        named = _run("-Y", "find-principals", "-f", str(allowed), "-s", str(seal), given=b"")
        for name in dict.fromkeys(re.split(r"[,\n]", named.stdout.decode(errors="replace").strip())):
            asked = ("-f", str(allowed), "-I", name, "-n", namespace, "-s", str(seal), "-r", str(revoked))
            done = _run("-Y", "verify", *asked, given=body)
            good = GOOD.search(done.stdout.decode(errors="replace"))
            if done.returncode == 0 and good:
                yield Signer(name, good["key"])


def _key_of(armored: bytes) -> bytes:
    """Return the public key in a signature of OpenSSH (PROTOCOL.sshsig); empty for what is none."""
    try:
        blob = base64.b64decode(b"".join(armored.splitlines()[1:-1]), validate=True)
    except ValueError:
        return b""
    start = len(b"SSHSIG") + 2 * LENGTH
    return blob[start : start + int.from_bytes(blob[start - LENGTH : start])]


def _signature(plan: Path, key: Path, namespace: Namespace) -> bytes:
    """Have OpenSSH sign a plan; it may talk on the terminal about a passphrase or a token."""
    done = _run("-q", "-Y", "sign", "-f", str(key), "-n", namespace, given=taken(plan), quiet=False)
    if done.returncode != 0:
        raise PlanError(Fault.SIGNATURE, f"`ssh-keygen` did not sign `{plan}` with `{key}`")
    return done.stdout


def _run(*words: str, given: bytes, quiet: bool = True) -> subprocess.CompletedProcess[bytes]:
    """Run `ssh-keygen`; what it says is kept from people only where nothing waits for them."""
    try:
        return subprocess.run(  # noqa: S603 - fixed program, no shell
            ["ssh-keygen", *words],  # noqa: S607 - the system's OpenSSH, wherever it lies
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            check=False,
            env=plain_environment(os.environ, AGENTS),
        )
    except FileNotFoundError as fault:
        raise PlanError(Fault.SIGNATURE, "signatures need `ssh-keygen`: install OpenSSH's client") from fault


def _approval_files(plan: Path) -> list[Path]:
    found = sorted(plan.parent.glob(f"{_literal(plan.name)}.approval-*.sig"))
    return found[:MOST]


def _literal(name: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", name)


def _revoked(place: Path) -> bytes:
    """Read which keys count no more. OpenSSH passes over what it does not understand there; we do not."""
    raw = _bytes(place, "file of revoked keys")
    lines = () if raw.startswith(LIST_OF_OPENSSH) else raw.splitlines()
    for line in filter(None, map(bytes.strip, lines)):
        if not (line.startswith(b"#") or PUBLIC_KEY.match(line)):
            words = f"`{place}` has a line that is no public key: nobody's signature counts"
            raise PlanError(Fault.SIGNATURE, words)
    return raw


def _bytes(path: Path, what: str) -> bytes:
    return taken(path, what, LARGEST, Fault.SIGNATURE)
