"""The boxes on the rim of the wheel: one for each colour of the table, with the chips of that colour in the bank.

They may replace the display of the value of each colour's chips (pt-americana/9-11), and are counted with the float.
A box has no value: its chips are money only once they are sold.
"""

from collections.abc import Mapping

from tables.play.colours.chips_out import chips_in_bank
from tables.play.colours.questions import rule_on_colours
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def chips_in_boxes(state: State, rulebook: Rulebook) -> dict[str, int]:
    """Return the number of chips in the box of each colour, by the record; empty at a table without boxes."""
    if boxes_clause(state, rulebook) is None:
        return {}
    return {
        colour: max(0, chips_in_bank(state, colour, rulebook)) for colour in sorted(state.colours.registered)
    }


def boxes_clause(state: State, rulebook: Rulebook) -> str | None:
    """Return the clause by which this table has boxes on the rim of its wheel; None for a table without boxes."""
    rule = rule_on_colours(rulebook)
    return rule.boxes_clause if rule and state.colours.registered else None


def check_boxes(state: State, counted: Mapping[str, int], rulebook: Rulebook) -> None:
    """Raise Refused unless the chips in the box of every colour of the table were counted, and in no other box
    (pt-americana/9-11): none or more, and no more than the table has of the colour.
    """
    clause, there_are = boxes_clause(state, rulebook), state.colours.registered
    if clause is None:
        if counted:
            raise Refused("colour-box-none-here", table=state.table, colours=tuple(sorted(counted)))
        return
    for colour, count in counted.items():
        if colour not in there_are:
            raise Refused("colour-box-unknown", clause, colour=colour, known=tuple(sorted(there_are)))
        if count < 0:
            raise Refused("colour-box-negative", clause, colour=colour, value=count)
        if count > there_are[colour]:
            raise Refused("colour-box-overfull", clause, colour=colour, value=count, limit=there_are[colour])
    missing = tuple(sorted(colour for colour in there_are if colour not in counted))
    if missing:
        raise Refused("colour-box-not-counted", clause, colours=missing)
