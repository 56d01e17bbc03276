"""Declared aggregations whose functions are texts, as in a file of YAML."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, NoReturn

from finestra.declarations import expressions
from finestra.declarations.aggregation import DeclaredAggregation, Fields, declared
from finestra.declarations.expressions import ExpressionError, Value

_LONGEST = 4096
_PARTS = ("columns", "state", "lift", "combine", "lower", "inverse", "identity")
_LAWS = ("commutative", "exact")
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.And: operator.and_,
    ast.Or: operator.or_,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.invert,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {"abs": abs} | {
    name: getattr(expressions, name)
    for name in (
        *("where", "minimum", "maximum", "sqrt", "exp", "log", "log10", "sin", "cos", "atan2"),
        *("floor", "ceil", "isnan", "whole", "real"),
    )
}

_OPERANDS = {"where": 3, "minimum": 2, "maximum": 2, "atan2": 2}


def from_texts(name: str, given: Mapping[str, Any]) -> DeclaredAggregation:
    """The aggregation with these parts: the functions of ``@finestra.aggregation`` as texts.

    >>> from_texts("rms", {
    ...     "state": {"n": "long", "s": "double"},
    ...     "lift": {"n": 1, "s": "x * x"},
    ...     "combine": {"n": "a.n + b.n", "s": "a.s + b.s"},
    ...     "lower": "sqrt(a.s / a.n)"})

    The columns are the names in ``lift``; ``columns`` gives their order if there are several.

    Raises:
        ValueError: says what does not fit.
    """
    unknown = set(given) - {*_PARTS, *_LAWS}
    if unknown:
        raise ValueError(
            f"there is no part '{min(unknown)}'; an aggregation has {', '.join(_PARTS + _LAWS)}"
        )
    for part in ("state", "lift", "combine", "lower"):
        if part not in given:
            raise ValueError(f"{part} is missing; an aggregation has state, lift, combine, lower")
    for part in ("state", "lift", "combine", "inverse", "identity"):
        if part in given and not isinstance(given[part], Mapping):
            raise ValueError(f"{part} is {given[part]!r}; it must be a map from the state's fields")
    columns = _columns(given)
    fields = tuple(given["state"])
    values = {column: Value(column) for column in columns}
    a, b = (Fields(each, fields, name) for each in "ab")

    def parsed(part: str, **names: Any) -> dict[str, Any]:
        return {field: parse(text, names) for field, text in given[part].items()}

    try:
        return declared(
            name,
            columns,
            given["state"],
            lift=lambda: parsed("lift", **values),
            combine=lambda: parsed("combine", a=a, b=b),
            lower=lambda: parse(given["lower"], {"a": a}),
            inverse=(lambda: parsed("inverse", a=a, b=b)) if "inverse" in given else None,
            identity=parsed("identity") if "identity" in given else None,
            laws=tuple(law for law in _LAWS if given.get(law)),
        )
    except ExpressionError as wrong:
        raise ValueError(wrong.what) from None


def _columns(given: Mapping[str, Any]) -> tuple[str, ...]:
    used = dict.fromkeys(
        node.id
        for text in given["lift"].values()
        for node in ast.walk(_tree(text))
        if isinstance(node, ast.Name) and node.id not in FUNCTIONS
    )
    columns = given.get("columns", list(used))
    if isinstance(columns, str):
        columns = [columns]
    if "columns" not in given and len(used) != 1:
        raise ValueError(
            f"lift has the columns {', '.join(used) or 'none'}; "
            "list them in columns, in the order in which they are given"
        )
    return tuple(columns)


def _tree(text: Any) -> ast.expr:
    said = str(text)
    if len(said) > _LONGEST:
        raise ValueError(f"an expression has {len(said)} characters; at most {_LONGEST} fit")
    try:
        return ast.parse(said.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{said!r} is no expression, such as 'a.n + b.n'") from None


def parse(text: Any, names: Mapping[str, Any]) -> Any:
    """The value of an expression in which these names are known.

    Raises:
        ValueError: shows the expression and what is wrong.
    """
    try:
        return _Reader(str(text), names).visit(_tree(text))
    except ExpressionError as wrong:
        raise ValueError(f"{str(text)!r}: {wrong.what}") from None


class _Reader(ast.NodeVisitor):
    """Applies the operators of an expression to values; each method takes one kind of part."""

    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self._text = text
        self._names = names

    def visit_Constant(self, node: ast.Constant) -> Any:
        known = isinstance(node.value, (int, float, type(None)))
        return node.value if known else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self._names:
            known = ", ".join(self._names) or "only numbers"
            self._refuse(f"there is no '{node.id}'; known here: {known}")
        return self._names[node.id]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        owner = self.visit(node.value)
        if not isinstance(owner, Fields) or node.attr.startswith("_"):
            return self.generic_visit(node)
        try:
            return getattr(owner, node.attr)
        except AttributeError as wrong:
            self._refuse(str(wrong))

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        return self._apply(node, node.op, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self._apply(node, node.op, node.operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        return reduce(_OPERATORS[type(node.op)], map(self.visit, node.values))

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) > 1:
            return self.generic_visit(node)
        return self._apply(node, node.ops[0], node.left, node.comparators[0])

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return expressions.where(*map(self.visit, (node.test, node.body, node.orelse)))

    def visit_Call(self, node: ast.Call) -> Any:
        function = FUNCTIONS.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None or node.keywords:
            return self.generic_visit(node)
        name = ast.unparse(node.func)
        takes = _OPERANDS.get(name, 1)
        if len(node.args) != takes:
            self._refuse(f"{name} takes {takes} operands, not {len(node.args)}")
        return function(*map(self.visit, node.args))

    def generic_visit(self, node: ast.AST) -> NoReturn:
        self._refuse(
            f"'{ast.unparse(node)}' is not supported; use numbers, operators, and the functions "
            f"{', '.join(FUNCTIONS)}"
        )

    def _apply(self, node: ast.AST, kind: ast.AST, *operands: ast.expr) -> Any:
        if type(kind) not in _OPERATORS:
            return self.generic_visit(node)
        first, *others = map(self.visit, operands)
        # The JVM computes with numbers, too: 10 ** 10 ** 10 would take Python for ever.
        return _OPERATORS[type(kind)](expressions.constant(first) if others else first, *others)

    def _refuse(self, what: str) -> NoReturn:
        raise ValueError(f"{self._text!r}: {what}")
