"""Declarations as JSON and YAML. Errors name the file and the line of the part that is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from finestra.declarations.checks import Place

Lines = dict[tuple[str, ...], int]


def parsed(text: str, source: str) -> tuple[Any, Place]:
    """The maps, lists and texts of JSON or YAML, and where each part is.

    Args:
        text: JSON, which is YAML too, or YAML.
        source: the file's name, for the errors.
    """
    try:
        import yaml
    except ImportError:
        return _from_json(text, source)
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as wrong:
        line = "" if wrong.problem_mark is None else f", line {wrong.problem_mark.line + 1}"
        raise ValueError(f"{source}{line}: this is no YAML: {wrong.problem}") from None
    lines: Lines = {}
    value = None if node is None else _value(node, (), lines, source)
    return value, lambda path: _place(source, lines, path)


def _from_json(text: str, source: str) -> tuple[Any, Place]:
    try:
        return json.loads(text), lambda _: f"{source}: "
    except json.JSONDecodeError as wrong:
        raise ValueError(
            f"{source}, line {wrong.lineno}: this is no JSON: {wrong.msg}. YAML needs PyYAML: "
            "pip install 'finestra[features]'"
        ) from None


def _place(source: str, lines: Lines, path: tuple[str, ...]) -> str:
    while path and path not in lines:
        path = path[:-1]
    return f"{source}, line {lines[path]}: " if path in lines else f"{source}: "


def _value(node: Any, path: tuple[str, ...], lines: Lines, source: str) -> Any:
    """All scalars are texts: YAML would read ``no`` as false, and ``1:30`` as a number."""
    lines.setdefault(path, node.start_mark.line + 1)
    if node.id == "sequence":
        return [_value(each, path, lines, source) for each in node.value]
    if node.id != "mapping":
        return node.value
    result: dict[str, Any] = {}
    for key, value in node.value:
        name, line = str(key.value), key.start_mark.line + 1
        inner = (*path, name)
        if name in result:
            raise ValueError(f"{source}, line {line}: '{name}' stands here twice; remove one")
        lines[inner] = line
        result[name] = _value(value, inner, lines, source)
    return result


def as_json(declaration: Mapping[str, Any]) -> str:
    """One line for each option."""
    return json.dumps(declaration, indent=2, ensure_ascii=False)
