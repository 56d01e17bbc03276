"""Declarations as JSON and YAML. Errors name the file and the line of the part that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Optional

from finestra.core.jars import wheel

Path = tuple[str, ...]
"""The names that lead to a part of a declaration: ``("windows", "1h")``."""
Place = Callable[[Optional[Path]], str]
"""The beginning of the message about a part, ``cards.yaml, line 7: ``; None for the whole file."""


def parsed(text: str, source: str) -> tuple[Any, Place]:
    """The maps, lists and texts of JSON or YAML, and where each part is.

    Args:
        text: JSON or YAML. The lines of JSON are not known.
        source: the file's name, for the errors.
    """
    try:
        return json.loads(text, object_pairs_hook=_pairs), Lines(source).place
    except json.JSONDecodeError:
        return _from_yaml(text, source)
    except _TwiceError as twice:
        raise ValueError(f"{source}: {twice}") from None


class _TwiceError(ValueError):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name, _ in pairs:
        if sum(each == name for each, _ in pairs) > 1:
            raise _TwiceError(f"'{name}' stands twice in one map; remove one")
    return dict(pairs)


class Lines:
    """The line of each part of a file, by the part's path."""

    def __init__(self, source: str) -> None:
        """No part is known; all errors name the file alone."""
        self._source = source
        self._lines: dict[Path, int] = {}

    def add(self, path: Path, node: Any) -> None:
        """Adds a part of YAML."""
        self._lines.setdefault(path, node.start_mark.line + 1)

    def at(self, node: Any) -> str:
        """The beginning of a message about a part of YAML."""
        return f"{self._source}, line {node.start_mark.line + 1}: "

    def place(self, path: Path | None) -> str:
        """The beginning of a message about a part, or about the nearest part around it."""
        while path and path not in self._lines:
            path = path[:-1]
        line = "" if path is None or not self._lines else f", line {self._lines[path]}"
        return f"{self._source}{line}: "


def _from_yaml(text: str, source: str) -> tuple[Any, Place]:
    try:
        import yaml
    except ImportError:
        raise ValueError(
            f"{source}: this is no JSON; YAML needs PyYAML: pip install '{wheel()}[features]'"
        ) from None
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as wrong:
        line = "" if wrong.problem_mark is None else f", line {wrong.problem_mark.line + 1}"
        raise ValueError(
            f"{source}{line}: this is neither JSON nor YAML: {wrong.problem}"
        ) from None
    except yaml.YAMLError as wrong:
        raise ValueError(
            f"{source}: this is neither JSON nor YAML: {str(wrong).splitlines()[0]}"
        ) from None
    lines = Lines(source)
    try:
        return None if node is None else _value(node, (), lines), lines.place
    except RecursionError:
        raise ValueError(f"{source}: the declaration contains itself") from None


def _value(node: Any, path: Path, lines: Lines) -> Any:
    """A part. Its scalars are texts: YAML would read ``no`` as false, and ``1:30`` as a number."""
    lines.add(path, node)
    if node.id == "sequence":
        return [_value(each, path, lines) for each in node.value]
    if node.id != "mapping":
        return None if node.style is None and node.value in ("", "~", "null") else node.value
    result: dict[str, Any] = {}
    for key, value in node.value:
        if key.id != "scalar":
            raise ValueError(f"{lines.at(key)}a name must be a text")
        inner = (*path, key.value)
        lines.add(inner, key)
        if key.value in result:
            raise ValueError(f"{lines.at(key)}'{key.value}' stands here twice; remove one")
        result[key.value] = _value(value, inner, lines)
    return result


def as_json(declaration: Mapping[str, Any]) -> str:
    """One line for each option."""
    return json.dumps(declaration, indent=2, ensure_ascii=False)
