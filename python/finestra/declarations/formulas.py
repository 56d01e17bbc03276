"""Declared aggregations whose functions are texts, as in a file of YAML."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, NoReturn

from finestra.declarations import expressions
from finestra.declarations.aggregation import DeclaredAggregation, Fields, declared
from finestra.declarations.expressions import ExpressionError, Value, constant, operation

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
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    # These take booleans only, unlike & and | and ~.
    ast.Not: lambda value: operation("eq", value, False),
    ast.And: lambda one, other: operation("where", one, other, False),
    ast.Or: lambda one, other: operation("where", one, True, other),
}
_CONSTANTS = {"true": True, "false": False}
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
            raise ValueError(f"{part} is {given[part]!r}; it must be a map from names of fields")
    columns = _columns(given)
    fields = tuple(given["state"])
    values = {column: Value(column) for column in columns}
    a, b = (Fields(each, fields, name) for each in "ab")

    def parsed(part: str, **names: Any) -> dict[str, Any]:
        for field, text in given[part].items():
            if text is None:
                raise ValueError(f"{part} has no expression for the field '{field}'")
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
            laws=tuple(law for law in _LAWS if _holds(law, given.get(law, False))),
        )
    except ExpressionError as wrong:
        raise ValueError(wrong.what) from None


def _holds(law: str, given: Any) -> bool:
    # A scalar of YAML is a text.
    if str(given).lower() not in _CONSTANTS:
        raise ValueError(f"{law} is {given!r}; it must be true or false")
    return _CONSTANTS[str(given).lower()]


def _columns(given: Mapping[str, Any]) -> tuple[str, ...]:
    if "columns" in given:
        columns = given["columns"]
        names = [columns] if isinstance(columns, str) else columns
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"columns is {columns!r}; it must be a list of names, such as [x, y]")
        if len(set(names)) < len(names):
            raise ValueError(f"columns has a name twice: {', '.join(names)}")
        return tuple(names)
    used: dict[str, None] = {}
    for text in given["lift"].values():
        nodes = list(ast.walk(_tree(text)))
        called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        used |= dict.fromkeys(
            node.id
            for node in nodes
            if isinstance(node, ast.Name) and id(node) not in called and node.id not in _CONSTANTS
        )
    if len(used) != 1:
        raise ValueError(
            f"lift has the columns {', '.join(used) or 'none'}; "
            "list them in columns, in the order in which they are given"
        )
    return tuple(used)


def _tree(text: Any) -> ast.expr:
    said = str(text)
    if len(said) > _LONGEST:
        raise ValueError(f"an expression has {len(said)} characters; at most {_LONGEST} fit")
    try:
        return ast.parse(f"({said}\n)", mode="eval").body
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
    except RecursionError:
        raise ValueError(f"{str(text)[:40]!r}… nests too deep; simplify it") from None


class _Reader(ast.NodeVisitor):
    """Applies the operators of an expression to values; each method takes one kind of part."""

    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self._text = text
        self._names = names

    def visit_Constant(self, node: ast.Constant) -> Any:
        known = isinstance(node.value, (int, float, type(None)))
        return node.value if known else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in _CONSTANTS:
            return _CONSTANTS[node.id]
        found = self._name(node)
        if isinstance(found, Fields):
            self._refuse(f"'{node.id}' is a whole partial result; write one field, {node.id}.name")
        return found

    def _name(self, node: ast.Name) -> Any:
        if node.id not in self._names:
            known = ", ".join(self._names) or "only numbers"
            self._refuse(f"there is no '{node.id}'; known here: {known}")
        return self._names[node.id]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        owner = self._name(node.value) if isinstance(node.value, ast.Name) else None
        if not isinstance(owner, Fields) or node.attr.startswith("_"):
            return self.generic_visit(node)
        try:
            return getattr(owner, node.attr)
        except AttributeError as wrong:
            self._refuse(str(wrong))

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        return self._apply(node, node.op, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            number = self.visit(node.operand)
            if type(number) in (int, float):
                return -number
        return self._apply(node, node.op, node.operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        return reduce(_OPERATORS[type(node.op)], map(self.visit, node.values))

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) > 1:
            return self.generic_visit(node)
        return self._apply(node, node.ops[0], node.left, node.comparators[0])

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test, *results = map(self.visit, (node.test, node.body, node.orelse))
        return expressions.where(constant(test), *results)

    def visit_Call(self, node: ast.Call) -> Any:
        function = FUNCTIONS.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None or node.keywords:
            return self.generic_visit(node)
        name = ast.unparse(node.func)
        takes = _OPERANDS.get(name, 1)
        if len(node.args) != takes:
            self._refuse(f"{name} takes {takes} operands, not {len(node.args)}")
        first, *others = map(self.visit, node.args)
        return function(constant(first), *others)

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
        return _OPERATORS[type(kind)](constant(first), *others)

    def _refuse(self, what: str) -> NoReturn:
        raise ValueError(f"{self._text!r}: {what}")
