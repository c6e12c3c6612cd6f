"""What a healthy fabric shows, and verdicts on what was seen."""

from fabric.health.judge import GATES, baseline, judge, owed, reasons, worst
from fabric.health.model import Baseline, Expectation, Judgement, Observed, Verdict

__all__ = [
    "GATES",
    "Baseline",
    "Expectation",
    "Judgement",
    "Observed",
    "Verdict",
    "baseline",
    "judge",
    "owed",
    "reasons",
    "worst",
]
