"""What counts the steps of a template, put into it between reading and compiling."""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from fabric.render.meter import ENTRY, TEXT

STEP, PASSED = "_step", "_passed"
"""Filters of the meter."""
_BODIES = (nodes.Template, nodes.Block, nodes.Macro, nodes.CallBlock, nodes.For)
_MADE = (nodes.Concat, nodes.List, nodes.Tuple, nodes.Dict)


class Counting(NodeTransformer):
    """Counts each pass of each body, and each value that an expression makes without calling anything."""

    def generic_visit(self, node: nodes.Node, *args: Any, **words: Any) -> nodes.Node:
        """Put the counters into a node, after those of its parts."""
        super().generic_visit(node, *args, **words)
        if isinstance(node, _BODIES):
            _count_passes(node)
        if isinstance(node, nodes.Compare):
            node.expr = _passed(node.expr)
            for operand in node.ops:
                operand.expr = _passed(operand.expr)
        if isinstance(node, nodes.Include):
            node.template = _passed(node.template)
        if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice):
            node.node = _passed(node.node)
        return _passed(node) if isinstance(node, _MADE) and getattr(node, "ctx", "load") == "load" else node


def _count_passes(node: Any) -> None:
    written = sum(len(text.data) for text in node.find_all(nodes.TemplateData))
    steps = nodes.Const(written // TEXT + (1 if isinstance(node, nodes.For) else ENTRY))
    step = nodes.ExprStmt(_filter(STEP, steps, node.lineno), lineno=node.lineno)
    node.body.insert(0, step)
    if isinstance(node, nodes.For) and node.test is not None:
        asked = _filter(STEP, nodes.Const(1), node.lineno)
        node.test = nodes.And(asked, node.test, lineno=node.lineno)


def _passed(node: nodes.Expr) -> nodes.Expr:
    return node if isinstance(node, nodes.Const) else _filter(PASSED, node, node.lineno)


def _filter(name: str, node: nodes.Expr, line: int) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=line)
