"""Chips of colours at a table: the player, the worth, and the number out of each colour."""

from collections.abc import Set

import msgspec

from casino.floor.forms.colours import SEAT_OF_COLOUR
from casino.kit.clauses import cited
from casino.kit.colour_names import colour_name
from casino.kit.hand import seats
from casino.kit.money import in_a_field, money, plain
from casino.kit.seats import seat_of
from casino.kit.sentences import sentence_of
from tables.play.colours.boxes import boxes_clause, chips_in_boxes
from tables.play.colours.chips_out import (
    chips_in_bank,
    chips_on_cloth,
    chips_out,
    late_after_closing,
    liability,
)
from tables.play.colours.questions import rule_on_colours, unplayable
from tables.play.colours.state import ColourInPlay, Presented
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class ColourOut(msgspec.Struct, frozen=True, kw_only=True):
    """A colour in play: player, beginning, worth of a chip, and the number out, some of them on the cloth."""

    colour: str
    label: str
    who: str
    value: str
    out: int
    on_cloth: int
    box: int | None
    """The chips in its box on the wheel's rim; None at a table without boxes."""
    worth: str
    unplayable: str
    """Reason why the sign in force allows no bet in this colour; empty if it allows bets."""


class FreeColour(msgspec.Struct, frozen=True, kw_only=True):
    """A colour that a player can be given, and how many of its chips the table has."""

    colour: str
    label: str
    chips: int
    has_box: bool


class LateColour(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a colour that are out late; `worth` at the minimum in force."""

    colour: str
    label: str
    out: int
    worth: str


class CountedChips(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that were handed back and counted: `sum` is count x value = amount, `command` pays them out."""

    colour: str
    label: str
    count: int
    sum: str
    command: str
    late: bool
    too_many: bool


def colours_presenter(state: State, rulebook: Rulebook, sees: Set[str]) -> dict[str, object]:
    """Return the panel of colours; empty without them, and for a person who may not see payouts, since the bank owes
    for chips.
    """
    rule, colours = rule_on_colours(rulebook), state.colours
    if rule is None or "payouts" not in sees or not (colours.registered or colours.late):
        return {}
    assert state.limits is not None, "the table is open"
    minimum = state.limits.minimum
    return {
        "is_there": True,
        "registered": bool(colours.registered),
        "symbol": colours.symbol,
        "in_play": tuple(_presented(state, each, rulebook) for each in colours.in_play),
        "free": tuple(
            FreeColour(
                colour=each,
                label=colour_name(each),
                chips=chips_in_bank(state, each, rulebook),
                has_box=boxes_clause(state, rulebook) is not None,
            )
            for each in colours.free
        ),
        "late": tuple(
            LateColour(
                colour=each,
                label=colour_name(each),
                out=out,
                worth=money(out * rule.late_worth(minimum), rulebook.currency),
            )
            for each, out in colours.late.items()
        ),
        "counted": tuple(_counted(each, rulebook.currency) for each in colours.presented),
        "liability": money(liability(state, rulebook), rulebook.currency),
        # All chips that closing the day now would leave out.
        "out": sum(late_after_closing(state, rulebook).values()) - sum(colours.late.values()),
        "minimum": in_a_field(minimum, rulebook.currency),
        "stack": rulebook.payment.stacks.size if rulebook.payment.stacks else 1,
        "seats": seats(state),
        "value_clause": cited(rulebook, rule.clause),
        "exchange_clause": cited(rulebook, rule.exchange_clause),
        "late_clause": cited(rulebook, rule.clause_on_late),
        "late_worth": in_a_field(rule.late_worth(minimum), rulebook.currency) if rule.late else "",
        "symbol_clause": cited(rulebook, rule.symbol_clause),
        "in_play_clause": cited(rulebook, rule.in_play_clause),
    }


def _presented(state: State, colour: ColourInPlay, rulebook: Rulebook) -> ColourOut:
    out = chips_out(state, colour, rulebook)
    refused = unplayable(state, colour, rulebook)
    label, seat = colour_name(colour.colour), seat_of(colour.player)
    return ColourOut(
        colour=colour.colour,
        label=label,
        # A player in the seat of this colour needs no second name of the colour.
        who=seat.label if SEAT_OF_COLOUR.get(colour.colour) == colour.player else f"{label}: {seat.label}",
        value=plain(colour.value, rulebook.currency),
        out=out,
        on_cloth=chips_on_cloth(state, colour),
        box=chips_in_boxes(state, rulebook).get(colour.colour),
        worth=money(out * colour.value, rulebook.currency),
        unplayable=sentence_of(refused.refusal) if refused else "",
    )


def _counted(presented: Presented, currency: str) -> CountedChips:
    return CountedChips(
        colour=presented.colour,
        label=colour_name(presented.colour),
        count=presented.count,
        sum=f"{presented.count} × {money(presented.value, currency)} = {money(presented.amount, currency)}",
        command="redeem-late-chips" if presented.late else "redeem-colour",
        late=presented.late,
        too_many=presented.count > presented.outstanding,
    )
