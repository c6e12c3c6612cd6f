"""A setting changes the blocks of its own feature alone: which ones is listed, and read in review.

A project overrides a block, so what stands in it must be what its name says.
"""

from __future__ import annotations

from collections import defaultdict

import pytest
from cases.full_units import LEAVES, field_of, leaf, platform_of, templates
from cases.perturbation import another, leaves, put

from fabric.catalog import CatalogError
from fabric.core.diagnostic import FabricError

SPLIT = ("system", "interfaces", "bgp", "ecmp", "qos")
"""Features of which each part has a line of its own."""


def blocks(platform, config):
    """Return what every block of a platform's templates prints."""
    form = platform_of(platform)
    words, printed = form.context(config), {}
    for name in form.templates.values():
        template = templates().get_template(name)
        context = {"device": config, **words}
        for block, render in template.blocks.items():
            printed[block] = "".join(render(template.new_context(context)))
    return printed


def part_of(path):
    names = field_of(path).split(".")
    return ".".join(names[: 2 if names[0] in SPLIT else 1])


@pytest.mark.parametrize("platform", LEAVES)
def test_a_value_changes_the_blocks_of_its_feature_alone(platform, golden):
    config = leaf(platform)
    unchanged, changed = blocks(platform, config), defaultdict(set)
    for path, value in leaves(config):
        found = changed[part_of(path)]
        try:
            now = blocks(platform, put(config, path, another(path, value)))
        except (FabricError, CatalogError, KeyError):
            continue  # refused: that is no silence
        found |= {block for block, text in unchanged.items() if now[block] != text}
    rows = [f"{part}: {', '.join(sorted(found)) or '-'}" for part, found in sorted(changed.items())]
    still = unchanged.keys() - set().union(*changed.values())
    golden(
        f"blocks/{platform}.txt",
        "\n".join([*rows, "", f"the same always: {', '.join(sorted(still))}"]) + "\n",
    )
