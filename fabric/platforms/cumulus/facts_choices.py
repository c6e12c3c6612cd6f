"""What is chosen of login and telemetry on a Cumulus switch, as NVUE says, in either dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.device.facts import Choices

if TYPE_CHECKING:
    from fabric.core.tree import Tree

_MESSAGE = ("system", "message")
_ON = frozenset({"on", "enabled"})
_QUEUES = ("system", "telemetry", "histogram", "egress-buffer")


def choices(tree: Tree) -> Choices:
    """Return what a tree says. NVUE has no switch for the authorization of commands."""
    zone = tree.get(("system", "date-time", "timezone")) or tree.get(("system", "timezone"), "")
    return Choices(
        timezone="UTC" if zone == "Etc/UTC" else zone,
        login_banner=tuple(tree.get((*_MESSAGE, "pre-login"), "").splitlines()),
        motd_banner=tuple(tree.get((*_MESSAGE, "post-login"), "").splitlines()),
        api_certificate=tree.get(("system", "api", "certificate"), ""),
        drop_reasons=any(tree.get(("system", "wjh", word)) in _ON for word in ("state", "enable")),
        queue_depths=any(path[: len(_QUEUES)] == _QUEUES for path in tree),
    )
