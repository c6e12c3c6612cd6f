"""Expectations, observations and the verdicts between them."""

from fabric.health.model import Expectation, Judgement, Verdict

__all__ = ["Expectation", "Judgement", "Verdict"]
