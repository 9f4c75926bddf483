"""Winning stakes that stay: after the number they lie on, as bets of the next coup, until withdrawn or moved.

It follows it-venezia/general-5. Under a rulebook that says nothing of it a winning stake leaves the cloth with the
number, as its owner's.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.play.bound_stakes import bound_after
from tables.play.dated import Dated, Decision
from tables.play.references import reference
from tables.play.state import BetOnCloth, State
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.bets import parse_bet
from tables.roulette.prison import release
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

Chips = tuple[tuple[str, int], ...]
"""Combinations by their codes, each with the amount that lies there."""


def chips_that_stay(bet: BetOnCloth, number: int, rulebook: Rulebook, wheel: str) -> Chips:
    """What of a bet lies on after `number`: its winning chips, or the stake that the number sets free from prison.

    Nothing of a bet that was found over the maximum: it is settled, and goes back. Nothing where no rule says so.
    """
    if rulebook.payment.winning_stakes_stay is None or bet.excess:
        return ()
    parsed = parse_bet(bet.bet, rulebook, wheel=wheel)
    if isinstance(parsed, AnnouncedBet):
        chips = expand(parsed, bet.amount)
        return tuple((chip.code, amount) for chip, amount in chips if number in chip.numbers)
    if number not in parsed.numbers:
        return ()
    prison = rulebook.zero.prison
    if bet.level and prison is not None and release(prison, bet.level, won=True).outcome != "freed":
        return ()
    return ((bet.bet, bet.amount),)


def lie_on(bets: Iterable[BetOnCloth], number: int, rulebook: Rulebook, wheel: str) -> tuple[BetOnCloth, ...]:
    """The plain bets that lie on after `number` where they lay, under their own references.

    The winning chips of an announced bet are laid by events of their own: they are stakes on their combinations now.
    """
    return tuple(
        replace(bet, level=0, stays_of=bet.ref, replay_of=None, on_advance=None, late=False)
        for bet in bets
        if not _is_announced(bet, rulebook, wheel) and chips_that_stay(bet, number, rulebook, wheel)
    )


def announced_chips_laid(
    state: State, coup: int, number: int, rulebook: Rulebook, at: datetime
) -> Iterator[Dated]:
    """The winning chips of announced bets, laid for the coup after `coup`; `state` is that before its number."""
    announced = (bet for bet in state.bets if _is_announced(bet, rulebook, state.wheel))
    stays = [(bet, chips_that_stay(bet, number, rulebook, state.wheel)) for bet in announced]
    yield from _laid(state, stays, coup + 1, at)


def stays_put_right(
    state: State,
    settled: Iterable[BetOnCloth],
    number: int,
    rulebook: Rulebook,
    at: datetime,
    *,
    given_back: Collection[str] = (),
) -> Decision:
    """What lies on of the last coup once another `number` stands for it, or its bets lay as `settled`: what has not won
    so is withdrawn, and what has is laid.

    What its owner took up meanwhile stays with him, except where it was `given_back`: the bets (by reference) whose
    replay or unclaimed win is undone. Once the next bets are closed what lies, lies, and is put right by hand.
    """
    if rulebook.payment.winning_stakes_stay is None or state.phase == "bets_closed" or state.number is None:
        return
    settled = tuple(settled)
    bound = {bet.ref for bet in bound_after(rulebook, settled, number)}
    laid = []
    for before, after in zip(state.settled_bets, settled, strict=True):
        lying = stays_of(state, [before.ref])
        was = chips_that_stay(before, state.number, rulebook, state.wheel)
        now = chips_that_stay(after, number, rulebook, state.wheel)
        if before.ref in bound or (lying and was == now):
            continue
        yield from withdrawn(state, lying, at)
        if lying or not was or before.ref in given_back:
            laid.append((after, now))
    yield from _laid(state, laid, state.coup_of_new_bets, at)


def stays_of(state: State, refs: Collection[str]) -> tuple[BetOnCloth, ...]:
    """What lies on of these bets of the last number."""
    return tuple(bet for bet in state.bets if bet.stays_of in refs)


def withdrawn(state: State, bets: Iterable[BetOnCloth], at: datetime) -> Iterator[Dated]:
    """Takes these off the cloth."""
    for bet in bets:
        yield Dated(e.BetWithdrawn(coup=state.coup_of_new_bets, ref=bet.ref), at)


def is_being_paid(state: State, bet: BetOnCloth) -> bool:
    """Whether it lies on from a coup whose payments are not confirmed yet: it is not touched before."""
    last = state.last_coup
    return bet.stays_of is not None and last is not None and last.coup in state.payments_open


def check_paid(state: State, bets: Iterable[BetOnCloth], rulebook: Rulebook) -> None:
    """Raises Refused while one of these bets lies on from a coup that is being paid (it-venezia/general-5)."""
    rule = rulebook.payment.winning_stakes_stay
    for bet in bets:
        if is_being_paid(state, bet) and rule is not None and state.last_coup is not None:
            raise Refused(
                f"coup {state.last_coup.coup} is being paid: bet {bet.ref} has won, "
                "and a stake is taken back when all payments are done",
                rule.clause,
            )


def _laid(
    state: State, stays: Iterable[tuple[BetOnCloth, Chips]], coup: int, at: datetime
) -> Iterator[Dated]:
    """The chips that stay, each laid as a bet of its own."""
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
        yield Dated(laid, at)


def _is_announced(bet: BetOnCloth, rulebook: Rulebook, wheel: str) -> bool:
    return isinstance(parse_bet(bet.bet, rulebook, wheel=wheel), AnnouncedBet)
