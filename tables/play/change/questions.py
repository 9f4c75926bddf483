"""Questions about change from other packages."""

from tables.play.change.state import Change
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def check_change_done(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while anything handed in for change is still at the table."""
    if state.change.open:
        raise Refused(
            "change-open",
            rulebook.change.clause if rulebook.change else None,
            receipts=tuple(each.receipt for each in state.change.open),
        )


def being_made(state: State) -> Change | None:
    """Return the change on the lower step: while there is one, payments and their change are not done
    (pt-francesa/11).
    """
    return state.change.serving
