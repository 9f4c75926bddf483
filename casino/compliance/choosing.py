"""Choice of lines of the report: by kind, clause, rule, person, type of event and usual course."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

COURSE: Final = "course"
REPORTED: Final = "reported"
Group = Literal["course", "reported"]
"""Lines of the usual course of a day, or lines that a clause wants to be read afterwards."""
GROUPS: tuple[Group, ...] = (REPORTED, COURSE)


GROUP_NAMES: dict[str, str] = {COURSE: _("usual course"), REPORTED: _("reported")}


def group_words(group: str) -> str:
    """Return the name of a group of lines."""
    return gettext(GROUP_NAMES[group])


class LineFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Properties of a line by which it can be chosen, known before its words are made. `kind` is marked for
    translation.
    """

    type: str
    kind: str
    group: Group
    clause: str
    reference: str
    rule: str
    people: tuple[str, ...]
    """Names of the acting person and of the signatories."""


class LineChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Choice of lines; an empty field leaves no line out."""

    kind: str = ""
    clause: str = ""
    rule: str = ""
    person: str = ""
    type: str = ""
    group: str = ""

    def has(self, line: LineFacts) -> bool:
        """Return True if it is wanted, of whichever group it is."""
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
    """Choices for the lines of a report: every value that a line has, chosen or not."""

    kinds: frozenset[str] = frozenset()
    clauses: frozenset[tuple[str, str]] = frozenset()
    rules: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()


def offered_by(lines: Iterable[LineFacts]) -> Offered:
    """Return the choices for these lines."""
    found = tuple(lines)
    return Offered(
        kinds=frozenset(line.kind for line in found),
        clauses=frozenset((line.clause, line.reference) for line in found if line.clause),
        rules=frozenset(line.rule for line in found if line.rule),
        people=frozenset(name for line in found for name in line.people),
        types=frozenset(line.type for line in found),
    )


def all_offered(reports: Iterable[Offered]) -> Offered:
    """Return the choices for the lines of several reports."""
    of = tuple(reports)
    return Offered(
        kinds=frozenset().union(*(each.kinds for each in of)),
        clauses=frozenset().union(*(each.clauses for each in of)),
        rules=frozenset().union(*(each.rules for each in of)),
        people=frozenset().union(*(each.people for each in of)),
        types=frozenset().union(*(each.types for each in of)),
    )
