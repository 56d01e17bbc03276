"""Expressions of declared aggregations: Python's operators, and the functions below.

A function of a declared aggregation is called once with values like these, which note what is done
with them. Called with plain numbers, the functions compute, so that a declaration can be tried in
Python.
"""

from __future__ import annotations

import linecache
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_OWN = Path(__file__).parent


class ExpressionError(TypeError):
    """A function of a declared aggregation does something that has no expression."""

    def __init__(self, what: str) -> None:
        frame = sys._getframe(1)
        while frame.f_back is not None and Path(frame.f_code.co_filename).parent == _OWN:
            frame = frame.f_back
        file, line = frame.f_code.co_filename, frame.f_lineno
        code = linecache.getline(file, line).strip()
        where = f"{Path(file).name}, line {line}" + (f", '{code}'" if code else "")
        super().__init__(f"{where}: {what}")


class Value:
    """The result of an operation, or a name or a number if there are no operands."""

    __array_ufunc__ = None
    __hash__ = object.__hash__

    def __init__(self, name: str, *operands: Value) -> None:
        self.name = name
        self.operands = operands

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.operands))})" if self.operands else self.name

    def __add__(self, other: Any) -> Value:
        return operation("add", self, other)

    def __radd__(self, other: Any) -> Value:
        return operation("add", other, self)

    def __sub__(self, other: Any) -> Value:
        return operation("sub", self, other)

    def __rsub__(self, other: Any) -> Value:
        return operation("sub", other, self)

    def __mul__(self, other: Any) -> Value:
        return operation("mul", self, other)

    def __rmul__(self, other: Any) -> Value:
        return operation("mul", other, self)

    def __truediv__(self, other: Any) -> Value:
        return operation("div", self, other)

    def __rtruediv__(self, other: Any) -> Value:
        return operation("div", other, self)

    def __floordiv__(self, other: Any) -> Value:
        return operation("floordiv", self, other)

    def __rfloordiv__(self, other: Any) -> Value:
        return operation("floordiv", other, self)

    def __mod__(self, other: Any) -> Value:
        return operation("mod", self, other)

    def __rmod__(self, other: Any) -> Value:
        return operation("mod", other, self)

    def __pow__(self, other: Any) -> Value:
        return operation("pow", self, other)

    def __rpow__(self, other: Any) -> Value:
        return operation("pow", other, self)

    def __and__(self, other: Any) -> Value:
        return operation("and", self, other)

    def __rand__(self, other: Any) -> Value:
        return operation("and", other, self)

    def __or__(self, other: Any) -> Value:
        return operation("or", self, other)

    def __ror__(self, other: Any) -> Value:
        return operation("or", other, self)

    def __xor__(self, other: Any) -> Value:
        return operation("xor", self, other)

    def __rxor__(self, other: Any) -> Value:
        return operation("xor", other, self)

    def __lshift__(self, other: Any) -> Value:
        return operation("shl", self, other)

    def __rlshift__(self, other: Any) -> Value:
        return operation("shl", other, self)

    def __rshift__(self, other: Any) -> Value:
        return operation("shr", self, other)

    def __rrshift__(self, other: Any) -> Value:
        return operation("shr", other, self)

    def __neg__(self) -> Value:
        return operation("neg", self)

    def __pos__(self) -> Value:
        return self

    def __abs__(self) -> Value:
        return operation("abs", self)

    def __invert__(self) -> Value:
        return operation("not", self)

    def __lt__(self, other: Any) -> Value:
        return operation("lt", self, other)

    def __le__(self, other: Any) -> Value:
        return operation("le", self, other)

    def __gt__(self, other: Any) -> Value:
        return operation("lt", other, self)

    def __ge__(self, other: Any) -> Value:
        return operation("le", other, self)

    def __eq__(self, other: object) -> Value:  # type: ignore[override]
        return operation("eq", self, other)

    def __ne__(self, other: object) -> Value:  # type: ignore[override]
        return operation("not", operation("eq", self, other))

    def __bool__(self) -> bool:
        raise ExpressionError(
            "a value is not known here, so 'if', 'and', 'or' and 'not' cannot use it; write "
            "finestra.where(condition, yes, no), and &, | and ~"
        )

    def _unknown(self, *_: object) -> Any:
        raise ExpressionError(
            "a value is not known here, so it is no number for another function; use operators, or "
            f"finestra's functions: {', '.join(sorted(FUNCTIONS))}"
        )

    __float__ = __int__ = __index__ = __complex__ = __round__ = __trunc__ = _unknown
    __floor__ = __ceil__ = __len__ = __iter__ = __getitem__ = __contains__ = _unknown


def operation(name: str, *operands: Any) -> Value:
    """An operation of the JVM on values and numbers."""
    return Value(name, *(constant(each) for each in operands))


def constant(number: Any) -> Value:
    """A number or a boolean as a value."""
    if isinstance(number, Value):
        return number
    if isinstance(number, bool):
        return Value(str(number).lower())
    if isinstance(number, int):
        if not -(1 << 63) <= number < 1 << 63:
            raise ExpressionError(f"{number} has more than 64 bits; write it as a float")
        return Value(str(number))
    if isinstance(number, float):
        return Value(repr(number))
    raise ExpressionError(
        f"{number!r} is of type {type(number).__name__}; use int, float, bool or an expression"
    )


FUNCTIONS: dict[str, Callable[..., Any]] = {}
"""The functions of expressions by name."""


def _function(name: str, meaning: str, compute: Callable[..., Any]) -> Callable[..., Any]:
    """A function that notes its operation on values, and computes with numbers."""

    def call(*operands: Any) -> Any:
        if any(isinstance(each, Value) for each in operands):
            return operation(name, *operands)
        return compute(*operands)

    call.__doc__ = meaning
    return call


def where(condition: Any, yes: Any, no: Any) -> Any:
    """``yes`` where the condition is true, otherwise ``no``. In ``lower`` one may be ``None``."""
    if not isinstance(condition, Value):
        return yes if condition else no
    if yes is None or no is None:
        return MaybeNone(yes if no is None else no, condition if no is None else ~condition)
    return operation("where", condition, yes, no)


class MaybeNone:
    """A result that is ``None`` where a condition is false."""

    def __init__(self, value: Any, known: Value) -> None:
        self.value = value
        self.known = known

    def __getattr__(self, name: str) -> Any:
        raise ExpressionError("where(…, None) must be the whole result of lower")


minimum = _function("min", "The smaller of two numbers.", min)
maximum = _function("max", "The larger of two numbers.", max)
sqrt = _function("sqrt", "The square root.", math.sqrt)
exp = _function("exp", "e to the power of a number.", math.exp)
log = _function("log", "The natural logarithm.", math.log)
log10 = _function("log10", "The logarithm to base 10.", math.log10)
sin = _function("sin", "The sine of an angle in radians.", math.sin)
cos = _function("cos", "The cosine of an angle in radians.", math.cos)
atan2 = _function("atan2", "The angle of the point (x, y), called as ``atan2(y, x)``.", math.atan2)
floor = _function("floor", "The number rounded down, as a double.", math.floor)
ceil = _function("ceil", "The number rounded up, as a double.", math.ceil)
isnan = _function("isnan", "Whether a double is NaN.", math.isnan)
whole = _function("whole", "The whole part of a double, or 0 or 1 for a boolean: a long.", int)
real = _function("real", "A number as a double.", float)

FUNCTIONS |= {
    "atan2": atan2,
    "ceil": ceil,
    "cos": cos,
    "exp": exp,
    "floor": floor,
    "isnan": isnan,
    "log": log,
    "log10": log10,
    "maximum": maximum,
    "minimum": minimum,
    "real": real,
    "sin": sin,
    "sqrt": sqrt,
    "where": where,
    "whole": whole,
}
