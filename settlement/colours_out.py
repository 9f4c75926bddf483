"""How many chips of each colour are out at a table, as its sheets have it, and what of a prize was no chip of it.

The bank pays in chips of the player's colour as far as it has any. What it has no more of, and what is no whole chip,
it pays in chips with a face value: out of its float, then, and it owes for no chip that nobody has. What a table says
of its colours is told by `tables.play.chips_out`; this comes to the same by rows: a rebuild has no table's state.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from settlement.models import GamingDay, PayoutSheet
from settlement.table_day import TableDay
from tables.play import events as e
from tables.stream.event import RecordedEvent

Line = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A stake of a sheet and its line."""


def colour_assigned(day: TableDay, event: e.ColourAssigned, recorded: RecordedEvent) -> None:
    _out(day)[event.colour] = {"value": event.value, "chips": event.count, "since": recorded.version}


def colour_chips_bought(day: TableDay, event: e.ColourChipsBought, recorded: RecordedEvent) -> None:
    bought = _out(day)[event.colour]
    bought |= {"value": event.value, "chips": bought["chips"] + event.count}


def colour_redeemed(day: TableDay, event: e.ColourRedeemed, recorded: RecordedEvent) -> None:
    """The colour is free; what was not handed back is out late."""
    _out(day).pop(event.colour, None)
    _late(day, event.colour, day.row().colours["late"].get(event.colour, 0) + event.still_out)


def late_chips_redeemed(day: TableDay, event: e.LateChipsRedeemed, recorded: RecordedEvent) -> None:
    _late(day, event.colour, event.still_out)


def paid_otherwise(day: TableDay, sheet: PayoutSheet, difference: str, amount: int) -> None:
    """By what this difference moved (minor units) so many more chips are out, or fewer where it is below zero; none of
    a colour that is another player's by now."""
    refs = next((each["refs"] for each in sheet.differences if each["difference"] == difference), [])
    stake = next((each for each in sheet.stakes if each["ref"] in refs), {})
    there = day.row().colours["out"].get(stake.get("colour"))
    if there is not None and stake["place"] > there["since"]:
        chips = abs(amount) // there["value"]
        there["chips"] += chips if amount > 0 else -chips
        day.row_changed()
        if not day.was_played_on(sheet):
            colours_settled(day, sheet)


def colours_settled(day: TableDay, sheet: PayoutSheet) -> None:
    """Notes on the sheet of the last coup what its players have more in chips of colours, or less, and counts those
    that are out.

    What a coup did to the chips is done once the next one is settled or its colour is another's: what it comes to
    otherwise from then on is paid in chips with a face value.
    """
    of_colours: dict[str, list[Line]] = {}
    for stake, line in zip(sheet.stakes, sheet.lines, strict=True):
        if stake.get("colour") and stake.get("chip"):
            of_colours.setdefault(stake["colour"], []).append((stake, line))
    out = _out(day) if of_colours else {}
    for colour, lines in of_colours.items():
        there = out.get(colour)
        of_its_player = [] if there is None else [each for each in lines if each[0]["place"] > there["since"]]
        if there is not None and of_its_player:
            chip = of_its_player[0][0]["chip"]
            before = there["chips"] - sheet.in_colours.get(colour, 0) // chip
            there["chips"] = max(0, min(before + _came(of_its_player), _there_are(day.row(), colour)))
            sheet.in_colours[colour] = (there["chips"] - before) * chip
        else:
            sheet.in_colours.setdefault(colour, 0)


def _came(lines: Iterable[Line]) -> int:
    """The chips that the lines leave their player with, less those that lay there.

    Halves are whole chips as far as those on one position of one layout make such together.
    """
    back: Counter[tuple[int, str, int]] = Counter()
    laid = 0
    for stake, line in lines:
        laid += stake["amount"] // stake["chip"]
        back[stake.get("layout", 1), stake["bet"], stake["chip"]] += (
            line["returned"] + line["held"] + line["prize"]
        )
    return sum(amount // chip for (_, _, chip), amount in back.items()) - laid


def _there_are(row: GamingDay, colour: str) -> int:
    """The chips of a colour that can be out, those that are out late left aside."""
    return int(row.colours["registered"].get(colour, 0)) - int(row.colours["late"].get(colour, 0))


def _out(day: TableDay) -> dict[str, dict[str, int]]:
    """The colours in play, to be changed: what a chip is worth, how many are out, since which event."""
    day.row_changed()
    out: dict[str, dict[str, int]] = day.row().colours["out"]
    return out


def _late(day: TableDay, colour: str, count: int) -> None:
    day.row().colours["late"][colour] = count
    day.row_changed()
