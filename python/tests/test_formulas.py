"""Aggregations that are declared as texts are those that are declared as functions."""

from __future__ import annotations

import re
from typing import Any

import pytest

import finestra
from finestra.declarations.formulas import FUNCTIONS, from_texts

RMS: dict[str, Any] = {
    "state": {"n": "long", "s": "double"},
    "lift": {"n": 1, "s": "x * x"},
    "combine": {"n": "a.n + b.n", "s": "a.s + b.s"},
    "lower": "sqrt(a.s / a.n)",
}


class Everything:
    """Each operator, and some functions."""

    def lift(x: Any, y: Any) -> Any:
        f = finestra
        whole = f.whole((x + 1 - y) * 2.5 // 3 % 7)
        return {
            "n": f.where(x < y, whole & 6 | 1 ^ 3, -(whole << 2 >> 1)),
            "d": f.real(f.minimum(abs(x), y) ** 2) / 3,
            "any": (x <= y) & (x != 3) | ~(y > 2),
        }

    def combine(a: Any, b: Any) -> Any:
        return {"n": a.n + b.n, "d": a.d + b.d, "any": a.any | b.any}

    def lower(a: Any) -> Any:
        return finestra.where(a.any, a.d, None)

    def inverse(a: Any, b: Any) -> Any:
        return {"n": a.n - b.n, "d": a.d - b.d, "any": a.any}


EVERYTHING = finestra.aggregation(
    state={"n": "long", "d": "double", "any": "boolean"},
    identity={"n": 0, "d": 0.0, "any": False},
    commutative=True,
)(Everything)


def test_texts_mean_what_the_functions_mean() -> None:
    whole = "whole((x + 1 - y) * 2.5 // 3 % 7)"
    text = from_texts(
        "everything",
        {
            "columns": ["x", "y"],
            "state": {"n": "long", "d": "double", "any": "boolean"},
            "lift": {
                "n": f"{whole} & 6 | 1 ^ 3 if x < y else -({whole} << 2 >> 1)",
                "d": "real(minimum(abs(x), y) ** 2) / 3",
                "any": "x <= y and x != 3 or not y > 2",
            },
            "combine": {"n": "a.n + b.n", "d": "a.d + b.d", "any": "a.any or b.any"},
            "lower": "a.d if a.any else None",
            "inverse": {"n": "a.n - b.n", "d": "a.d - b.d", "any": "a.any"},
            "identity": {"n": 0, "d": 0.0, "any": False},
            "commutative": True,
        },
    )
    samples = [(x, y) for x in (0, 1, 3, -5) for y in (2, 0, 3)]
    assert results(text, samples) == results(EVERYTHING, samples)


def results(aggregation: str, rows: list[tuple[int, int]]) -> list[Any]:
    """The result for each row alone, and for all."""
    found = []
    with finestra.Window("b_fiba4", aggregation, "long") as window:
        for i, row in enumerate(rows):
            window.insert(i, row)
            found += [window.query(i, i), window.query()]
    return found


def test_a_law_is_promised_only_if_it_is_true() -> None:
    for given, end in (("false", ""), ("true", ",is(commutative)"), (False, ""), (True, None)):
        expected = from_texts("rms", RMS)[:-1] + (",is(commutative)" if end is None else end) + ")"
        assert from_texts("rms", {**RMS, "commutative": given}) == expected


@pytest.mark.parametrize(
    ("lower", "expected"),
    [
        ("a.s if not true else 1.0", 1.0),
        ("a.s if not false else 1.0", 14.0),
        ("a.s if true and a.n > 2 else 1.0", 14.0),
        ("a.s if a.n > 2 or false else 1.0", 14.0),
        ("floor(2.5) + maximum(1, 2)", 4.0),
        ("-9223372036854775808", -(1 << 63)),
        ("a.s\n + 1", 15.0),
    ],
)
def test_constants_mean_in_the_jvm_what_they_mean_in_python(lower: str, expected: Any) -> None:
    with finestra.Window("b_fiba4", from_texts("rms", {**RMS, "lower": lower}), "long") as window:
        window.bulk_insert([1, 2, 3], [1, 2, 3])
        assert window.query() == expected


@pytest.mark.parametrize("lower", ["not a.n", "a.n and a.s > 0", "a.s > 0 or a.n"])
def test_and_or_not_take_booleans_only(lower: str) -> None:
    with pytest.raises(ValueError, match=r"(eq|where) does not accept \(.*long"):
        from_texts("rms", {**RMS, "lower": f"1 if {lower} else 2"}).check()


def test_every_function_of_an_expression_is_one_of_finestra() -> None:
    assert set(FUNCTIONS) - {"abs"} <= set(finestra.__all__)


def test_the_definition_is_that_of_the_decorator() -> None:
    class rms:
        def lift(x: Any) -> Any:
            return {"n": 1, "s": x * x}

        def combine(a: Any, b: Any) -> Any:
            return {"n": a.n + b.n, "s": a.s + b.s}

        def lower(a: Any) -> Any:
            return finestra.sqrt(a.s / a.n)

    assert from_texts("rms", RMS) == finestra.aggregation(state=RMS["state"])(rms)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lower": None}, "None is of type NoneType; use int, float, bool or an expression"),
        (
            {"lower": "sqrt(a.s / a.k)"},
            "there is no field 'k'; the state of rms has the fields n, s",
        ),
        ({"lower": "b.s"}, "'b.s': there is no 'b'; known here: a"),
        ({"lower": "sqrt(a.s"}, "'sqrt(a.s' is no expression, such as 'a.n + b.n'"),
        ({"lower": "sqrt(a.s, 2)"}, "sqrt takes 1 operands, not 2"),
        ({"lower": "print(a.s)"}, "'print(a.s)' is not supported; use numbers, operators"),
        ({"lower": "a.s[0]"}, "'a.s[0]' is not supported"),
        ({"lower": "().__class__"}, "'().__class__' is not supported"),
        ({"lower": "sqrt(None if a.n < 2 else a.s)"}, "None may only be in the outermost where"),
        ({"lower": "sqrt(a)"}, "'a' is a whole partial result"),
        ({"lower": "+".join(["a.s"] * 900)}, "nests too deep; simplify it"),
        ({"lift": {"n": 1, "s": "tan(x)"}}, "'tan(x)' is not supported"),
        ({"combine": {"n": None, "s": "a.s"}}, "combine has no expression for the field 'n'"),
        ({"columns": None}, "columns is None; it must be a list of names"),
        ({"columns": [["x"]]}, "columns is [['x']]; it must be a list of names"),
        ({"columns": {"x": 1}}, "columns is {'x': 1}; it must be a list of names"),
        ({"columns": ["x", "x"]}, "columns has a name twice: x, x"),
        ({"commutative": "no"}, "commutative is 'no'; it must be true or false"),
        ({"exact": ["true"]}, "exact is ['true']; it must be true or false"),
        ({"state": {"class": "long"}}, "the field 'class' is a word of Python; rename it"),
        ({"lower": "a._said"}, "'a._said' is not supported"),
        ({"lift": {"n": 1, "s": "x.operands"}}, "'x.operands' is not supported"),
        ({"lower": "0 < a.n < 3"}, "'0 < a.n < 3' is not supported"),
        ({"lower": "a"}, "'a' is a whole partial result; write one field, a.name"),
        ({"lift": {"n": "x"}}, "rms.lift must give a dict with the fields ['n', 's'], not ['n']"),
        ({"lift": {"n": 1, "s": "x * y"}}, "lift has the columns x, y; list them in columns"),
        ({"lift": {"n": 1, "s": 2}}, "lift has the columns none; list them in columns"),
        ({"combine": "a.n"}, "combine is 'a.n'; it must be a map from names of fields"),
        ({"state": {"n": "text"}}, "the field 'n' of type 'text' does not fit"),
        ({"lower": "a.s if True and 1 < 10 ** 10 ** 10 else 'x'"}, "''x'' is not supported"),
        ({"merge": {}}, "there is no part 'merge'; an aggregation has columns, state"),
        ({"inverse": RMS["combine"]}, "rms has an inverse and needs an identity"),
    ],
)
def test_what_does_not_fit_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        from_texts("rms", {**RMS, **change})


CARDS = """
by: card
time: ts
windows: {1h: 1 hour}
aggregations:
  rms:
    state: {n: long, s: double}
    lift: {n: 1, s: x * x}
    combine: {n: a.n + b.n, s: a.s + b.s}
    lower: sqrt(a.s / a.n)
aggregates:
  spread: [rms, cents]
"""


def test_a_declaration_of_features_has_aggregations_of_its_own() -> None:
    cards = finestra.Features.parse(CARDS)
    assert cards.aggregates == {"spread": (from_texts("rms", RMS), "cents")}
    assert finestra.Features.parse(cards.to_json()) == cards


@pytest.mark.parametrize(
    ("text", "changed", "message"),
    [
        ("sqrt(a.s / a.n)", "sqrt(a.s / n)", "cards.yaml, line 6: the aggregation 'rms': "),
        ("[rms, cents]", "[rms, cents, n]", "has 2 columns, but 'rms' takes 1: x"),
        ("rms:", "sum:", "line 6: 'sum' is an aggregation of the catalog; choose another name"),
        ("rms:", "r-ms:", "the name 'r-ms' does not fit; use letters, digits and _"),
    ],
)
def test_the_error_has_the_line(text: str, changed: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        finestra.Features.parse(CARDS.replace(text, changed, 1), "cards.yaml")
