"""Presenter of all chips of the casino by place, with the bank's counts and the colours that are out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.kit.actors import called
from casino.kit.forms.chip_counts import values_counted
from casino.kit.money import count as number_of
from casino.kit.money import in_a_field, money, plain
from settlement.bank.conservation import KINDS, UNKNOWN, ChipsOfAValue, Count
from settlement.bank.decide import BankState
from settlement.bank.pieces import NO_SERIES, BySeries
from settlement.casino_chips import CasinoChips
from settlement.desk_claim_aggregate import WITH_RECEIPT
from settlement.desk_claims.state import receipt_of
from settlement.models import BankEntry
from tables.handling.projections.table_snapshots import table_snapshots
from tables.play.colours.chips_out import chips_out
from tables.roulette.loader import get_rulebook

LEAST_CHIP = 500
"""The forms have rows from about a fifth of this on, in minor units, and one for any other value."""
LABELS = {
    "float": gettext_noop("Floats"),
    "bank": gettext_noop("Bank"),
    "transit": gettext_noop("In transit"),
    "held": gettext_noop("Held"),
}
WHAT = {
    "bank_counted": gettext_noop("Counted"),
    "chips_sold": gettext_noop("Sold"),
    "chips_redeemed": gettext_noop("Redeemed"),
}
PLACES = {
    r"the float of (?P<table>.+)": gettext_noop("the float of {table}"),
    r"the chip bank": gettext_noop("the chip bank"),
    r"slip (?P<slip>.+)": gettext_noop("slip {slip}"),
}
"""Words for a place, by its name in the count of the chips."""
NAMED = 2
"""Uncounted places that are named; the others are counted."""


class ShownCount(msgspec.Struct, frozen=True):
    pieces: str
    label: str
    missing: str


class ShownValue(msgspec.Struct, frozen=True, kw_only=True):
    """A row: a value with the issued number, the count at each of the places, and the rest. `alarm`: more were found
    than were issued.
    """

    value: str
    issued: ShownCount
    places: tuple[ShownCount, ...]
    players: ShownCount
    alarm: str


class ShownSeriesChips(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a series; its name is empty for chips whose series is unknown."""

    name: str
    rows: tuple[ShownValue, ...]


class ShownPlace(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    chips: str
    moved_on: bool


class ShownEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the chip bank; `receipt` is empty for a count, which no player has."""

    number: int
    receipt: str
    at: datetime
    what: str
    chips: str
    total: str
    signed: str
    difference: str
    reason: str


class CountedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A value in a form, the highest first: the fields that its pieces are written in, one for each series."""

    place: int
    value: str
    label: str
    fields: tuple[tuple[str, str], ...]


class ColourOut(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a colour that are out at a table, and their worth; late ones are separate."""

    table: str
    colour: str
    out: int
    worth: str
    late: bool


def shown_chips(chips: CasinoChips, currency: str) -> tuple[ShownSeriesChips, ...]:
    return tuple(
        ShownSeriesChips(name=series, rows=tuple(_row(row, currency) for row in of))
        for series, of in groupby(chips.rows, key=lambda row: row.series)
    )


def _row(row: ChipsOfAValue, currency: str) -> ShownValue:
    too_many = -(row.players.pieces or 0)
    alarm = ""
    if row.rather_many:
        alarm = _("{count} more than were issued, unless play has moved them since they were counted")
    elif row.too_many:
        alarm = _("{count} more than were issued")
    return ShownValue(
        value=plain(row.value, currency),
        issued=_count(row.issued),
        places=tuple(_count(row.places[kind]) for kind in KINDS),
        players=_count(row.players),
        alarm=alarm.format(count=number_of(too_many)),
    )


def _count(count: Count) -> ShownCount:
    if count.pieces is None:
        return ShownCount("–", "absent", _missing(count.missing))
    return ShownCount(number_of(count.pieces).replace("-", "– "), count.label, "")


def _missing(missing: Sequence[str]) -> str:
    """Return the uncounted places in words: `no count of the chip bank`."""
    if tuple(missing) == (UNKNOWN,):
        return _("not registered")
    places, more = ", ".join(map(place_called, missing[:NAMED])), len(missing) - NAMED
    if more > 0:
        return _("no count of {places}, {count} more").format(places=places, count=more)
    return _("no count of {places}").format(places=places)


def place_called(name: str) -> str:
    """Return a place of chips in the reader's language; a receipt's name stays as it is."""
    for known, words in PLACES.items():
        if found := re.fullmatch(known, name):
            return _(words).format(**found.groupdict())
    return name


def shown_places(chips: CasinoChips, currency: str) -> tuple[ShownPlace, ...]:
    return tuple(
        ShownPlace(
            name=place.name if place.kind == "held" else capfirst(place_called(place.name)),
            chips="" if place.chips is None else in_words(place.chips, currency) or _("none"),
            moved_on=place.moved_on,
        )
        for place in chips.places
    )


def in_words(chips: Mapping[str, Mapping[int, int]], currency: str) -> str:
    """Return chips in words: `5 × 100, 20 × 5`, of named series `A: 5 × 100`; negative numbers with their sign."""
    found = []
    for series, pieces in sorted(chips.items()):
        of = ", ".join(
            f"{number_of(count)} × {plain(value, currency)}".replace("-", "– ")
            for value, count in sorted(pieces.items(), reverse=True)
            if count
        )
        found += [f"{series}: {of}" if series else of] if of else []
    return "; ".join(found)


def shown_entries(entries: Iterable[BankEntry]) -> tuple[ShownEntry, ...]:
    return tuple(
        ShownEntry(
            number=entry.version,
            receipt=receipt_of(entry.day, entry.version) if entry.what in WITH_RECEIPT else "",
            at=entry.at,
            what=_(WHAT[entry.what]),
            chips=in_words(_from_row(entry.by_series), entry.currency),
            total=money(entry.total, entry.currency),
            signed=", ".join(each["name"] for each in entry.signed) or called(entry.by),
            difference=in_words(_from_row(entry.difference or {}), entry.currency),
            reason=entry.reason,
        )
        for entry in entries
    )


def pieces_of_entry(entry: BankEntry) -> BySeries:
    """Return the chips of an entry, by series and value in minor units."""
    return _from_row(entry.by_series)


def _from_row(written: Mapping[str, Mapping[str, int]]) -> BySeries:
    return {
        series: {int(value): count for value, count in pieces.items()} for series, pieces in written.items()
    }


def form_rows(bank: BankState, series: tuple[str, ...], entered: BySeries) -> tuple[CountedRow, ...]:
    """Return the rows of a form: the values of the casino's chips and of the bank's, or the usual ones."""
    known = {
        *bank.values,
        *(value for pieces in (*bank.stock.values(), *entered.values()) for value in pieces),
    }
    values = sorted(known or values_counted(LEAST_CHIP, ()), reverse=True)
    return tuple(
        CountedRow(
            place=place,
            value=in_a_field(value, bank.currency),
            label=plain(value, bank.currency),
            fields=_fields(place, value, series, entered),
        )
        for place, value in enumerate(values, start=1)
    )


def other_row(place: int, series: tuple[str, ...]) -> CountedRow:
    return CountedRow(place=place, value="", label="", fields=_fields(place, 0, series, {}))


def _fields(
    place: int, value: int, series: tuple[str, ...], entered: BySeries
) -> tuple[tuple[str, str], ...]:
    if not series:
        (only,) = entered.values() or ({},)
        return ((f"pieces-{place}", str(only.get(value, ""))),)
    return tuple(
        (f"pieces-{place}-{column}", str(entered.get(name, {}).get(value, "")))
        for column, name in enumerate(series, start=1)
    )


def colours_out(casino_id: int) -> tuple[ColourOut, ...]:
    """Return the chips of colours that are out at every table, and the late ones."""
    found: list[ColourOut] = []
    for view in table_snapshots(casino_id):
        state = view.state
        if state is None or not (state.colours.in_play or state.colours.late):
            continue
        rulebook = get_rulebook(state.rulebook, state.rulebook_version)
        for colour in state.colours.in_play:
            out = chips_out(state, colour, rulebook)
            worth = f"{money(out * colour.value, state.currency)} {state.currency}"
            found.append(ColourOut(table=state.table, colour=colour.colour, out=out, worth=worth, late=False))
        for name, out in state.colours.late.items():
            found.append(ColourOut(table=state.table, colour=name, out=out, worth="", late=True))
    return tuple(found)


def series_in_a_form(bank: BankState) -> tuple[str, ...]:
    """Return a column for each series where there are several; where there is one alone, all chips are of it."""
    known = (*bank.in_play, *bank.ended)
    return known if len(known) > 1 else ()


def only_series(bank: BankState) -> str:
    """Return the one series that the casino has, or that of chips whose series is unknown."""
    known = (*bank.in_play, *bank.ended)
    return known[0] if len(known) == 1 else NO_SERIES
