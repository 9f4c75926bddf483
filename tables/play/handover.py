"""What one gaming day hands to the next: the books are opened again with it, by nobody's word but the record's."""

from tables.play.state import State


def inherit(last: State) -> State:
    """A day not yet opened that has what the closed day `last` left: numbers, direction and stakes in prison."""
    return State(
        table=last.table,
        previous_day=last.day,
        number=last.number,
        last_direction=last.last_direction,
        numbers=last.numbers,
        carried=last.carried,
        direction=last.direction,
        live=last.live,
        advances=last.advances,
        colours=last.colours,
        held=last.held,
        slips=last.slips,
        cash=last.cash,
        corrections=last.corrections,
    )
