"""Conditions on numbers, such as `value <= 1.2 * control`: read into a tree, never executed as code."""

from __future__ import annotations

import ast
import math
import operator
from typing import TYPE_CHECKING

from fabric.core.names import listing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SUMS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_COMPARED: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def wrong(text: str, names: tuple[str, ...]) -> str:
    """Say why a text is no condition on the first of some names; empty when it is one."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return f"`{text}` is no comparison such as `{names[0]} <= 10`"
    if found := _strange(tree, names):
        return found
    return "" if names[0] in _names(tree) else f"`{text}` does not speak of `{names[0]}`"


def needs(text: str) -> frozenset[str]:
    """Return the names that a condition speaks of."""
    return _names(ast.parse(text, mode="eval").body)


def holds(text: str, known: Mapping[str, float]) -> bool | None:
    """Whether a condition holds; None when a number on the way is none, as after a division by zero."""
    try:
        return _truth(ast.parse(text, mode="eval").body, known)
    except (ArithmeticError, ValueError):
        return None


def _names(tree: ast.expr) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _strange(tree: ast.expr, names: tuple[str, ...]) -> str:
    """Say what stands in a tree that no condition has."""
    if isinstance(tree, ast.BoolOp):
        return next(filter(None, (_strange(part, names) for part in tree.values)), "")
    if not isinstance(tree, ast.Compare) or any(type(sign) not in _COMPARED for sign in tree.ops):
        return "a condition compares with `<`, `<=`, `>`, `>=`, `==` or `!=`, joined by `and` and `or`"
    return next(filter(None, (_odd(side, names) for side in (tree.left, *tree.comparators))), "")


def _odd(side: ast.expr, names: tuple[str, ...]) -> str:
    if isinstance(side, ast.BinOp) and type(side.op) in _SUMS:
        return _odd(side.left, names) or _odd(side.right, names)
    if isinstance(side, ast.UnaryOp) and isinstance(side.op, ast.USub):
        return _odd(side.operand, names)
    if isinstance(side, ast.Constant) and type(side.value) in (int, float):
        return ""
    if isinstance(side, ast.Name):
        return "" if side.id in names else f"`{side.id}` is none of {listing(names)}"
    return f"a side of a comparison has numbers, {listing(names)}, `+`, `-`, `*` and `/` only"


def _truth(tree: ast.expr, known: Mapping[str, float]) -> bool:
    if isinstance(tree, ast.BoolOp):
        # All of them first: a number that is none spoils the whole, on whichever side it stands.
        every = [_truth(part, known) for part in tree.values]
        return all(every) if isinstance(tree.op, ast.And) else any(every)
    if not isinstance(tree, ast.Compare):
        raise ValueError(ast.unparse(tree))  # noqa: TRY004 - a condition that `wrong` would have refused
    sides = [_number(side, known) for side in (tree.left, *tree.comparators)]
    return all(
        _COMPARED[type(sign)](left, right)
        for sign, left, right in zip(tree.ops, sides, sides[1:], strict=False)
    )


def _number(side: ast.expr, known: Mapping[str, float]) -> float:
    found = _worked_out(side, known)
    if not math.isfinite(found):
        raise ValueError(ast.unparse(side))
    return found


def _worked_out(side: ast.expr, known: Mapping[str, float]) -> float:
    if isinstance(side, ast.BinOp):
        return _SUMS[type(side.op)](_number(side.left, known), _number(side.right, known))
    if isinstance(side, ast.UnaryOp):
        return -_number(side.operand, known)
    if isinstance(side, ast.Name):
        return known[side.id]
    return float(ast.literal_eval(side))
