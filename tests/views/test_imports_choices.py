"""Choices of login and telemetry of a live fabric, as lines of an intent."""

from __future__ import annotations

import pytest
import yaml
from pydantic import ValidationError

from fabric.device.facts import Choices
from fabric.intent.observability import Observability
from fabric.intent.services import Services
from fabric.views.imports_choices import authorizes, login_lines, telemetry_lines

FULL = Choices(
    timezone="Europe/Berlin",
    login_banner=("Authorised persons only",),
    motd_banner=("Changes come from git, not by hand",),
    api_certificate="api",
    authorize_commands=True,
    drop_reasons=True,
    queue_depths=True,
    cloudvision=("10.10.0.8:9910",),
    cloudvision_token="/persist/cv-token",
)


def taken(model, lines):
    return model.model_validate(yaml.safe_load("\n".join(["it:", *lines]))["it"])


def test_a_fabric_that_chose_nothing_says_nothing():
    none = [Choices()]
    assert (login_lines(none), telemetry_lines(none), authorizes(none)) == ([], [], False)


def test_what_most_switches_say_is_what_an_intent_takes():
    services = taken(Services, login_lines([FULL, Choices(), FULL]))
    assert services.timezone == "Europe/Berlin"
    assert (services.banner.login, services.banner.motd) == (FULL.login_banner, FULL.motd_banner)
    assert services.api.certificate == "api"
    telemetry = taken(Observability, telemetry_lines([FULL, Choices()]))
    assert (telemetry.drop_reasons, telemetry.queue_depths) == (True, True)
    assert telemetry.cloudvision.servers == FULL.cloudvision
    assert telemetry.cloudvision.token == FULL.cloudvision_token


@pytest.mark.parametrize("field", ["authorize_commands", "drop_reasons", "queue_depths"])
def test_a_choice_of_half_the_switches_is_none_and_those_that_cannot_say_do_not_count(field):
    yes, no = Choices(**{field: True}), Choices(**{field: False})
    said = authorizes if field == "authorize_commands" else telemetry_lines
    assert not said([yes, no])
    assert said([yes, yes, no, Choices(), Choices(), Choices()])


def test_words_that_no_intent_takes_are_left_out():
    odd = Choices("gmt+1", ('"No entry"',), ("fine",), cloudvision=("cvp.example:9910",))
    assert login_lines([odd]) == ['  banner: {motd: ["fine"]}']
    assert telemetry_lines([odd]) == []
    with pytest.raises(ValidationError):
        Services.model_validate({"timezone": odd.timezone})
