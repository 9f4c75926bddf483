"""Winning stakes that stay: after the number they are bets of the next coup, until withdrawn or moved.

The rules are it-venezia/general-5, pt-francesa/18 and pt-americana/27. Under a rulebook without such a rule a
winning stake leaves the cloth with the number and goes to its owner.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.play.payment.settled import settled_on
from tables.play.pending import Decision, PendingEvent
from tables.play.references import reference
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

Chips = tuple[tuple[str, int], ...]
"""Combinations by their codes, each with its amount."""


def chips_that_stay(bet: Stake, line: Line, rulebook: Rulebook) -> Chips:
    """Return the part of a bet that stays after the number of its `line`: its winning chips, or the stake that is
    freed from prison.

    Of a bet over the maximum the excess goes back; the whole bet by a rulebook that pays such a stake as it was
    laid. Nothing stays without a rule.
    """
    if rulebook.payment.lies_on is None or line.outcome not in ("won", "freed"):
        return ()
    if bet.excess and rulebook.limits.over_after_change == "as-laid":
        return ()
    parts = ((part.bet, part.returned - part.excess) for part in line.chips or (line,))
    return tuple((code, amount) for code, amount in parts if amount)


def lie_on(state: State, number: int, rulebook: Rulebook) -> tuple[Stake, ...]:
    """Return the plain bets that stay after `number` in their places, under their own references; `state` has them
    settled.

    The winning chips of an announced bet get events of their own: they are stakes on their combinations now.
    """
    if rulebook.payment.lies_on is None:
        return ()
    return tuple(
        replace(bet, amount=amount, level=0, stays_of=bet.ref, replay_of=None, on_advance=None, late=False)
        for bet, line in zip(state.settled_bets, settled_on(state, number, rulebook).lines, strict=True)
        if not line.chips
        for _, amount in chips_that_stay(bet, line, rulebook)
    )


def announced_chips_laid(
    state: State, coup: int, number: int, rulebook: Rulebook, at: datetime
) -> Iterator[PendingEvent]:
    """Yield the winning chips of announced bets, laid for the coup after `coup`; `state` is that before its number."""
    if rulebook.payment.lies_on is None:
        return
    fallen = settle_coup(
        rulebook, state.bets, number, limits=state.limits, groups=state.groups, wheel=state.wheel
    )
    lines = zip(state.bets, fallen.lines, strict=True)
    stays = [(bet, chips_that_stay(bet, line, rulebook)) for bet, line in lines if line.chips]
    yield from _laid(state, stays, coup + 1, at)


def stays_put_right(
    state: State,
    settled: Iterable[Stake],
    number: int,
    rulebook: Rulebook,
    at: datetime,
    *,
    given_back: Collection[str] = (),
) -> Decision:
    """Correct the stakes that stay from the last coup, after a change of its valid `number` or of its bets (`settled`).

    A stake that has not won is withdrawn, and a new winning one is placed. A stake that its owner took up meanwhile
    stays with the owner, unless it is in `given_back`. `given_back` has the references of bets whose replay or
    unclaimed win is undone. Once the next bets are closed, the function changes nothing: staff correct the stakes by
    hand.
    """
    if rulebook.payment.lies_on is None or state.phase == "bets_closed" or state.number is None:
        return
    settled = tuple(settled)
    lay, lie = settled_on(state, state.number, rulebook), settled_on(state, number, rulebook, settled)
    bound = {stake.ref for stake in lie.kept}
    laid = []
    for before, line, after, right in zip(state.settled_bets, lay.lines, settled, lie.lines, strict=True):
        lying = stays_of(state, [before.ref])
        was, now = chips_that_stay(before, line, rulebook), chips_that_stay(after, right, rulebook)
        if before.ref in bound or (lying and was == now):
            continue
        yield from withdrawn(state, lying, at)
        if lying or not was or before.ref in given_back:
            laid.append((after, now))
    yield from _laid(state, laid, state.coup_of_new_bets, at)


def stays_of(state: State, refs: Collection[str]) -> tuple[Stake, ...]:
    """Return the stakes that stay from these bets of the last number."""
    return tuple(bet for bet in state.bets if bet.stays_of in refs)


def withdrawn(state: State, bets: Iterable[Stake], at: datetime) -> Iterator[PendingEvent]:
    """Take these stakes off the cloth."""
    for bet in bets:
        yield PendingEvent(e.BetWithdrawn(coup=state.coup_of_new_bets, ref=bet.ref), at)


def is_being_paid(state: State, bet: Stake) -> bool:
    """Return True if the bet stays from a coup whose payments are not confirmed yet: nobody touches it before."""
    last = state.last_coup
    return bet.stays_of is not None and last is not None and last.coup in state.payments_open


def check_paid(state: State, bets: Iterable[Stake], rulebook: Rulebook) -> None:
    """Raise Refused while one of these bets stays from a coup that is being paid (it-venezia/general-5)."""
    rule = rulebook.payment.lies_on
    for bet in bets:
        if is_being_paid(state, bet) and rule is not None and state.last_coup is not None:
            raise Refused("winning-stake-being-paid", rule.clause, coup=state.last_coup.coup, ref=bet.ref)


def _laid(
    state: State, stays: Iterable[tuple[Stake, Chips]], coup: int, at: datetime
) -> Iterator[PendingEvent]:
    """Yield the chips that stay, each laid as a bet of its own."""
    chips = [(bet, code, amount) for bet, stay in stays for code, amount in stay]
    for place, (bet, code, amount) in enumerate(chips, start=1):
        laid = e.BetPlaced(
            coup=coup,
            ref=reference(state.bets_numbered + place),
            player=bet.player,
            bet=code,
            amount=amount,
            distance=bet.distance,
            layout=bet.layout,
            chip=bet.chip,
            colour=bet.colour,
            face_value=bet.face_value,
            on_behalf_of=bet.on_behalf_of,
            stays_of=bet.ref,
        )
        yield PendingEvent(laid, at)
