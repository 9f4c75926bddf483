"""Acts that two people signed, where one of the two engaged, confirmed or reset the other.

The two count as two people once a third officer has confirmed the account. An inspector still reads where they signed
together. Made from the record: the streams of the days, the bank's, those of the people and those of the registers.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext

from casino.compliance.declared.type_names import TYPE_NAMES
from casino.compliance.made_from import streams_of_day
from casino.compliance.period import Window
from casino.kit.register_kinds import HAPPENED, kind_words
from casino.kit.sentences.marks import gettext_noop as _
from casino.people.models import Person
from casino.people.register.aggregate import person_stream
from casino.people.register.presenters import STEPS
from settlement.bank.events import BANK_STREAM
from tables.codec import type_of
from tables.handling.gaming_day import gaming_day
from tables.handling.models import RegisterEntry
from tables.handling.streams import register_stream
from tables.registers.entries.events import REGISTER_TYPES
from tables.registers.people import events as e
from tables.stream import RecordedEvent, read_types

OF_A_DAY = (
    "advance_carried",
    "bets_reconstituted",
    "box_accepted",
    "box_counted",
    "box_placed",
    "box_removed",
    "cash_corrected",
    "chips_advanced",
    "coup_annulled",
    "credit_handed_over",
    "dispute_decided",
    "fill_received",
    "float_counted",
    "float_variance_explained",
    "forced_close_explained",
    "held_counted",
    "held_ended",
    "held_paid_in",
    "house_close_explained",
    "house_day_closed",
    "late_bet_seen",
    "limits_changed",
    "payment_difference_decided",
    "slip_void_told",
    "table_closed",
    "table_opened",
    "table_reopened",
    "table_resumed",
    "table_suspended",
    "tips_counted",
)
"""The types of a day's events that two people sign."""
BANK_COUNTED = "bank_counted"
OF_ACCOUNTS = tuple(
    type_of(each)
    for each in (
        e.PersonEngaged,
        e.RoleChanged,
        e.PersonBackAgain,
        e.SetupLinkIssued,
        e.PasswordReset,
        e.PinReset,
        e.SecondFactorReset,
        e.PasswordSet,
        e.PinSet,
        e.PersonConfirmed,
    )
)
"""The types of events by which somebody has a part in an account."""
WORDS: Mapping[str, str] = {**TYPE_NAMES, **STEPS, BANK_COUNTED: _("Chip bank counted")}


class MakerAndMade(msgspec.Struct, frozen=True, kw_only=True):
    """One act that both signed. `part` is the maker's last part in the account before, `where` the table, the box, the
    person or the entry that it is about, empty for the casino's own."""

    at: datetime
    day: str
    where: str
    act: str
    maker: str
    made: str
    part: str


class _Part(NamedTuple):
    """A part of `maker` in the account of a person, at a time."""

    at: datetime
    maker: str
    type: str


def signed_by_maker_and_made(casino_id: int, windows: Mapping[str, Window]) -> tuple[MakerAndMade, ...]:
    """Return the acts of these gaming days, each in its window, that a maker and a made person signed, by time.

    Four queries, those of the names of the days' streams, and one for each act of a register that two signed.
    """
    keys = Person.objects.filter(casino_id=casino_id).values_list("pk", flat=True)
    of_accounts = read_types(casino_id, map(person_stream, keys), OF_ACCOUNTS)
    parts = _parts(of_accounts)
    if not parts:
        return ()
    days = {stream: day for day in windows for stream in streams_of_day(casino_id, day)}
    of_days = read_types(casino_id, [*days, BANK_STREAM], (*OF_A_DAY, BANK_COUNTED))
    entries = RegisterEntry.objects.filter(casino_id=casino_id).values_list("kind", "code")
    of_registers = read_types(casino_id, (register_stream(*entry) for entry in entries), REGISTER_TYPES)
    by_two = (record for record in (*of_days, *of_accounts, *of_registers) if len(_signed(record)) > 1)
    found = (
        act
        for record in by_two
        if (day := days.get(record.stream_id) or _day(record)) in windows
        and windows[day].has(record.occurred_at)
        for act in _acts(record, day, parts)
    )
    return tuple(sorted(found, key=lambda act: (act.at, act.where, act.made)))


def _day(record: RecordedEvent) -> str:
    """Return the gaming day of an event: the one that it names, else that of its time."""
    named: str = record.data.get("day", "")
    return named or gaming_day(record.casino_id, record.occurred_at).isoformat()


def _parts(records: Sequence[RecordedEvent]) -> dict[str, list[_Part]]:
    """Return by the identifier of each person the parts that others had in the account, oldest first."""
    parts: dict[str, list[_Part]] = {}
    for record in records:
        made = record.data["person"]["id"]
        for maker in _signed(record):
            if maker != made:
                parts.setdefault(made, []).append(_Part(record.occurred_at, maker, record.type))
    return parts


def _signed(record: RecordedEvent) -> dict[str, str]:
    """Return the names of all people who acted or signed, by their identifiers."""
    by = record.metadata.get("by") or {}
    people = [by, *(each["person"] for each in record.metadata.get("signed") or ())]
    return {each["id"]: each["name"] for each in people if each.get("id", "").startswith("person/")}


def _acts(record: RecordedEvent, day: str, parts: Mapping[str, Sequence[_Part]]) -> Iterator[MakerAndMade]:
    signed = _signed(record)
    for made in signed:
        before = {each.maker: each for each in parts.get(made, ()) if each.at < record.occurred_at}
        for maker in signed.keys() & before.keys():
            yield MakerAndMade(
                at=record.occurred_at,
                day=day,
                where=_where(record),
                act=_act(record),
                maker=signed[maker],
                made=signed[made],
                part=gettext(STEPS[before[maker].type]),
            )


def _act(record: RecordedEvent) -> str:
    """Return the act in words, in a register with the name of the register."""
    if record.type in REGISTER_TYPES:
        kind, happened = kind_words(record.data["kind"]).one, gettext(HAPPENED[record.type])
        return f"{kind}: {happened}"
    return gettext(WORDS[record.type])


def _where(record: RecordedEvent) -> str:
    """Return the table of the act, the person whose account it is about, or the entry of a register; empty for the
    casino's own."""
    if record.type in REGISTER_TYPES:
        return str(record.data["code"])
    if record.type in OF_ACCOUNTS:
        return str(record.data["person"]["name"])
    kind, _slash, name = record.stream_id.partition("/")
    return str(record.data.get("table") or (name.partition("/")[0] if kind == "table" else ""))
