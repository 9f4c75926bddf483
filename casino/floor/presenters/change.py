"""Change at a table's page: waiting and served changes, open claims, advances, and chips of an old series."""

from collections.abc import Collection, Set
from datetime import datetime

import msgspec

from casino.kit.clauses import cited
from casino.kit.forms.chip_counts import in_words, rows
from casino.kit.hand import seats
from casino.kit.money import money
from casino.kit.seats import Seat, seat_of
from tables.play.change.state import Change
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class OpenChange(msgspec.Struct, frozen=True, kw_only=True):
    """Chips or cash handed in for change, in words.

    `since` (UTC) is the beginning of the wait, or of the change itself.
    """

    number: int
    receipt: str
    seat: Seat
    given: str
    total: str
    wanted: str
    since: datetime
    old_series: str
    """The ended series of its chips: it can only be given back."""


class OpenClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that waits for an answer; `out_of_time` is the clause by which it is, as printed."""

    claim: int
    receipt: str
    what: str
    out_of_time: str


class OpenAdvance(msgspec.Struct, frozen=True, kw_only=True):
    """An open advance: the amount left to repay, and the amount that can still be announced on it (empty: none)."""

    ref: str
    seat: Seat
    left: str
    to_stake: str
    since: datetime
    carried: bool


def change_presenter(
    state: State, rulebook: Rulebook, sees: Set[str], owned: Collection[int] = ()
) -> dict[str, object] | None:
    """Return the panel and the cards of change at an open table; None for a person who may not see cash.

    `owned` are the values of the existing chips, if they are known.
    """
    if "cash" not in sees:
        return None
    at_table, rule = state.change, rulebook.change
    serving = at_table.serving
    least = state.limits.minimum if state.limits else 0
    return {
        "is_possible": rule is not None or rulebook.advances is not None,
        "clause": cited(rulebook, rule.clause) if rule else "",
        "steps": bool(rule and rule.steps),
        "waiting": tuple(_presented(each, state) for each in at_table.waiting),
        "serving": _presented(serving, state) if serving else None,
        "claims": tuple(
            OpenClaim(
                claim=each.claim,
                receipt=each.receipt,
                what=each.what,
                out_of_time=cited(rulebook, each.clause),
            )
            for each in at_table.claims
        ),
        "seats": seats(state),
        "rows": rows(least, owned=owned, currency=rulebook.currency),
        # The rows of the served change, filled with the player's wish.
        "paid_out": rows(least, serving.wanted, owned=owned, currency=rulebook.currency) if serving else (),
        "advances_clause": cited(rulebook, rulebook.advances.clause) if rulebook.advances else "",
        "advances": tuple(
            OpenAdvance(
                ref=each.ref,
                seat=seat_of(each.player),
                left=money(each.left, state.currency),
                to_stake=money(each.to_stake, state.currency) if each.to_stake else "",
                since=each.since,
                carried=each.carried,
            )
            for each in state.advances.open
        ),
        "repetition_clause": cited(rulebook, rulebook.repetition.clause) if rulebook.repetition else "",
        "series_clause": cited(rulebook, rulebook.chip_series.clause) if rulebook.chip_series else "",
        "series": state.chip_series.in_play,
        "old_series": state.chip_series.ended,
    }


def _presented(change: Change, state: State) -> OpenChange:
    return OpenChange(
        number=change.number,
        receipt=change.receipt,
        seat=seat_of(change.player),
        given=in_words(change.given, state.currency),
        total=money(change.total, state.currency),
        wanted=in_words(change.wanted, state.currency),
        since=change.begun_at or change.since,
        old_series=change.series or "" if change.series in state.chip_series.ended else "",
    )
