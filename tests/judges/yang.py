"""SONiC's own YANG models, through libyang, judge a config_db.json."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from judges import tally
from judges.presence import SHARED
from judges.verdict import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType


PLACEHOLDER = re.compile(r"@\{secret:[^}]+\}")


def judge(config_db: str, release: str) -> Verdict:
    """Judge the text of a config_db.json strictly by the models of one release, such as `202511`."""
    tally.count("yang")
    # The driver puts secrets in before a device sees them; some stand where not every character may.
    return findings(json.loads(PLACEHOLDER.sub("S3cret-of-the-lab", config_db)), release)


def findings(config: Mapping[str, Any], release: str) -> Verdict:
    """Return the objections to a parsed CONFIG_DB, uncounted.

    Strict: a table without a model, or an empty one, is an objection too, because `config reload`
    refuses the whole file for it since 202505.
    """
    problems = _tool().Validator(_models(release)).validate(dict(config))
    return tuple(
        Finding(f"{problem.table}|{problem.key}" if problem.key else problem.table, _why(problem))
        for problem in problems
        if problem.level == "ERROR" or (problem.table != "*" and not problem.key)
    )


def _why(problem: Any) -> str:
    return f"{problem.field}: {problem.message}" if problem.field else str(problem.message)


@cache
def _models(release: str) -> Any:
    # Compiling a release takes about a second, so once per process.
    return _tool().Models(str(SHARED / "sonic-yang" / release))


@cache
def _tool() -> ModuleType:
    path = SHARED / "tools" / "validate_sonic_yang.py"
    spec = importlib.util.spec_from_file_location("validate_sonic_yang", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module
