"""OpenSM refuses mutants of a subnet manager's files; who survives is listed and read in review."""

from __future__ import annotations

import pytest

from judges import opensm
from judges.mutate import Mutant, hunt
from judges.mutate_lines import line_mutants
from judges.subnets import small_artifacts, small_subnet

pytestmark = pytest.mark.judge("opensm")

FILES = small_artifacts()


def file_mutants():
    """Mutants of each file, the others as they are."""
    for name, text in FILES.items():
        for mutant in line_mutants(text, (), comment="#"):
            yield Mutant(mutant.kind, f"{name}: {mutant.where}", FILES | {name: mutant.artifact})


def named_mutants():
    """GUIDs that nobody has, files that others name, keys used twice: what line mutants cannot know."""
    for name, guid in (("root_guid.conf", "0x0000000000001000"), ("partitions.conf", "0x0000000000003000")):
        stranger = FILES[name].replace(guid, "0x00000000deadbeef")
        yield Mutant("reference", f"{name}: an unknown GUID", FILES | {name: stranger})
    stranger = FILES["qos-policy.conf"].replace("0x0001", "0x0099")
    yield Mutant("reference", "qos-policy.conf: an unknown PKey", FILES | {"qos-policy.conf": stranger})
    lacking = FILES["partitions.conf"].splitlines()[0] + "\n"
    yield Mutant("dependency", "partitions.conf: tenant1 removed", FILES | {"partitions.conf": lacking})
    twice = FILES["partitions.conf"] + "other=0x0001, ipoib : 0x0000000000003002;\n"
    yield Mutant("overlap", "partitions.conf: one PKey twice", FILES | {"partitions.conf": twice})


def test_mutants_are_refused_but_for_the_listed(golden):
    config = small_subnet()
    mutants = (*file_mutants(), *named_mutants())
    golden(
        "survivors/opensm.txt",
        hunt("opensm", mutants, lambda files: bool(opensm.findings(config, files, seconds=20))),
    )
