"""The list of staff as CSV: columns name, sign_in, role, language.

A line with a new sign-in engages a person; one with a known sign-in changes name, role and language if they differ.
People outside of the list stay unchanged. A list with a mistake stores nothing, and every mistake is reported with its
line. Loading a list twice changes nothing.
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any, TextIO

import msgspec
from django.db import transaction

from casino.kit.csv import words_of, write_csv
from casino.people.models import Person, Standing
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.planned_people import PlannedPeople
from tables.handling import Actor, handle
from tables.play.events import Signature
from tables.registers.people import commands as c
from tables.roulette.refusal import Refusal, Refused

COLUMNS = ("name", "sign_in", "role", "language")
MOST_LINES = 2_000
LARGEST_FILE = 1_000_000
"""Bytes."""


class StaffLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list, by its number in the file."""

    line: int
    name: str
    sign_in: str
    role: str
    language: str = ""


class StaffMistake(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a line, or with the whole file where the line is 0."""

    line: int
    refusal: Refusal


class StaffRefused(Exception):
    """A list with mistakes, of which nothing was stored."""

    def __init__(self, mistakes: Sequence[StaffMistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"line {each.line}: {each.refusal}" for each in mistakes))


class StaffLoaded(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a list: who was engaged, by their numbers, and how many were changed."""

    engaged: tuple[int, ...]
    changed: int


def read_staff(content: bytes | str) -> tuple[StaffLine, ...]:
    """The lines of the list. Raises StaffRefused with every mistake of its form."""
    if len(content) > LARGEST_FILE:
        raise _refused(0, Refused("staff-too-large", limit=LARGEST_FILE))
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        rows = [row for row in enumerate_rows(text) if any(cell.strip() for cell in row[1])]
    except (UnicodeDecodeError, csv.Error):
        raise _refused(0, Refused("staff-not-csv")) from None
    head = tuple(cell.strip().lower() for cell in rows[0][1]) if rows else ()
    if sorted(head) not in (sorted(COLUMNS), sorted(COLUMNS[:-1])):
        found = tuple(cell[:40] for cell in head[:12])
        raise _refused(rows[0][0] if rows else 0, Refused("staff-columns-wrong", right=COLUMNS, found=found))
    if len(rows) > MOST_LINES + 1:
        raise _refused(0, Refused("staff-too-long", limit=MOST_LINES))
    lines, mistakes, seen = [], [], dict[str, int]()
    for number, cells in rows[1:]:
        if len(cells) != len(head):
            wrong = Refused("staff-line-short", found=len(cells), right=len(head))
            mistakes.append(StaffMistake(line=number, refusal=wrong.refusal))
            continue
        entered = {name: words_of(cell.strip()) for name, cell in zip(head, cells, strict=True)}
        line = StaffLine(line=number, **entered)
        if line.sign_in in seen:
            twice = Refused("staff-listed-twice", sign_in=line.sign_in[:40], line=seen[line.sign_in])
            mistakes.append(StaffMistake(line=number, refusal=twice.refusal))
            continue
        seen[line.sign_in] = number
        lines.append(line)
    if mistakes:
        raise StaffRefused(mistakes)
    return tuple(lines)


def enumerate_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows, each with the number of the line on which it ends. Raises csv.Error."""
    if "\0" in text:
        raise csv.Error("NUL")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    for row in reader:
        yield reader.line_num, row


def load_staff(
    casino_id: int,
    lines: Sequence[StaffLine],
    *,
    by: Actor,
    now: datetime,
    signatures: tuple[Signature, ...] = (),
) -> StaffLoaded:
    """Bring the casino's register in step with the list. Raises StaffRefused with the mistake of each line; then
    nothing is stored.

    The list is checked first, without a transaction; the lines that change nothing are not touched.
    """
    changing = plan_staff(casino_id, lines, by=by, now=now, signatures=signatures)
    if not changing:
        return StaffLoaded(engaged=(), changed=0)
    engaged: list[int] = []

    def do(command: c.PersonCommand) -> bool:
        outcome = handle(PersonAggregate(casino_id), command, by=by, now=now)
        if isinstance(command, c.EngagePerson):
            engaged.append(outcome.state.number)
        return bool(outcome.events)

    with transaction.atomic():
        _each(casino_id, changing, do, signatures, transaction.atomic)
    return StaffLoaded(engaged=tuple(engaged), changed=len(changing) - len(engaged))


def plan_staff(
    casino_id: int,
    lines: Sequence[StaffLine],
    *,
    by: Actor,
    now: datetime,
    signatures: tuple[Signature, ...] = (),
) -> tuple[StaffLine, ...]:
    """Return the lines that would change something; nothing is locked or stored. Raises StaffRefused."""
    if len(lines) > MOST_LINES:
        raise _refused(0, Refused("staff-too-long", limit=MOST_LINES))
    plan = PlannedPeople(casino_id, by, now)
    return _each(casino_id, lines, lambda command: plan.do(command).changed, signatures, nullcontext)


def _each(
    casino_id: int,
    lines: Sequence[StaffLine],
    do: Callable[[c.PersonCommand], bool],
    signatures: tuple[Signature, ...],
    by_itself: Callable[[], AbstractContextManager[Any]],
) -> tuple[StaffLine, ...]:
    """Give the commands of each line to `do`, which returns whether one changed anything; the lines that changed
    something. Raises StaffRefused with the mistake of each line."""
    changing, mistakes = [], []
    for line in lines:
        try:
            with by_itself():
                changed = [do(command) for command in _commands(casino_id, line, signatures)]
        except Refused as refused:
            mistakes.append(StaffMistake(line=line.line, refusal=refused.refusal))
            continue
        if any(changed):
            changing.append(line)
    if mistakes:
        raise StaffRefused(mistakes)
    return tuple(changing)


def _commands(
    casino_id: int, line: StaffLine, signatures: tuple[Signature, ...]
) -> tuple[c.PersonCommand, ...]:
    """Return the commands that bring a person in step with the line. Raises Refused."""
    # PostgreSQL holds no NUL, and so nobody has a name with one: the file was refused before.
    known = Person.objects.filter(casino_id=casino_id, username=line.sign_in).first()
    if known is None:
        engage = c.EngagePerson(
            name=line.name,
            sign_in=line.sign_in,
            role=line.role,
            language=line.language,
            signatures=signatures,
        )
        return (engage,)
    whom: dict[str, Any] = {"person": known.pk, "signatures": signatures}
    wanted: list[tuple[bool, c.PersonCommand]] = [
        (line.name != known.display_name, c.RenamePerson(name=line.name, **whom)),
        (line.role != known.role, c.ChangeRole(role=line.role, **whom)),
        (line.language != known.language, c.ChangeLanguage(language=line.language, **whom)),
    ]
    commands = tuple(each for differs, each in wanted if differs)
    if not commands and known.standing == Standing.LEFT:
        # Somebody who has left is not engaged again by a list: they are restored by name.
        raise Refused("person-not-active", name=known.display_name, standing=known.standing)
    return commands


def write_staff(casino_id: int, out: TextIO) -> None:
    """The list of everybody who has not left, by sign-in. `out` is open with newline=""."""
    here = Person.objects.filter(casino_id=casino_id).exclude(standing=Standing.LEFT).order_by("username")
    rows = ((each.display_name, each.username, each.role, each.language) for each in here)
    write_csv(out, COLUMNS, rows)


def _refused(line: int, refused: Refused) -> StaffRefused:
    return StaffRefused([StaffMistake(line=line, refusal=refused.refusal)])
