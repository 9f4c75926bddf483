"""Questions about live tables from other packages."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.laying import lay
from tables.play.direction.questions import check_not_suspended
from tables.play.evolve import evolve_all
from tables.play.limits.questions import check_held, group_of
from tables.play.live.rounds import check_in_time, disputed
from tables.play.live.state import Seat
from tables.play.pending import Decision, PendingEvent
from tables.play.state import RUNNING, State
from tables.refusal import LimitRefused, Refused
from tables.roulette.rulebook import Rulebook, SeatsRule
from tables.roulette.stake import Stake


class Confirmation(msgspec.Struct, frozen=True, kw_only=True):
    """A confirmation as it was taken in, `at` by the server's clock, in the round `coup`."""

    coup: int
    seat: str
    bets: tuple[e.SeatBet, ...]
    at: datetime


class Judged(msgspec.Struct, frozen=True):
    """The result of one confirmation: its events, or the reason why there are none. Both are empty for a repeated
    one.
    """

    confirmation: Confirmation
    events: tuple[PendingEvent, ...] = ()
    refusal: Refused | None = None


def seats_rule(rulebook: Rulebook) -> SeatsRule:
    """Return the rule on seats. Raises Refused if players do not bet from seats."""
    if rulebook.seats is None:
        raise Refused("table-without-seats")
    return rulebook.seats


def taken_seat(state: State, seat: str, clause: str) -> Seat:
    """Return a seat with a player in it. Raises Refused."""
    found = state.live.seats.get(seat)
    if found is None or not found.taken:
        raise Refused("seat-without-balance", clause, seat=seat)
    return found


def judge_all(state: State, waiting: Iterable[Confirmation], rulebook: Rulebook) -> Iterator[Judged]:
    """Yield the result of each confirmation, in the order of their arrival; a refused one harms no other."""
    lying: dict[str, list[Stake]] = {}
    for bet in state.bets:
        lying.setdefault(bet.owner, []).append(bet)
    numbered = state.bets_numbered
    for confirmation in waiting:
        # Limits ask only about the player and the player's group: the rest of a full cloth is left aside.
        group = group_of(state, confirmation.seat)
        near = replace(
            state,
            bets=tuple(bet for player in group for bet in lying.get(player, ())),
            bets_numbered=numbered,
        )
        try:
            events = tuple(confirmed_bets(near, confirmation, rulebook))
        except Refused as refusal:
            yield Judged(confirmation, refusal=refusal)
            continue
        after = evolve_all(near, events, rulebook)
        lying[confirmation.seat] = [bet for bet in after.bets if bet.owner == confirmation.seat]
        numbered = after.bets_numbered
        state = replace(state, live=after.live)
        yield Judged(confirmation, events)


def confirmed_bets(state: State, confirmation: Confirmation, rulebook: Rulebook) -> Decision:
    clause = seats_rule(rulebook).confirm_clause
    check_not_suspended(state, c.ConfirmBets(seat=confirmation.seat, bets=confirmation.bets), rulebook)
    seat = taken_seat(state, confirmation.seat, seats_rule(rulebook).participation_clause)
    if seat.confirmed == confirmation.coup and seat.bets == confirmation.bets:
        return
    if confirmation.coup != state.coup or state.phase not in RUNNING:
        raise Refused("round-over", clause, coup=confirmation.coup)
    if seat.confirmed == confirmation.coup:
        raise Refused("seat-confirmed", clause, seat=confirmation.seat, coup=confirmation.coup)
    check_in_time(state, rulebook, confirmation.at)
    laid = tuple(laid_whole(state, confirmation.seat, confirmation.bets, rulebook, confirmation.at))
    yield from staked(state, confirmation.seat, laid, rulebook, confirmation.at)


def check_not_confirmed(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Raise Refused for a bet of a seat whose player has confirmed the bets of this round, or for that seat by another
    player (it-live/confirm).
    """
    if rulebook.seats is None:
        return
    for player in dict.fromkeys((laid.player, laid.as_laid.owner)):
        seat = state.live.seats.get(player)
        if seat is not None and seat.confirmed == laid.coup:
            raise Refused("seat-confirmed", rulebook.seats.confirm_clause, seat=player, coup=laid.coup)


def staked(
    state: State,
    seat: str,
    laid: Sequence[e.BetPlaced],
    rulebook: Rulebook,
    at: datetime,
    *,
    confirmed: bool = True,
) -> Decision:
    """Take a seat's bets off its balance and put them on the cloth. Raises Refused if the balance does not hold them
    all.
    """
    check_balance(state, seat, sum(bet.amount for bet in laid), rulebook)
    yield PendingEvent(
        e.SeatStaked(
            coup=state.coup,
            seat=seat,
            amount=sum(bet.amount for bet in laid),
            bets=tuple(e.SeatBet(bet=bet.bet, amount=bet.amount) for bet in laid),
            confirmed=confirmed,
        ),
        at,
    )
    for bet in laid:
        yield PendingEvent(bet, at)


def laid_whole(
    state: State, seat: str, bets: Sequence[e.SeatBet], rulebook: Rulebook, at: datetime
) -> Iterator[e.BetPlaced]:
    """Yield the bets placed one upon the other. Raises Refused at the first one that is not allowed."""
    clause = seats_rule(rulebook).confirm_clause
    if not bets:
        raise Refused("no-bet-to-confirm", clause)
    for bet in bets:
        laid = lay(state, c.PlaceBet(player=seat, bet=bet.bet, amount=bet.amount), rulebook)
        check_held(state, laid.as_laid, rulebook)
        state = evolve_all(state, (PendingEvent(laid, at),), rulebook)
        yield laid


def check_balance(state: State, seat: str, stake: int, rulebook: Rulebook) -> None:
    """Raise LimitRefused if the seat's balance, without disputed money, is less than `stake`."""
    clause = seats_rule(rulebook).participation_clause
    held = disputed(state, seat, rulebook)
    free = taken_seat(state, seat, clause).balance - held
    if stake > free:
        raise LimitRefused(
            "over-balance-partly-disputed" if held else "over-balance",
            clause,
            seat=seat,
            limit=Money(free, rulebook.currency),
            value=Money(stake, rulebook.currency),
            disputed=Money(held, rulebook.currency),
        )
