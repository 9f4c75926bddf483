"""Content of a seat's screen, from the table as the seat sees it, its draft and the clock."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from casino.kit.cloth.chips import Chip, chips
from casino.kit.drawn_number import Fallen, drawn
from casino.kit.hand import hand
from casino.kit.limits import LimitRow, limit_rows, limits_in_force
from casino.kit.money import figures_of
from casino.seats.wheel import SeatWheel, seat_wheel
from tables.handling.live_seats import SeatView
from tables.play.live.drafts import Bets, total
from tables.play.live.state import Seat
from tables.play.state import RUNNING
from tables.roulette.announcements import announce_result
from tables.roulette.stake import Stake


class SeatRefusal(msgspec.Struct, frozen=True, kw_only=True):
    """Reason why a player's request was refused, with the clause as people cite it."""

    detail: str
    clause: str


class SeatPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's screen. `closes_at` is None while no round takes bets; `closed` is announced when its time is over.

    `result` is the announcement of the last number, empty while a round runs.
    `may_bet`: a player sits here, the round is open, nothing is confirmed yet. `values` are the chips.
    """

    code: str
    number: int
    language: str
    announce_language: str
    currency: str
    day: str
    version: int
    coup: int
    closes_at: datetime | None
    closed: str
    result: str
    wheel: SeatWheel
    taken: bool
    may_bet: bool
    confirmed: bool
    may_repeat: bool
    balance: str
    placed: str
    unclaimed: str
    minimum: str
    maximums: tuple[LimitRow, ...]
    values: tuple[str, ...]
    chips: tuple[Chip, ...]
    last: tuple[Fallen, ...]
    refusal: SeatRefusal | None


def present_seat(
    view: SeatView, number: int, draft: Bets, now: datetime, refusal: SeatRefusal | None = None
) -> SeatPresenter:
    """The seat's screen; in the rulebook's language where that is in force."""
    state, rulebook = view.state, view.rulebook
    seat = state.live.seats.get(view.seat, Seat(taken=False))
    running = state.live.round
    runs = state.phase in RUNNING
    is_open = running is not None and running.closed_at is None and now <= running.closes_at
    confirmed = bool(state.coup) and seat.confirmed == state.coup and running is not None
    figures = figures_of(rulebook.language)
    limits = limits_in_force(state, rulebook)
    drafted = tuple(
        Stake(ref=f"d{place}", player=view.seat, bet=bet.bet, amount=bet.amount)
        for place, bet in enumerate(draft, start=1)
    )
    return SeatPresenter(
        code=view.table,
        number=number,
        language=rulebook.language,
        announce_language=rulebook.announce_language,
        currency=rulebook.currency,
        day=state.day,
        version=state.version,
        coup=state.coup,
        closes_at=running.closes_at if running and is_open else None,
        closed=rulebook.phases.announcements["rien_ne_va_plus"] if running and runs else "",
        result="" if runs or state.number is None else announce_result(rulebook, state.number),
        wheel=seat_wheel(state, rulebook),
        taken=seat.taken,
        may_bet=seat.taken and is_open and not confirmed,
        confirmed=confirmed,
        may_repeat=seat.taken and is_open and not confirmed and seat.since <= seat.staked < state.coup,
        balance=figures.money(seat.balance, rulebook.currency),
        placed=figures.money(
            sum(bet.amount for bet in seat.bets) if confirmed else total(draft), rulebook.currency
        ),
        unclaimed=figures.money(seat.unclaimed, rulebook.currency) if seat.unclaimed else "",
        minimum=figures.plain(limits.minimum, rulebook.currency),
        maximums=limit_rows(limits, rulebook, figures),
        values=hand(state, rulebook, ()).chips,
        chips=tuple(chips((*state.bets, *drafted), rulebook, state.wheel, None)),
        last=tuple(drawn(fallen, rulebook) for fallen in state.numbers[:12]),
        refusal=refusal,
    )


def preview_of(page: SeatPresenter) -> SeatPresenter:
    """Return the same screen as a preview: nothing on it can be pressed."""
    return replace(page, may_bet=False, may_repeat=False)
