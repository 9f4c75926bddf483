"""Where all chips of the house are, as the page shows it, with the bank's counts and the colours that are out."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

import msgspec
from django.utils.text import capfirst

from casino.kit.forms.chip_counts import rows
from casino.kit.money import in_a_field, money, plain
from settlement.bank.conservation import KINDS, UNKNOWN, ChipsOfAValue, Count
from settlement.bank.decisions import BankStands
from settlement.bank.pieces import UNTOLD, BySeries
from settlement.house_chips import HouseChips
from settlement.models import BankEntry
from tables.handling.projections.table_snapshots import boards
from tables.play.colours.chips_out import chips_out
from tables.roulette.loader import get_rulebook

LEAST_CHIP = 500
"""The forms have rows from about a fifth of this on, in minor units, and one for any other value."""
LABELS = {"float": "Floats", "bank": "Bank", "transit": "On the way", "held": "Held"}
WHAT = {"bank_counted": "Counted", "chips_sold": "Sold", "chips_redeemed": "Redeemed"}
MISSING_SAID = 2


class ShownCount(msgspec.Struct, frozen=True):
    """A number of pieces with its label, and what is missing in words."""

    pieces: str
    label: str
    missing: str


class ShownValue(msgspec.Struct, frozen=True, kw_only=True):
    """A row: a value with what was issued, the count at each of the places, and the rest. `alarm` says in words that
    more were found than were issued."""

    value: str
    issued: ShownCount
    places: tuple[ShownCount, ...]
    players: ShownCount
    alarm: str


class ShownSeriesChips(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a series; its name is empty for chips of which nobody told it."""

    name: str
    rows: tuple[ShownValue, ...]


class ShownPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place with its chips in words, empty where nobody counted them."""

    name: str
    chips: str
    moved_on: bool


class ShownEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done at the bank."""

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
    """Chips of a colour that are out at a table, and what they are worth; late ones stand for themselves."""

    table: str
    colour: str
    out: int
    worth: str
    late: bool


def shown_chips(chips: HouseChips) -> tuple[ShownSeriesChips, ...]:
    """The rows, by series."""
    return tuple(
        ShownSeriesChips(name=series, rows=tuple(_row(row) for row in of))
        for series, of in groupby(chips.rows, key=lambda row: row.series)
    )


def _row(row: ChipsOfAValue) -> ShownValue:
    too_many = -(row.players.pieces or 0)
    alarm = f"{too_many:,} more than were issued" if row.too_many or row.rather_many else ""
    if row.rather_many:
        alarm += ", unless play has moved them since they were counted"
    return ShownValue(
        value=plain(row.value),
        issued=_count(row.issued),
        places=tuple(_count(row.places[kind]) for kind in KINDS),
        players=_count(row.players),
        alarm=alarm,
    )


def _count(count: Count) -> ShownCount:
    if count.pieces is None:
        return ShownCount("–", "absent", _missing(count.missing))
    return ShownCount(f"{count.pieces:,}".replace("-", "– "), count.label, "")


def _missing(missing: Sequence[str]) -> str:
    """What nobody counted, in words: `no count of the chip bank`."""
    if tuple(missing) == (UNKNOWN,):
        return "not registered"
    said, more = missing[:MISSING_SAID], len(missing) - MISSING_SAID
    return f"no count of {', '.join(said)}" + (f", {more} more" if more > 0 else "")


def shown_places(chips: HouseChips) -> tuple[ShownPlace, ...]:
    """Every place with what lies there."""
    return tuple(
        ShownPlace(
            name=place.name if place.kind == "held" else capfirst(place.name),
            chips="" if place.chips is None else in_words(place.chips) or "none",
            moved_on=place.moved_on,
        )
        for place in chips.places
    )


def in_words(chips: Mapping[str, Mapping[int, int]]) -> str:
    """Chips as people say them: `5 × 100, 20 × 5`, of named series `A: 5 × 100`; below nothing with its sign."""
    said = []
    for series, pieces in sorted(chips.items()):
        of = ", ".join(
            f"{count:,} × {plain(value)}".replace("-", "– ")
            for value, count in sorted(pieces.items(), reverse=True)
            if count
        )
        said += [f"{series}: {of}" if series else of] if of else []
    return "; ".join(said)


def shown_entries(entries: Iterable[BankEntry]) -> tuple[ShownEntry, ...]:
    """What was done at the bank, as the rows come."""
    return tuple(
        ShownEntry(
            at=entry.at,
            what=WHAT[entry.what],
            chips=in_words(_from_row(entry.by_series)),
            total=money(entry.total),
            signed=", ".join(each["name"] for each in entry.signed) or entry.by,
            difference=in_words(_from_row(entry.difference or {})),
            reason=entry.reason,
        )
        for entry in entries
    )


def _from_row(written: Mapping[str, Mapping[str, int]]) -> BySeries:
    return {
        series: {int(value): count for value, count in pieces.items()} for series, pieces in written.items()
    }


def form_rows(bank: BankStands, series: tuple[str, ...], entered: BySeries) -> tuple[CountedRow, ...]:
    """The rows of a form: the values of the house's chips and of what the bank has, or the usual ones."""
    known = {
        *bank.values,
        *(value for pieces in (*bank.stock.values(), *entered.values()) for value in pieces),
    }
    usual = rows(LEAST_CHIP, ((value, 0) for value in known))
    values = sorted(known or {_minor(row.value) for row in usual}, reverse=True)
    return tuple(
        CountedRow(
            place=place,
            value=in_a_field(value),
            label=plain(value),
            fields=_fields(place, value, series, entered),
        )
        for place, value in enumerate(values, start=1)
    )


def other_row(place: int, series: tuple[str, ...]) -> CountedRow:
    """The row for any other value."""
    return CountedRow(place=place, value="", label="", fields=_fields(place, 0, series, {}))


def _minor(value: str) -> int:
    return round(float(value) * 100)


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
    """The chips of colours that are out at every table, and those that are late."""
    found: list[ColourOut] = []
    for view in boards(casino_id):
        state = view.state
        if state is None or not (state.colours.in_play or state.colours.late):
            continue
        rulebook = get_rulebook(state.rulebook, state.rulebook_version)
        for colour in state.colours.in_play:
            out = chips_out(state, colour, rulebook)
            worth = f"{money(out * colour.value)} {state.currency}"
            found.append(ColourOut(table=state.table, colour=colour.colour, out=out, worth=worth, late=False))
        for name, out in state.colours.late.items():
            found.append(ColourOut(table=state.table, colour=name, out=out, worth="", late=True))
    return tuple(found)


def series_in_a_form(bank: BankStands) -> tuple[str, ...]:
    """A column for each series where there are several; where there is one alone, all chips are of it."""
    known = (*bank.in_play, *bank.ended)
    return known if len(known) > 1 else ()


def only_series(bank: BankStands) -> str:
    """The one series that the house has, or that of chips of which nobody tells it."""
    known = (*bank.in_play, *bank.ended)
    return known[0] if len(known) == 1 else UNTOLD
