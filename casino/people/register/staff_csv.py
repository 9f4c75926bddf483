"""The list of staff as CSV: name, name to sign in with, role, language.

A line with a new sign-in engages a person; one with a known sign-in changes name, role and language if they differ.
People outside of the list stay unchanged. A list with a mistake stores nothing, and every mistake is reported with its
line. Loading a list twice changes nothing. `casino.kit.sheets` reads the file: from a program, and from a spreadsheet.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from io import BytesIO
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from casino.kit.columns import Column
from casino.kit.csv_form import MACHINE, CsvForm, write_table
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sheets import (
    LARGEST_SHEET,
    ReadList,
    SheetColumn,
    SheetLine,
    SheetMistake,
    SheetRefused,
    chosen_among,
    in_every_language,
    mistake,
    read_list,
)
from casino.people.models import Person, Role, Standing
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.planned_people import PlannedPeople
from tables.handling import Actor, handle
from tables.play.events import Signature
from tables.refusal import Refused
from tables.registers.people import commands as c
from tables.text import as_compared

MOST_LINES = 2_000
LARGEST_FILE = LARGEST_SHEET
"""Bytes."""
LANGUAGE_NAMES = dict(settings.LANGUAGES)
WRITTEN = (
    Column(key="name", heading=_("Name")),
    Column(key="sign_in", heading=_("Name to sign in with")),
    Column(key="role", heading=_("Role"), words=lambda role: str(Role(role).label)),
    Column(key="language", heading=_("Language"), words=lambda code: LANGUAGE_NAMES.get(code, code)),
)
"""Columns of the list, in written files and in read files."""
COLUMNS = tuple(column.key for column in WRITTEN)
READ = tuple(
    SheetColumn(key=column.key, heading=column.heading, required=column.key != "language")
    for column in WRITTEN
)
StaffMistake, StaffRefused = SheetMistake, SheetRefused


class StaffLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list, by its number in the file."""

    line: int
    name: str
    sign_in: str
    role: str
    language: str = ""


class StaffLoaded(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a staff list: numbers of the engaged people, and how many people were changed."""

    engaged: tuple[int, ...]
    changed: int


def read_staff(content: bytes | str) -> tuple[StaffLine, ...]:
    """The lines of the list. Raises StaffRefused with every mistake of its form."""
    return staff_lines(staff_list(content))


def staff_list(content: bytes | str) -> ReadList:
    """Return the list as it was understood. Raises StaffRefused."""
    return read_list(content.encode() if isinstance(content, str) else content, READ, most_lines=MOST_LINES)


def staff_lines(found: ReadList) -> tuple[StaffLine, ...]:
    """Return the lines of a list. Raises StaffRefused where a sign-in comes twice."""
    lines, mistakes, seen = [], [], dict[str, int]()
    for each in found.lines:
        line = _staff_line(each)
        sign_in = as_compared(line.sign_in)
        if sign_in in seen:
            twice = Refused("staff-listed-twice", sign_in=line.sign_in[:40], line=seen[sign_in])
            mistakes.append(mistake(twice, line.line))
            continue
        seen[sign_in] = line.line
        lines.append(line)
    if mistakes:
        raise StaffRefused(mistakes, found.sheet)
    return tuple(lines)


def _staff_line(each: SheetLine) -> StaffLine:
    """Return the line with codes in place of roles and languages in words."""
    roles = {role.value: in_every_language(_english(role)) for role in Role}
    languages = {code: (name,) for code, name in settings.LANGUAGES}
    values = each.values
    return StaffLine(
        line=each.line,
        name=values["name"],
        sign_in=values["sign_in"],
        role=chosen_among(values["role"], roles),
        language=chosen_among(values["language"], languages) if values["language"] else "",
    )


def _english(role: Role) -> str:
    """Return the label of a role as it is marked for translation."""
    with override("en"):
        return str(role.label)


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
        raise StaffRefused([mistake(Refused("sheet-too-long", limit=MOST_LINES))])
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
            mistakes.append(mistake(refused, line.line))
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


def staff_csv(casino_id: int, form: CsvForm = MACHINE) -> bytes:
    """Return the list of everybody who has not left, by sign-in."""
    here = Person.objects.filter(casino_id=casino_id).exclude(standing=Standing.LEFT).order_by("username")
    out = BytesIO()
    rows = ((each.display_name, each.username, each.role, each.language) for each in here)
    write_table(out, WRITTEN, rows, form)
    return out.getvalue()
