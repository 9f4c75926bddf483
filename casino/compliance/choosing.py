"""Which lines of the report somebody wants: by kind, clause, rule, person and type of event, with the usual course or
without it."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

COURSE: Final = "course"
REPORTED: Final = "reported"
Group = Literal["course", "reported"]
"""Of the usual course of a day, or what a clause wants to be read afterwards."""
GROUPS: tuple[Group, ...] = (REPORTED, COURSE)


GROUP_NAMES: dict[str, str] = {COURSE: _("usual course"), REPORTED: _("reported")}


def group_words(group: str) -> str:
    """What a group of lines is called."""
    return gettext(GROUP_NAMES[group])


class LineFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a line can be chosen by, known before its words are made. `kind` as it is marked for translation."""

    type: str
    kind: str
    group: Group
    clause: str
    reference: str
    rule: str
    people: tuple[str, ...]
    """Who did it and who signed beside, by name."""


class LineChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The lines that are wanted; what is empty leaves none out."""

    kind: str = ""
    clause: str = ""
    rule: str = ""
    person: str = ""
    type: str = ""
    group: str = ""

    def has(self, line: LineFacts) -> bool:
        """Whether it is wanted, of whichever group it is."""
        return (
            self.kind in ("", line.kind)
            and self.clause in ("", line.clause)
            and self.rule in ("", line.rule)
            and self.type in ("", line.type)
            and (not self.person or self.person in line.people)
        )

    def has_group(self, line: LineFacts) -> bool:
        return self.group in ("", line.group)


EVERYTHING = LineChoice()


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """What the lines of a report can be chosen by: every value that one of them has, whether it is wanted or not.
    Clauses stand with how they are printed."""

    kinds: frozenset[str] = frozenset()
    clauses: frozenset[tuple[str, str]] = frozenset()
    rules: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()


def offered_by(lines: Iterable[LineFacts]) -> Offered:
    """What these lines can be chosen by."""
    found = tuple(lines)
    return Offered(
        kinds=frozenset(line.kind for line in found),
        clauses=frozenset((line.clause, line.reference) for line in found if line.clause),
        rules=frozenset(line.rule for line in found if line.rule),
        people=frozenset(name for line in found for name in line.people),
        types=frozenset(line.type for line in found),
    )


def all_offered(reports: Iterable[Offered]) -> Offered:
    """What the lines of several reports can be chosen by."""
    of = tuple(reports)
    return Offered(
        kinds=frozenset().union(*(each.kinds for each in of)),
        clauses=frozenset().union(*(each.clauses for each in of)),
        rules=frozenset().union(*(each.rules for each in of)),
        people=frozenset().union(*(each.people for each in of)),
        types=frozenset().union(*(each.types for each in of)),
    )
