"""The simulator lives as long as its block, and nothing in it lives longer than its time."""

from __future__ import annotations

import pytest
from judges.subnets import small_subnet

from fabric.twin.ibsim import TwinError, program, simulator
from fabric.twin.netlist import Size, netlist, node_id, subnet_size


def test_a_program_that_is_not_installed_is_named():
    with pytest.raises(TwinError, match="`no-such-daemon` is not installed; `make judges` installs it"):
        program("no-such-daemon")


@pytest.mark.judge("opensm")
def test_programs_see_the_subnet_from_the_node_they_attach_to(tmp_path):
    config = small_subnet()
    host = next(node for node in config.nodes if node.name == "host7")
    with simulator(netlist(config), subnet_size(config), node_id(host), tmp_path) as running:
        assert "host7" in running.run(program("smpquery"), "nodedesc", "-D", "0", seconds=10)


@pytest.mark.judge("opensm")
def test_a_program_that_hangs_is_killed_and_what_it_said_is_kept(tmp_path):
    config = small_subnet()
    with simulator(netlist(config), subnet_size(config), node_id(config.nodes[-1]), tmp_path) as running:
        said = running.run("sh", "-c", "trap '' TERM; echo before; exec sleep 60", seconds=0.5)
    assert said.startswith("before\n")
    assert "was killed" in said


@pytest.mark.judge("opensm")
def test_a_subnet_beyond_the_limits_is_refused_and_not_cut(tmp_path):
    config = small_subnet()
    small = Size(nodes=4, switches=2, ports=10)
    with (
        pytest.raises(TwinError, match="ibsim did not start"),
        simulator(netlist(config), small, node_id(config.nodes[-1]), tmp_path),
    ):
        pass
