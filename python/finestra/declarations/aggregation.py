"""``@finestra.aggregation``: an aggregation that is declared in Python and runs in the JVM."""

from __future__ import annotations

import inspect
import keyword
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from finestra.declarations.expressions import MaybeNone, Value, constant
from finestra.window.laws import accepts, broken_laws

_TYPES = ("long", "double", "boolean")
_NAME = re.compile("(?!(?:true|false|nan|inf)$)[A-Za-z][A-Za-z_0-9]*")
_SAMPLES: dict[str, list[float]] = {
    "long": [3, 1, -2, 7, 5, 0, 11, 4],
    "double": [0.1, -2.5, 1e6, 3.0, 0.0, 1 / 3, -7.25],
}
_MOST_SHARED = 32
_DEEPEST = 20
_LONGEST = 4096


class DeclaredAggregation(str):
    """The name of an aggregation, which is its definition as text.

    It can be used wherever an aggregation is named: :class:`finestra.Window`, ``sliding``,
    ``features``, ``keyed``, and the functions of SQL.
    """

    name: str
    columns: tuple[str, ...]

    def __repr__(self) -> str:
        """The name that it was declared under."""
        return f"<aggregation {self.name}({', '.join(self.columns)})>"

    def check(self, samples: Sequence[Any] | None = None) -> None:
        """Look for values that break the laws of the aggregation, in the JVM.

        Combine must be associative. If they are declared, ``commutative``, ``exact`` and the
        inverse must hold too. That no broken law is found is no proof.

        Args:
            samples: values of the column, all int or all float; tuples for several columns. Without
                them, some integers and, if the definition accepts them, some fractions.

        Raises:
            ValueError: names a law and the values that break it; or says why the definition is
                rejected.
        """
        if samples is not None:
            self._check(samples)
            return
        accepted = [kind for kind in _SAMPLES if accepts(self, kind)]
        for kind in accepted or ["long"]:
            only = "; for columns of integers only, call check([1, 2, …])" * (kind == "double")
            self._check(_rows(_SAMPLES[kind], len(self.columns)), only)

    def _check(self, values: Sequence[Any], hint: str = "") -> None:
        if not len(values):
            raise ValueError(f"{self.name}: there are no samples to check; give some values")
        if broken := broken_laws(self, values):
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            raise ValueError(f"{self.name}: {broken[0]}{more}{hint}")


def _rows(numbers: list[float], columns: int) -> list[Any]:
    count = len(numbers)
    rows = [tuple(numbers[(i + c) % count] for c in range(columns)) for i in range(count)]
    return rows if columns > 1 else numbers


def aggregation(
    *,
    state: Mapping[str, str],
    identity: Mapping[str, float] | None = None,
    commutative: bool = False,
    exact: bool = False,
) -> Callable[[type], DeclaredAggregation]:
    """Declare an aggregation whose functions run in the JVM.

    >>> @finestra.aggregation(state={"n": "long", "s": "double"}, commutative=True)
    ... class rms:
    ...     def lift(x): return {"n": 1, "s": x * x}
    ...     def combine(a, b): return {"n": a.n + b.n, "s": a.s + b.s}
    ...     def lower(a): return finestra.sqrt(a.s / a.n)

    ``lift`` makes a partial result of a row; its parameters are the columns. ``combine`` joins an
    older partial result ``a`` with a newer one ``b``, and must be associative. ``lower`` makes the
    result. ``inverse(a, b)``, if there is one, removes the oldest part ``b`` from a total ``a``;
    it needs an ``identity``.

    The functions are called once, with values that are not known yet, and become expressions: use
    operators and finestra's functions (``where``, ``sqrt``, ``minimum``, …).

    Args:
        state: the fields of a partial result with their types: ``long``, ``double``, ``boolean``.
        identity: the fields for no rows. Without it, the result for no rows is ``None``.
        commutative: that the order of the rows does not matter.
        exact: that the grouping of the rows does not change even the last bit.

    Raises:
        TypeError: if a function does what no expression can do; the message has the line.
        ValueError: if a function or a field is missing.
    """

    def declare(functions: type) -> DeclaredAggregation:
        title = functions.__name__
        lift = _function(functions, "lift")
        columns = _columns(lift, title)
        a, b = (Fields(name, tuple(state), title) for name in "ab")
        combine, lower = (_function(functions, name) for name in ("combine", "lower"))
        inverse = getattr(functions, "inverse", None)
        return declared(
            title,
            columns,
            state,
            lift=lambda: lift(*map(Value, columns)),
            combine=lambda: combine(a, b),
            lower=lambda: lower(a),
            inverse=inverse and (lambda: inverse(a, b)),
            identity=identity,
            laws=("commutative",) * commutative + ("exact",) * exact,
        )

    return declare


def declared(
    title: str,
    columns: tuple[str, ...],
    state: Mapping[str, str],
    *,
    lift: Callable[[], Any],
    combine: Callable[[], Any],
    lower: Callable[[], Any],
    inverse: Callable[[], Any] | None,
    identity: Any,
    laws: tuple[str, ...],
) -> DeclaredAggregation:
    """The aggregation whose functions return expressions.

    Raises:
        ValueError: if a part does not fit the state.
    """
    for name in (title, *columns):
        if not _NAME.fullmatch(name):
            raise ValueError(f"the name {name!r} does not fit; use letters, digits and _")
    for field, kind in state.items():
        if keyword.iskeyword(field):
            raise ValueError(f"the field {field!r} is a word of Python; rename it")
        if not _NAME.fullmatch(field) or kind not in _TYPES:
            raise ValueError(
                f"the field {field!r} of type {kind!r} does not fit; a field has a name of "
                f"letters, digits and _, and one of the types {', '.join(_TYPES)}"
            )
    fields = tuple(state)
    parts = [
        title,
        f"columns({','.join(columns)})",
        f"state({','.join(f'{field} {kind}' for field, kind in state.items())})",
        _part("lift", _of_fields(lift(), fields, f"{title}.lift")),
        _part("combine", _of_fields(combine(), fields, f"{title}.combine")),
        _part("lower", _result(lower())),
    ]
    if inverse is not None:
        if identity is None:
            raise ValueError(f"{title} has an inverse and needs an identity, such as all zeros")
        parts.append(_part("inverse", _of_fields(inverse(), fields, f"{title}.inverse")))
    if identity is not None:
        parts.append(_part("identity", _of_fields(identity, fields, "identity")))
    if laws:
        parts.append(f"is({','.join(laws)})")
    aggregation = DeclaredAggregation(f"declared({','.join(parts)})")
    if len(aggregation) > _LONGEST:
        raise ValueError(
            f"the expressions of {title} have {len(aggregation)} characters; at most {_LONGEST} "
            "are possible. Simplify them"
        )
    aggregation.name, aggregation.columns = title, columns
    return aggregation


def _function(functions: type, name: str) -> Callable[..., Any]:
    found = getattr(functions, name, None)
    if found is None:
        raise ValueError(
            f"{functions.__name__} has no {name}; it needs lift(x), combine(a, b) and lower(a)"
        )
    function: Callable[..., Any] = found
    return function


def _columns(lift: Callable[..., Any], title: str) -> tuple[str, ...]:
    columns = inspect.signature(lift).parameters
    for name, column in columns.items():
        if (
            not _NAME.fullmatch(name)
            or name == "self"
            or column.kind is not column.POSITIONAL_OR_KEYWORD
            or column.default is not column.empty
        ):
            raise ValueError(
                f"{title}.lift has the parameter {column}; its parameters are the columns, such as "
                "lift(x, y), without self, * and defaults"
            )
    if not columns:
        raise ValueError(f"{title}.lift has no parameter; its parameters are the columns")
    return tuple(columns)


class Fields:
    """A partial result: each attribute is a field."""

    def __init__(self, name: str, fields: Iterable[str], title: str) -> None:
        """Note the name of the partial result."""
        self.__dict__.update({field: Value(f"{name}.{field}") for field in fields})
        self._said = f"the state of {title} has the fields {', '.join(fields)}"

    def __getattr__(self, name: str) -> Any:
        """Reject a field that the state does not have."""
        raise AttributeError(f"there is no field {name!r}; {self._said}")


def _of_fields(returned: Any, fields: tuple[str, ...], what: str) -> list[Value]:
    if not isinstance(returned, Mapping) or set(returned) != set(fields):
        given = list(returned) if isinstance(returned, Mapping) else type(returned).__name__
        raise ValueError(f"{what} must give a dict with the fields {list(fields)}, not {given}")
    return [constant(returned[field]) for field in fields]


def _result(returned: Any) -> list[Value]:
    if isinstance(returned, MaybeNone):
        return [constant(returned.value), returned.known]
    return [constant(returned)]


def _part(name: str, results: list[Value]) -> str:
    """The text of expressions; what is used several times, or nests deep, comes first as a let."""
    uses: Counter[int] = Counter()
    texts: dict[int, tuple[str, int]] = {}
    lets: list[str] = []
    waiting = list(results)
    order: list[Value] = []
    while waiting:
        value = waiting.pop()
        uses[id(value)] += 1
        if uses[id(value)] == 1:
            order.append(value)
            waiting.extend(value.operands)

    def text(value: Value) -> tuple[str, int]:
        """The text of a value, whose operands have theirs, and how deep it nests."""
        if not value.operands:
            return value.name, 0
        operands = [texts[id(each)] for each in value.operands]
        said = f"{value.name}({','.join(each for each, _ in operands)})"
        depth = 1 + max(deep for _, deep in operands)
        if uses[id(value)] == 1 and depth < _DEEPEST:
            return said, depth
        if len(lets) == _MOST_SHARED:
            raise ValueError(
                f"{name} uses more than {_MOST_SHARED} results several times, or nests too deep; "
                "simplify it"
            )
        lets.append(f"let(_{len(lets)},{said})")
        return f"_{len(lets) - 1}", 0

    for value in _operands_first(order):
        texts[id(value)] = text(value)
    return f"{name}({','.join(lets + [texts[id(each)][0] for each in results])})"


def _operands_first(values: list[Value]) -> list[Value]:
    """The values in an order in which each comes after its operands."""
    done: dict[int, Value] = {}
    waiting = list(reversed(values))
    while waiting:
        value = waiting[-1]
        missing = [each for each in value.operands if id(each) not in done]
        if missing:
            waiting.extend(missing)
        else:
            waiting.pop()
            done[id(value)] = value
    return list(done.values())
