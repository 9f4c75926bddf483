"""How live changes by the events of other rooms."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.folding import Recorded
from tables.play.live.state import Live, Round


def opened_round(live: Live, event: e.BetsOpened) -> Live:
    """A round begins where the rulebook gives it a time."""
    return replace(live, round=event.closes_at and Round(coup=event.coup, closes_at=event.closes_at))


def closed_round(live: Live, recorded: Recorded) -> Live:
    """Bets were heard to be closed, or their time was over: the first of the two counts."""
    if live.round is None or live.round.closed_at is not None:
        return live
    return replace(live, round=replace(live.round, closed_at=recorded.at))
