"""Declared aggregations compute in the JVM what their functions compute in Python."""

from __future__ import annotations

import functools
import math
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finestra

STATE = {"n": "long", "mean": "double", "squares": "double"}


class Deviation:
    """The functions of a standard deviation; None for a single value."""

    def lift(x: Any) -> Any:
        return {"n": 1, "mean": x, "squares": 0.0}

    def combine(a: Any, b: Any) -> Any:
        n = a.n + b.n
        part = b.n / n
        delta = b.mean - a.mean
        squares = a.squares + b.squares + delta * delta * a.n * part
        return {"n": n, "mean": a.mean + delta * part, "squares": squares}

    def lower(a: Any) -> Any:
        return finestra.where(a.n > 1, finestra.sqrt(a.squares / a.n), None)


def in_python(functions: Any, values: list[Any]) -> Any:
    parts = [SimpleNamespace(**functions.lift(*value)) for value in values]
    all_ = functools.reduce(lambda a, b: SimpleNamespace(**functions.combine(a, b)), parts)
    return functions.lower(all_)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(-1000, 1000).map(lambda n: n / 8), min_size=1, max_size=30))
def test_a_window_has_the_result_of_the_functions(values: list[float]) -> None:
    deviation = finestra.aggregation(state=STATE, commutative=True)(Deviation)
    with finestra.Window("b_fiba4", deviation, "double") as window:
        assert window.query() is None
        window.bulk_insert(range(len(values)), values)
        expected = in_python(Deviation, [(value,) for value in values])
        if expected is None:
            assert window.query() is None
        else:
            assert window.query() == pytest.approx(expected, rel=1e-9, abs=1e-9)


class Operators:
    """Every operator and function, on two columns."""

    def lift(x: Any, y: Any) -> Any:
        f = finestra
        whole = (x + 3 - y * 2) // 5 + x % 7 + (x & 12) + (x | 3) + (x ^ 5) + (~x) + (x << 2)
        whole = whole + (x >> 1) + abs(-x) + f.minimum(x, y) + f.maximum(x, 3) + f.whole(x > y)
        real = f.sqrt(f.exp(f.sin(x)) + abs(f.cos(y))) + f.log(2 + abs(x)) + f.log10(3 + abs(y))
        real = real + f.atan2(x, 2.5) + f.floor(x / 3) + f.ceil(y / 3) + f.real(x) ** 2
        chosen = f.where((x <= y) & ((x == 3) | (y >= 1) | (x != y)) ^ (x < 2), 1, 2)
        return {"w": whole, "r": f.where(f.isnan(real), 0.5, real), "c": chosen}

    def combine(a: Any, b: Any) -> Any:
        return {"w": a.w + b.w, "r": a.r + b.r, "c": a.c + b.c}

    def lower(a: Any) -> Any:
        return a.w + a.r + 1000 * a.c


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=1, max_size=5))
def test_operators_and_functions_are_those_of_python(rows: list[tuple[int, int]]) -> None:
    state = {"w": "long", "r": "double", "c": "long"}
    declared = finestra.aggregation(state=state)(Operators)
    with finestra.Window("b_fiba4", declared, "long") as window:
        window.bulk_insert(range(len(rows)), rows)
        assert window.query() == pytest.approx(in_python(Operators, rows), rel=1e-12)


def total(**options: Any) -> Any:
    """A sum of longs with these options."""

    class total:
        def lift(x: Any) -> Any:
            return {"s": x}

        def combine(a: Any, b: Any) -> Any:
            return {"s": a.s + b.s}

        def inverse(a: Any, b: Any) -> Any:
            return {"s": a.s - b.s}

        def lower(a: Any) -> Any:
            return a.s

    return finestra.aggregation(state={"s": "long"}, **options)(total)


def test_an_inverse_and_an_identity_are_used() -> None:
    declared = total(identity={"s": 0}, commutative=True, exact=True)
    declared.check()
    with finestra.Window("subtract_on_evict", declared, "long") as window:
        assert window.query() == 0
        window.bulk_insert(range(10), range(10))
        window.bulk_evict(7)
        assert window.query() == 17


def test_a_declaration_is_a_name() -> None:
    declared = total(identity={"s": 0})
    assert repr(declared) == "<aggregation total(x)>"
    assert declared == (
        "declared(total,columns(x),state(s long),lift(x),combine(add(a.s,b.s)),lower(a.s),"
        "inverse(sub(a.s,b.s)),identity(0))"
    )
    assert total(identity={"s": 1}) != declared


def test_a_snapshot_of_another_definition_is_rejected() -> None:
    with (
        finestra.Window("b_fiba4", total(identity={"s": 0}), "long") as window,
        finestra.Window("b_fiba4", total(identity={"s": 1}), "long") as other,
    ):
        window.insert(1, 5)
        with pytest.raises(ValueError, match=r"identity\(1\)"):
            other.restore(window.snapshot())


def test_a_broken_law_is_found() -> None:
    class difference:
        def lift(x: Any) -> Any:
            return {"s": x}

        def combine(a: Any, b: Any) -> Any:
            return {"s": a.s - b.s}

        def lower(a: Any) -> Any:
            return a.s

    declared = finestra.aggregation(state={"s": "double"})(difference)
    with pytest.raises(ValueError, match=r"^difference: \(a ⊗ b\) ⊗ c = .* does not hold for a = "):
        declared.check([1.0, 2.5, 4.0])


@pytest.mark.parametrize(
    ("lift", "line"),
    [
        (lambda x: {"s": x if x > 0 else 0}, "finestra.where(condition, yes, no)"),
        (lambda x: {"s": math.sqrt(x)}, "such as finestra.sqrt"),
        (lambda x: {"s": min(x, 3)}, "finestra.where(condition, yes, no)"),
        (lambda x: {"s": list(x)}, "a value is a single number"),
        (lambda x: {"s": x + "a"}, "'a' is of type str; use int, float, bool or an expression"),
        (lambda x: {"s": {1: 2}.get(x, 3)}, "it cannot be looked up"),
        (lambda x: {"s": x + 2**64}, "has more than 64 bits; write it as a float"),
    ],
)
def test_what_is_no_expression_is_rejected_with_its_line(lift: Any, line: str) -> None:
    functions = type("f", (), {"lift": lift, "combine": lambda a, b: {"s": a.s}, "lower": abs})
    with pytest.raises(TypeError, match=r"^test_aggregation\.py, line \d+") as rejected:
        finestra.aggregation(state={"s": "double"})(functions)
    assert line in str(rejected.value)


def lifting(lift: Any) -> Any:
    """A declaration with this lift."""
    functions = {"lift": lift, "combine": lambda a, b: {"s": a.s + b.s}, "lower": lambda a: a.s}
    return finestra.aggregation(state={"s": "double"})(type("f", (), functions))


def test_deep_and_shared_expressions_have_the_same_result() -> None:
    def lift(x: Any) -> Any:
        for _ in range(12):
            x = x + x
        for _ in range(300):
            x = x + 1
        return {"s": x}

    with finestra.Window("b_fiba4", lifting(lift), "double") as window:
        window.insert(1, 3.0)
        assert window.query() == 3 * 2**12 + 300


def test_too_many_shared_expressions_are_rejected() -> None:
    with pytest.raises(ValueError, match="lift uses more than 32 results several times"):
        lifting(lambda x: {"s": functools.reduce(lambda y, _: y + y, range(70), x)})


def test_an_inverse_without_an_identity_is_rejected() -> None:
    with pytest.raises(ValueError, match="total has an inverse and needs an identity"):
        total()


@pytest.mark.parametrize(
    "lift",
    [lambda self, x: {"s": x}, lambda x, k=2: {"s": x}, lambda *xs: {"s": 1}, lambda _x: {"s": _x}],
)
def test_parameters_that_are_no_columns_are_rejected(lift: Any) -> None:
    with pytest.raises(ValueError, match=r"f\.lift has the parameter .*, without self, \*"):
        lifting(lift)


def test_missing_parts_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"Deviation\.lift must give a dict with the fields"):
        finestra.aggregation(state={"s": "long"})(Deviation)
    with pytest.raises(ValueError, match=r"X has no lift; it needs lift\(x\), combine\(a, b\)"):
        finestra.aggregation(state={"s": "long"})(type("X", (), {}))
    with pytest.raises(ValueError, match="the field 's' of type 'text' does not fit"):
        finestra.aggregation(state={"s": "text"})(Deviation)
