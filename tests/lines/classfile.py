"""Reads what a class file declares and refers to, as far as linking needs it."""

import struct
from dataclasses import dataclass
from typing import IO

ABSTRACT = 0x0400
INTERFACE = 0x0200
STATIC = 0x0008

#: The length of each constant's content after its tag; a text's is variable.
_LENGTHS = {
    3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4,
    19: 2, 20: 2,
}  # fmt: skip
_TEXT, _LONG, _DOUBLE, _CLASS, _NAME_AND_TYPE = 1, 5, 6, 7, 12
_MEMBERS = (9, 10, 11)

Member = tuple[str, str]
"""The name and the descriptor of a field or a method."""


@dataclass(frozen=True)
class ClassFile:
    """A class: its supertypes, its fields and methods, and what its code refers to."""

    name: str
    flags: int
    supertypes: tuple[str, ...]
    members: dict[Member, int]
    classes: frozenset[str]
    references: frozenset[tuple[str, Member]]


def read(file: IO[bytes]) -> ClassFile:
    """Read a class file."""
    return _Reader(file.read()).read()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 8

    def read(self) -> ClassFile:
        constants = self._constants()

        def text(index: int) -> str:
            return str(constants[index][1], "utf-8", "surrogatepass")

        def class_name(index: int) -> str:
            return text(int.from_bytes(constants[index][1], "big"))

        def pair(content: bytes) -> tuple[int, int]:
            first, second = struct.unpack(">HH", content)
            return first, second

        flags, this, parent, count = self._shorts(4)
        supers = [index for index in (parent, *self._shorts(count)) if index]
        members = {}
        for _ in range(2):  # fields, then methods
            for _ in range(self._shorts(1)[0]):
                access, name, kind, attributes = self._shorts(4)
                members[text(name), text(kind)] = access
                self._skip_attributes(attributes)
        references = set()
        for tag, content in constants.values():
            if tag in _MEMBERS:
                owner, member = pair(content)
                name, kind = pair(constants[member][1])
                references.add((class_name(owner), (text(name), text(kind))))
        return ClassFile(
            class_name(this),
            flags,
            tuple(map(class_name, supers)),
            members,
            frozenset(class_name(index) for index, (tag, _) in constants.items() if tag == _CLASS),
            frozenset(references),
        )

    def _constants(self) -> dict[int, tuple[int, bytes]]:
        constants = {}
        (count,) = self._shorts(1)
        index = 1
        while index < count:
            tag = self._data[self._at]
            self._at += 1
            length = self._shorts(1)[0] if tag == _TEXT else _LENGTHS[tag]
            constants[index] = (tag, self._data[self._at : self._at + length])
            self._at += length
            index += 2 if tag in (_LONG, _DOUBLE) else 1
        return constants

    def _shorts(self, count: int) -> tuple[int, ...]:
        found = struct.unpack_from(f">{count}H", self._data, self._at)
        self._at += 2 * count
        return found

    def _skip_attributes(self, count: int) -> None:
        for _ in range(count):
            (length,) = struct.unpack_from(">I", self._data, self._at + 2)
            self._at += 6 + length
