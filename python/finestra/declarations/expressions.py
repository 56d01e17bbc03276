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
        """Name the line of the user's function that is running."""
        self.what = what
        frame = sys._getframe(1)
        while frame.f_back is not None and Path(frame.f_code.co_filename).parent == _OWN:
            frame = frame.f_back
        file, line = frame.f_code.co_filename, frame.f_lineno
        code = linecache.getline(file, line).strip()
        where = f"{Path(file).name}, line {line}" + (f", '{code}'" if code else "")
        super().__init__(f"{where}: {what}")


def _binary(name: str, *, swapped: bool = False) -> Callable[[Value, Any], Value]:
    """An operator of two operands; ``swapped`` if the value is the right one."""

    def operator(value: Value, other: Any) -> Value:
        return operation(name, other, value) if swapped else operation(name, value, other)

    return operator


def _unary(name: str) -> Callable[[Value], Value]:
    return lambda value: operation(name, value)


def _unknown(use: str) -> Callable[..., Any]:
    """A method that Python calls where it needs to know a value."""

    def fail(*_: object) -> Any:
        raise ExpressionError(f"a value is not known here; {use}")

    return fail


class Value:
    """The result of an operation, or a name or a number if there are no operands."""

    def __init__(self, name: str, *operands: Value) -> None:
        """Note the operation's name."""
        self.name = name
        self.operands = operands

    __array_ufunc__ = None

    __add__, __radd__ = _binary("add"), _binary("add", swapped=True)
    __sub__, __rsub__ = _binary("sub"), _binary("sub", swapped=True)
    __mul__, __rmul__ = _binary("mul"), _binary("mul", swapped=True)
    __truediv__, __rtruediv__ = _binary("div"), _binary("div", swapped=True)
    __floordiv__, __rfloordiv__ = _binary("floordiv"), _binary("floordiv", swapped=True)
    __mod__, __rmod__ = _binary("mod"), _binary("mod", swapped=True)
    __pow__, __rpow__ = _binary("pow"), _binary("pow", swapped=True)
    __and__, __rand__ = _binary("and"), _binary("and", swapped=True)
    __or__, __ror__ = _binary("or"), _binary("or", swapped=True)
    __xor__, __rxor__ = _binary("xor"), _binary("xor", swapped=True)
    __lshift__, __rlshift__ = _binary("shl"), _binary("shl", swapped=True)
    __rshift__, __rrshift__ = _binary("shr"), _binary("shr", swapped=True)
    __lt__, __gt__ = _binary("lt"), _binary("lt", swapped=True)
    __le__, __ge__ = _binary("le"), _binary("le", swapped=True)
    __eq__ = _binary("eq")  # type: ignore[assignment]
    __ne__ = _binary("ne")  # type: ignore[assignment]
    __neg__, __abs__, __invert__ = _unary("neg"), _unary("abs"), _unary("not")

    def __pos__(self) -> Value:
        """The same value."""
        return self

    __bool__ = _unknown(
        "for 'if', 'and', 'or' and 'not' write finestra.where(condition, yes, no), and &, | and ~"
    )
    __float__ = __int__ = __index__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = (
        _unknown("use operators and finestra's functions, such as finestra.sqrt")
    )
    __hash__ = __str__ = __format__ = _unknown("it cannot be looked up or printed")
    __len__ = __iter__ = __getitem__ = __contains__ = _unknown("a value is a single number")


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
        return Value(int.__repr__(number))
    if isinstance(number, float):
        return Value(float.__repr__(number))
    if isinstance(number, MaybeNone):
        raise ExpressionError("None may only be in the outermost where of lower")
    raise ExpressionError(
        f"{number!r} is of type {type(number).__name__}; use int, float, bool or an expression"
    )


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
        """Note both."""
        self.value = value
        self.known = known


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
