"""Course of every doubtful number of a reader: it becomes a coup's number, contradicts one, or is dismissed.

Books of their own, kept from the events and compared with the table before and after each: for tests, as
`invariants.py` is.
"""

from tables.play import events as e
from tables.play.result.questions import WAITS
from tables.play.state import DoubtedNumber, State

ENDS = (e.NumberFell, e.DoubtDismissed, e.CoupAnnulled)
"""Events that take a number out of the line; other events do not."""


class WaitingBooks:
    """The numbers that wait at a table, and those still to be compared with the number that a person named."""

    def __init__(self) -> None:
        self._against: set[tuple[int, int]] = set()
        """Coup and number."""

    def take(self, before: State, event: e.Event, after: State) -> None:
        """An event, with the table before and after it. What does not hold fails an assertion."""
        _check_line(after)
        gone = _gone(before, after)
        if isinstance(event, e.DiscrepancyFound):
            self._against.discard((event.coup, event.other))
        else:
            assert not self._against or not isinstance(event, (*ENDS, e.TableClosed)), self._against
        if isinstance(event, e.TableClosed):
            assert not before.doubted, f"closed over {before.doubted}"
        assert not gone or isinstance(event, ENDS), f"{type(event).__name__} lost {gone}"
        assert all(_is_of_first(each, before.doubted[0]) for each in gone), f"of later games: {gone}"
        if isinstance(event, e.NumberFell):
            self._fell(before, event, gone)
        elif isinstance(event, e.DoubtDismissed):
            assert [each.number for each in gone] == list(event.numbers)

    def _fell(self, before: State, event: e.NumberFell, gone: list[DoubtedNumber]) -> None:
        """Check the number of the event.

        A waiting number passes. Another number of a reader must be of the game that ran when they came. After another
        number of a person, the waiting ones are noted for a later discrepancy.
        """
        if not gone or any(each.number == event.number for each in gone):
            return
        if event.source == "reader":
            assert event.game == gone[0].running, f"{gone} are not settled by {event}"
        else:
            self._against |= {(event.coup, each.number) for each in gone}


def _gone(before: State, after: State) -> list[DoubtedNumber]:
    """Return the numbers that wait no more, the oldest first. Of two equal ones the older one is gone."""
    left = [(each.number, each.game, each.doubts, each.running) for each in after.doubted]
    gone = []
    for each in reversed(before.doubted):
        what = (each.number, each.game, each.doubts, each.running)
        if what in left:
            left.remove(what)
        else:
            gone.append(each)
    return gone[::-1]


def _is_of_first(each: DoubtedNumber, first: DoubtedNumber) -> bool:
    """Return True if the number is of the first coup to be asked for, by the reader's report."""
    same_game = each.game is not None and each.game == first.game
    return each is first or same_game or WAITS not in each.doubts


def _check_line(state: State) -> None:
    """Check that one coup follows the other from the next to fall on, each with the numbers of one game. Fails
    otherwise.
    """
    coups = sorted({each.coup for each in state.doubted})
    assert coups == list(range(state.coup_of_new_bets, state.coup_of_new_bets + len(coups)))
    of_games: dict[str, int] = {}
    for each in state.doubted:
        if each.game is not None:
            assert of_games.setdefault(each.game, each.coup) == each.coup, f"game {each.game} has two coups"
