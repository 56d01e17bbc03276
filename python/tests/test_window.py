"""Windows from Python equal a plain list of entries, and reject bad input with a message."""

from __future__ import annotations

import threading
import time
from array import array
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finestra
from finestra.window import NotSupportedError, WindowClosedError
from finestra.window.messages import decode, encode

TIMES = st.integers(-20, 20)
LONGS = st.integers(-(2**40), 2**40)
OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), TIMES, LONGS | st.none()),
        st.tuples(st.just("bulk_insert"), st.lists(st.tuples(TIMES, LONGS), max_size=30)),
        st.tuples(st.just("evict"), TIMES),
        st.tuples(st.just("bulk_evict"), TIMES),
        st.tuples(st.just("query"), TIMES, TIMES),
        st.tuples(st.just("restore")),
    ),
    max_size=40,
)


class Oracle:
    """All values of each time, in order of arrival."""

    def __init__(self) -> None:
        """An empty window."""
        self.values: dict[int, list[int]] = {}

    def insert(self, at: int, value: int | None) -> None:
        """Insert one value."""
        if value is not None:
            self.values.setdefault(at, []).append(value)

    def bulk_evict(self, until: int) -> None:
        """Remove all values up to a time."""
        self.values = {at: values for at, values in self.values.items() if at > until}

    def all(self, start: int = -1000, end: int = 1000) -> list[int]:
        """The values of a range, in order."""
        return [v for at in sorted(self.values) if start <= at <= end for v in self.values[at]]


def answer(aggregation: str, values: list[int]) -> Any:
    """The result of an aggregation, computed from all values."""
    if aggregation == "tuple(min,last)":
        return [min(values), values[-1]] if values else [None, None]
    if aggregation == "count":
        return len(values)
    if aggregation == "sum":
        return sum(values)
    return values


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(["b_fiba2", "b_fiba8", "nb_fiba4", "btree4", "recalculate", "auto"]),
    st.sampled_from(["collect", "sum", "count", "tuple(min,last)"]),
    st.sampled_from([list, "numpy", "array"]),
    OPERATIONS,
)
def test_a_window_equals_the_list_of_its_entries(
    algorithm: str, aggregation: str, form: Any, operations: list[Any]
) -> None:
    oracle = Oracle()
    with finestra.Window(algorithm, aggregation) as window:
        for name, *arguments in operations:
            if name == "bulk_insert":
                bulk = sorted(arguments[0], key=lambda entry: entry[0])
                columns: list[Any] = [[at for at, _ in bulk], [value for _, value in bulk]]
                if form == "numpy":
                    columns = [np.array(column, dtype=np.int64) for column in columns]
                elif form == "array":
                    columns = [array("q", column) for column in columns]
                window.bulk_insert(*columns)
                for at, value in bulk:
                    oracle.insert(at, value)
            elif name == "insert":
                window.insert(*arguments)
                oracle.insert(*arguments)
            elif name == "evict":
                assert window.evict(*arguments) == (arguments[0] in oracle.values)
                oracle.values.pop(arguments[0], None)
            elif name == "bulk_evict":
                window.bulk_evict(*arguments)
                oracle.bulk_evict(*arguments)
            elif name == "query":
                assert window.query(*arguments) == answer(aggregation, oracle.all(*arguments))
            else:
                window.restore(window.snapshot())
            assert window.query() == answer(aggregation, oracle.all())
            assert len(window) == len(oracle.values)
            assert window.oldest() == min(oracle.values, default=None)
            assert window.youngest() == max(oracle.values, default=None)
        assert window.entries() == [
            (at, answer(aggregation, oracle.values[at])) for at in sorted(oracle.values)
        ]


VALUES: Any = st.recursive(
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5),
)


@given(VALUES)
def test_a_decoded_message_equals_the_encoded_value(value: Any) -> None:
    assert decode(encode(value)) == value


def test_doubles_and_texts_and_rows() -> None:
    with finestra.Window("fiba", "collect", finestra.ValueType.DOUBLE) as window:
        window.bulk_insert(np.arange(3), np.array([0.5, -0.0, np.inf], dtype=np.float32))
        window.insert(3, 7)
        assert str(window.query()) == "[0.5, -0.0, inf, 7.0]"
    with finestra.Window("fiba", "concat", "string") as window:
        window.bulk_insert([1, 2, 3], ["a", None, "µ"])
        assert window.query() == "aµ"
    with finestra.Window("fiba", finestra.Aggregation.TOP_K(2), "string") as window:
        window.bulk_insert([1, 2, 3], ["a", "c", "b"])
        assert window.query() == ["c", "b"]
    with finestra.Window(finestra.Algorithm.B_FIBA4, "weighted_mean", "double") as window:
        window.bulk_insert([1, 2], [(10, 1), (20, 3)])
        assert window.query() == 17.5


def test_sketches_are_available() -> None:
    with finestra.Window("fiba", "quantile(0.5)", "double") as window:
        window.bulk_insert(range(101), range(101))
        assert window.query() == 50


@pytest.mark.parametrize(
    ("error", "sentence", "act"),
    [
        (ValueError, "whole number of 64 bits. Make it for doubles", lambda w: w.insert(1, 2.5)),
        (TypeError, r"the time is 1\.5, of type float", lambda w: w.insert(1.5, 2)),
        (ValueError, "the time is 9223372036854775808", lambda w: w.insert(2**63, 1)),
        (ValueError, "1 comes after 3, at index 1", lambda w: w.bulk_insert([3, 1], [1, 2])),
        (ValueError, "2 times but 1 values", lambda w: w.bulk_insert([3, 4], [1])),
        (TypeError, "array of float64, but", lambda w: w.bulk_insert(np.ones(1), [1])),
        (TypeError, "type='double' makes", lambda w: w.bulk_insert([1], np.array([0.5]))),
        (ValueError, "the largest of", lambda w: w.bulk_insert([1], np.array([2**63], np.uint64))),
        (TypeError, "of type dict; a value must be", lambda w: w.insert(1, {})),
        (ValueError, "cannot accept 'x'", lambda w: w.insert(1, "x")),
        (ValueError, "not a Finestra snapshot", lambda w: w.restore(b"abc")),
        (ValueError, "needs a start and an end", lambda w: w.query(3)),
        (TypeError, "not int", lambda w: w.merge(3)),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(
    error: type[Exception], sentence: str, act: Any
) -> None:
    with finestra.Window("b_fiba4", "max") as window:
        window.insert(2, 5)
        with pytest.raises(error, match=sentence):
            act(window)
        assert window.entries() == [(2, 5)]


def test_unfit_names_are_refused_and_fitting_ones_named() -> None:
    with pytest.raises(ValueError, match="Did you mean 'b_fiba"):
        finestra.Window("b_fib", "max")
    with pytest.raises(ValueError, match="subtract_on_evict does not fit max"):
        finestra.Window("subtract_on_evict", "max")
    with pytest.raises(ValueError, match="The types are long, double, string"):
        finestra.Window("fiba", "max", "int")
    with finestra.Window("daba_lite", "max") as window:
        window.insert(5, 1)
        with pytest.raises(NotSupportedError, match=r"these can: b_fiba"):
            window.insert(4, 1)


def test_results_beyond_64_bits_overflow() -> None:
    with finestra.Window("fiba", "sum") as window:
        window.bulk_insert([1, 2], [2**63 - 1, 1])
        with pytest.raises(OverflowError):
            window.query()


def test_a_closed_window_says_so() -> None:
    window = finestra.Window()
    window.close()
    window.close()
    with pytest.raises(WindowClosedError, match="make another one"):
        window.insert(1, 1)
    assert repr(window) == "finestra.Window, closed"


def test_windows_merge() -> None:
    with finestra.Window("fiba", "collect") as one, finestra.Window("auto", "collect") as other:
        one.bulk_insert([1, 3], [1, 3])
        other.insert(2, 2)
        one.merge(other)
        assert one.query() == [1, 2, 3]


def test_bulks_cost_far_less_than_single_inserts() -> None:
    times = np.arange(1_000_000)
    values = np.random.default_rng().random(1_000_000)
    best = float("inf")
    with finestra.Window("b_fiba8", "max", "double") as window:
        began = time.perf_counter()
        for i in range(2_000):
            window.insert(-2_000 + i, 0.5)
        one_by_one = (time.perf_counter() - began) / 2_000
        for turn in range(5):
            began = time.perf_counter()
            window.bulk_insert(times + turn * 1_000_000, values)
            best = min(best, time.perf_counter() - began)
        assert window.query() == values.max()
    each = best / 1_000_000
    assert each < one_by_one / 20, f"{each:.2e} s an entry, one by one {one_by_one:.2e} s"


def test_data_of_odd_kinds() -> None:
    with finestra.Window("fiba", "sum") as window:
        window.bulk_insert(range(16), bytes(range(16)))
        assert (len(window), window.query()) == (16, 120)
        with pytest.raises(TypeError, match="masked"):
            window.bulk_insert([20, 21], np.ma.array([1, 2], mask=[False, True]))
        with pytest.raises(TypeError, match="astype"):
            window.insert(20, np.datetime64("2020-01-01", "ns"))
        assert len(window) == 16
    with finestra.Window("fiba", "weighted_mean", "double") as window:
        window.bulk_insert([1, 2], np.array([[10.0, 1.0], [20.0, 3.0]]))
        assert window.query() == 17.5


def test_tables_of_pandas() -> None:
    big = 1_700_000_000_000_000_001
    with finestra.Window("fiba", "arg_max(double)") as window:
        window.bulk_insert([1, 2], pd.DataFrame({"id": [big, big + 1], "score": [0.5, 0.25]}))
        assert window.query() == big
    for of, values, answer in [
        ("double", pd.Series([1, pd.NA, 3], dtype="Int64"), 4.0),
        ("long", pd.Series([1, pd.NA, 3], dtype="Int64"), 4),
        ("long", pd.Series([1, 2, 3], dtype="Int64"), 6),
        ("double", pd.Series([1.0, 2.0, 3.0]), 6.0),
    ]:
        with finestra.Window("fiba", "sum", of) as window:
            window.bulk_insert([1, 2, 3], values)
            assert (window.query(), len(window)) == (answer, values.notna().sum())
    with finestra.Window("fiba", "weighted_mean", "double") as window:
        table = pd.DataFrame({"v": pd.Series([1, 5, pd.NA], dtype="Int64"), "w": [1.0, 3.0, 9.0]})
        window.bulk_insert([1, 2, 3], table)
        assert window.query() == 4.0
    with finestra.Window("fiba", "concat", "string") as window:
        window.bulk_insert([1, 2, 3], pd.Series(["a", None, "b"], dtype="string"))
        strings = getattr(np.dtypes, "StringDType", lambda: object)()  # since NumPy 2
        window.bulk_insert([4, 5], np.array(["c", "d"], dtype=strings))
        assert window.query() == "abcd"


def test_iterators_without_a_length_are_refused() -> None:
    with finestra.Window("fiba", "count") as window:
        with pytest.raises(TypeError, match=r"the times are of type generator.*list\(…\)"):
            window.bulk_insert((i for i in range(2)), [1, 2])
        with pytest.raises(TypeError, match=r"the values are of type map"):
            window.bulk_insert([1, 2], map(int, "12"))
        assert len(window) == 0


def test_numbers_of_odd_kinds() -> None:
    with finestra.Window("fiba", "sum", "double") as window:
        for time, value in enumerate([2**70, Fraction(1, 2), np.longdouble(0.5), True]):
            window.insert(time, value)
        window.bulk_insert([4, 5], [2**70, Decimal(1)])
        assert window.query() == 2.0**71 + 3
        window.bulk_insert([6, 7], [2**71, None])
        window.bulk_insert([8, 9], np.array([Decimal("0.5"), Fraction(1, 2)], dtype=object))
        assert window.query() == 2.0**72 + 4
        assert window.query(8, 9) == 1
        for wrong in (10**400, np.clongdouble(1), np.datetime64("2020-01-01", "ns")):
            with pytest.raises((TypeError, ValueError), match=r"range of doubles|a value is"):
                window.insert(10, wrong)
            with pytest.raises((TypeError, ValueError), match=r"range of doubles|a value is"):
                window.bulk_insert([10], [wrong])
    with finestra.Window("fiba", "weighted_mean", "double") as window:
        window.insert(1, (2**64, Decimal(1)))
        window.bulk_insert([2], [(Fraction(0), 1)])
        assert window.query() == 2.0**63


def test_two_windows_merge_into_each_other_at_once() -> None:
    one, other = finestra.Window("fiba", "count"), finestra.Window("fiba", "count")
    one.insert(1, 1)
    other.insert(2, 1)
    threads = [
        threading.Thread(target=lambda a=a, b=b: [a.merge(b) for _ in range(50)], daemon=True)
        for a, b in [(one, other), (other, one)]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    one.close()
    other.close()
