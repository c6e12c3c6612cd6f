"""What is chosen of login and telemetry on a switch of EOS, as its configuration says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.device.facts import Choices
from fabric.platforms.eos.grammar import NEGATED

if TYPE_CHECKING:
    from fabric.core.tree import Tree

_API = ("management security", "ssl profile FABRIC-API", "certificate")
_SERVERS = re.compile(r"-cvaddr=(\S+)")
_TOKEN = re.compile(r"-cvauth=token-secure,(\S+)")


def choices(tree: Tree) -> Choices:
    """Return what a tree says."""
    terminattr = tree.get(("daemon TerminAttr", "exec"), "")
    asked = any(path[0].startswith("tacacs-server host ") for path in tree)
    return Choices(
        timezone=tree.get(("clock timezone",), ""),
        login_banner=tuple(tree.get(("banner login",), "").splitlines()),
        motd_banner=tuple(tree.get(("banner motd",), "").splitlines()),
        api_certificate=tree.get(_API, "").partition(".crt ")[0],
        authorize_commands=("aaa authorization commands all default",) in tree if asked else None,
        queue_depths=tree.get(("queue-monitor streaming", "shutdown")) == NEGATED,
        cloudvision=tuple(found[1].split(",")) if (found := _SERVERS.search(terminattr)) else (),
        cloudvision_token=found[1] if (found := _TOKEN.search(terminattr)) else "",
    )
