"""What live switches chose of login and telemetry, as lines of an intent; what it cannot say is left out."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from fabric.intent.observability import CloudVision
from fabric.intent.services import Api, Banner, Services
from fabric.views.imports_sections import usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.device.facts import Choices
    from fabric.intent.base import Model


def login_lines(found: Sequence[Choices]) -> list[str]:
    """Return time zone, banners and certificate of the API, below `services`."""
    lines: list[str] = []
    zone = usual(one.timezone for one in found)
    if zone and _fits(Services, timezone=zone):
        lines.append(f"  timezone: {zone}")
    words = {
        "login": usual(one.login_banner for one in found),
        "motd": usual(one.motd_banner for one in found),
    }
    said = {name: list(given) for name, given in words.items() if given and _fits(Banner, **{name: given})}
    if said:
        lines.append(f"  banner: {{{', '.join(f'{name}: {json.dumps(own)}' for name, own in said.items())}}}")
    certificate = usual(one.api_certificate for one in found)
    if certificate and _fits(Api, certificate=certificate):
        lines.append(f"  api: {{certificate: {certificate}}}")
    return lines


def authorizes(found: Sequence[Choices]) -> bool:
    """Whether servers are asked about every command."""
    return _most(one.authorize_commands for one in found)


def telemetry_lines(found: Sequence[Choices]) -> list[str]:
    """Return what is kept, streamed and sent to CloudVision, below `observability`."""
    lines = [
        f"  {name}: true"
        for name in ("drop_reasons", "queue_depths")
        if _most(getattr(one, name) for one in found)
    ]
    servers = usual(one.cloudvision for one in found)
    given: dict[str, Any] = {"servers": servers}
    if token := usual(one.cloudvision_token for one in found):
        given["token"] = token
    if servers and _fits(CloudVision, **given):
        words = [f"servers: {json.dumps(list(servers))}", *([f"token: {token}"] if token else [])]
        lines.append(f"  cloudvision: {{{', '.join(words)}}}")
    return lines


def _most(said: Iterable[bool | None]) -> bool:
    """Whether more of those that can say whether do than do not."""
    counts = Counter(said)
    return counts[True] > counts[False]


def _fits(model: type[Model], **given: object) -> bool:
    """Whether an intent takes some words."""
    try:
        model.model_validate(given)
    except ValidationError:
        return False
    return True
