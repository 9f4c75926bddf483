"""Change at a table's page: what waits and what is being made, open claims, advances, and chips of an old series."""

from collections.abc import Callable, Set
from datetime import datetime

import msgspec

from casino.floor.bet_form import seated
from casino.kit.clauses import cited
from casino.kit.forms.chip_counts import Row, in_words, pieces, rows
from casino.kit.forms.fields import Form, Unclear, amount, count, required, text, ticked
from casino.kit.hand import seats
from casino.kit.money import money
from casino.kit.seats import Seat, seat_of
from tables.play import commands as c
from tables.play.change.state import Change
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class ShownChange(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody handed in, in words; `since` (UTC) it waits, or its change is being made."""

    number: int
    receipt: str
    seat: Seat
    given: str
    total: str
    wanted: str
    since: datetime
    old_series: str
    """The ended series of its chips: it can only be given back."""


class ShownClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that waits for an answer; `out_of_time` is the clause by which it is, as printed."""

    claim: int
    receipt: str
    what: str
    out_of_time: str


class ShownAdvance(msgspec.Struct, frozen=True, kw_only=True):
    """An open advance: what is left to repay, and what can still be announced on it (empty: nothing)."""

    ref: str
    seat: Seat
    left: str
    to_stake: str
    since: datetime
    carried: bool


class ChangeShown(msgspec.Struct, frozen=True, kw_only=True):
    """The panel and the cards of change. Clauses as printed; one that is empty says that there is no such matter."""

    clause: str
    steps: bool
    waiting: tuple[ShownChange, ...]
    serving: ShownChange | None
    claims: tuple[ShownClaim, ...]
    seats: tuple[Seat, ...]
    rows: tuple[Row, ...]
    paid_out: tuple[Row, ...]
    """The rows of the change that is being made, filled with what the player wants."""
    advances_clause: str
    advances: tuple[ShownAdvance, ...]
    repetition_clause: str
    series_clause: str
    series: tuple[str, ...]
    old_series: tuple[str, ...]

    @property
    def is_possible(self) -> bool:
        """Whether the table's rulebook has any of it."""
        return bool(self.clause or self.advances_clause)


def change_shown(state: State, rulebook: Rulebook, sees: Set[str]) -> ChangeShown | None:
    """What stands at an open table, and what can be asked for there; None for who does not see cash."""
    if "cash" not in sees:
        return None
    at_table, rule = state.change, rulebook.change
    serving = at_table.serving
    least = state.limits.minimum if state.limits else 0
    return ChangeShown(
        clause=cited(rulebook, rule.clause) if rule else "",
        steps=bool(rule and rule.steps),
        waiting=tuple(_shown(each, state) for each in at_table.waiting),
        serving=_shown(serving, state) if serving else None,
        claims=tuple(
            ShownClaim(
                claim=each.claim,
                receipt=each.receipt,
                what=each.what,
                out_of_time=cited(rulebook, each.clause),
            )
            for each in at_table.claims
        ),
        seats=seats(state),
        rows=rows(least),
        paid_out=rows(least, serving.wanted) if serving else (),
        advances_clause=cited(rulebook, rulebook.advances.clause) if rulebook.advances else "",
        advances=tuple(
            ShownAdvance(
                ref=each.ref,
                seat=seat_of(each.player),
                left=money(each.left),
                to_stake=money(each.to_stake) if each.to_stake else "",
                since=each.since,
                carried=each.carried,
            )
            for each in state.advances.open
        ),
        repetition_clause=cited(rulebook, rulebook.repetition.clause) if rulebook.repetition else "",
        series_clause=cited(rulebook, rulebook.chip_series.clause) if rulebook.chip_series else "",
        series=state.chip_series.in_play,
        old_series=state.chip_series.ended,
    )


def _shown(change: Change, state: State) -> ShownChange:
    return ShownChange(
        number=change.number,
        receipt=change.receipt,
        seat=seat_of(change.player),
        given=in_words(change.given),
        total=money(change.total),
        wanted=in_words(change.wanted),
        since=change.begun_at or change.since,
        old_series=change.series or "" if change.series in state.chip_series.ended else "",
    )


# ---------------------------------------------------------------- what is asked


def _ask_for_change(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    handed = text(form, "handed")
    if handed not in ("chips", "notes"):
        raise Unclear("handed-in-not-entered")
    return c.AskForChange(
        player=_player(form, state),
        given=pieces(form, "given"),
        wanted=pieces(form, "wanted"),
        handed="chips" if handed == "chips" else "notes",
        series=text(form, "series") or None,
    )


def _player(form: Form, state: State) -> str:
    return seated(required(form, "player", Unclear("player-not-entered")), state)


def _answer_claim(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.AnswerClaim(
        claim=count(form, "claim", "claim"),
        upheld=ticked(form, "upheld"),
        answer=text(form, "answer"),
    )


def _announce_on_advance(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    """An announcement whose amount is not handed over; without an amount it is for all that is left to stake."""
    ref, rule = text(form, "ref"), rulebook.repetition
    players = {each.ref: each.player for each in state.advances.open}
    return c.PlaceBet(
        player=players.get(ref, ""),
        bet=required(form, "bet", Unclear("announced-bet-not-entered")),
        amount=amount(form, "amount") if text(form, "amount") else 0,
        on_advance=ref,
        repeated=rule.repeated_by if rule and ticked(form, "repeated") else (),
    )


def _see_old_series(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.SeeOldSeries(
        series=text(form, "series"),
        player=_player(form, state),
        amount=amount(form, "amount"),
        where=text(form, "where"),
    )


CHANGE: dict[str, Callable[[Form, State, Rulebook], c.Command]] = {
    "ask-for-change": _ask_for_change,
    "serve-change": lambda form, state, rulebook: c.ServeChange(),
    "finish-change": lambda form, state, rulebook: c.FinishChange(paid_out=pieces(form, "paid")),
    "give-back-change": lambda form, state, rulebook: c.GiveBackChange(
        number=count(form, "number", "change")
    ),
    "claim-change": lambda form, state, rulebook: c.ClaimChange(
        receipt=text(form, "receipt"), what=text(form, "what")
    ),
    "answer-claim": _answer_claim,
    "advance-chips": lambda form, state, rulebook: c.AdvanceChips(
        player=_player(form, state), amount=amount(form, "amount")
    ),
    "announce-on-advance": _announce_on_advance,
    "repay-advance": lambda form, state, rulebook: c.RepayAdvance(
        ref=text(form, "ref"), amount=amount(form, "amount")
    ),
    "carry-advance": lambda form, state, rulebook: c.CarryAdvance(ref=text(form, "ref")),
    "see-old-series": _see_old_series,
}
"""What is asked about change, advances and old chips by whoever runs the table."""
