"""Base of every kind of entry: a struct of typed fields, each documented below it, and a check of its values.

A field's `Meta(extra=...)` adds to its type: `unit` is the unit of a number. `choices` is the source of the field's
values: a register (`table`) or a list of `Surroundings.choices`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, Self

import msgspec

from tables.play.events import Signature
from tables.refusal import Refused
from tables.registers.entries.state import Entry, Surroundings
from tables.registers.entries.two_officers import SECOND_OFFICERS

LONGEST_NAME = 100


class Fault(NamedTuple):
    """Fault of an entry, with its field: `limits.minimum`, `shifts[1].begins`, or `code`."""

    field: str
    refused: Refused


Faults = Iterator[Fault]


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all kinds. Their fields are the values of an entry."""

    KIND: ClassVar[str]
    CODE: ClassVar[re.Pattern[str]] = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,49}")
    """Permitted codes of such an entry; a code is part of addresses and of names of streams."""
    HAS_SECRET: ClassVar[bool] = False
    """True if the server makes a secret for it, which is shown once."""
    CHOSEN: ClassVar[frozenset[str]] = frozenset()
    """Fields of which the record keeps that a person chose them, also if the choice is the default: an entry that is
    older than the field has none of them."""
    WITHDRAWN_BY_TWO: ClassVar[bool] = False
    """True if two officers sign that it is withdrawn."""

    @classmethod
    def check_code(cls, code: str, around: Surroundings) -> Faults:
        if not cls.CODE.fullmatch(code):
            yield Fault("code", Refused("entry-code-malformed", entry=code[:60]))

    def settled(self, around: Surroundings) -> Self:
        """Return the entry with the values that follow from others filled in."""
        return self

    def check(self, code: str, around: Surroundings) -> Faults:
        """Yield the faults of these values, without regard to the former values."""
        yield from ()

    def check_change(self, before: Self, code: str, around: Surroundings) -> Faults:
        """Yield the faults of a change of an entry in use from `before` to this."""
        yield from ()

    def check_signatures(self, before: "Kind | None", signatures: Sequence[Signature]) -> Faults:
        """Yield the faults of these signatures; `before` is None for an entry that is not in use."""
        yield from ()

    def by_two(self, before: "Kind | None") -> str:
        """Return a field for whose value two officers sign; empty if one suffices. `before` is None for an entry that
        is not in use."""
        return ""

    def second_officers(self, before: "Kind | None") -> tuple[str, ...]:
        """Return the roles of which one countersigns a change that two officers sign; `before` as in `by_two`."""
        return SECOND_OFFICERS

    @classmethod
    def check_withdrawal(cls, entry: Entry, around: Surroundings) -> Faults:
        """Yield the faults of a withdrawal of an entry."""
        yield from ()

    def takes_force(self, code: str, around: Surroundings) -> str:
        """`now`, or `next-day` where a gaming day that is open goes on as it began."""
        return "now"


def check_name(name: str, field: str = "name", longest: int = LONGEST_NAME) -> Faults:
    if not name.strip() or len(name) > longest or not name.isprintable():
        yield Fault(field, Refused("entry-name-malformed", longest=longest))


def check_among(field: str, chosen: tuple[Any, ...], among: tuple[str, ...]) -> Faults:
    """Yield a fault for each value that is not one of `among`."""
    for place, each in enumerate(chosen):
        if each not in among:
            refused = Refused("entry-choice-unknown", value=str(each), choices=tuple(sorted(among)))
            yield Fault(f"{field}[{place}]" if len(chosen) > 1 else field, refused)


def check_registered(field: str, kind: str, code: str, around: Surroundings) -> Faults:
    """Yield a fault unless the register of that kind has such an entry in use."""
    if code not in around.of(kind):
        there_are = tuple(sorted(around.of(kind)))
        yield Fault(field, Refused("entry-unregistered", kind=kind, entry=code, entries=there_are))


def check_unused(entry: Entry, *users: str) -> Faults:
    """Nothing in use names the entry; `users` as in `RF1`, `W-RF1`."""
    if users:
        yield Fault("code", Refused("entry-in-use", entry=entry.code, users=tuple(users)))
