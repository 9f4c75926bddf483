"""Replay of a won announced bet out of its payment: the parts that stay, are re-staked and are paid out.

The rulebook has the ways to replay (it-venezia/replay, pt-americana/28); here they become money.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tables.money import Money
from tables.refusal import LineNote, Refused
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.names import fold
from tables.roulette.payout.lines import rounding_notes
from tables.roulette.rounding import part_of
from tables.roulette.rulebook import ReplayRule, Rulebook
from tables.roulette.wheel import as_data

AS_REPLAYED = {
    "rounded-up": LineNote(code="replay-prize-rounded-up"),
    "rounded-down": LineNote(code="replay-prize-rounded-down"),
}
"""Rounding of the prize that is played again."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """One way of playing a won announced bet again; money in minor units.

    `won` (the prize) + `stake` (of the winning chips) = `stays` + `restaked` + `paid_out`. The new bet is `bet` with
    `amount` in total; `beside` are the combinations, with their amounts, whose winning chips stay as stakes of their
    own. `notes` state the points that the rulebook leaves to a reading: a rest that makes no whole bet, a prize that
    was rounded.
    """

    kind: str
    clause: str
    bet: str
    amount: int
    won: int
    stake: int
    stays: int
    restaked: int
    paid_out: int
    beside: tuple[tuple[str, int], ...] = ()
    notes: tuple[LineNote, ...] = ()


class _Payment(NamedTuple):
    """Payment of a number to an announced bet: its winning chips by combination, and the prize."""

    winning: tuple[tuple[str, int], ...]
    won: int
    rounded: tuple[LineNote, ...]

    @property
    def stake(self) -> int:
        return sum(amount for _, amount in self.winning)


def open_replays(rulebook: Rulebook, bet: AnnouncedBet, amount: int, number: int) -> tuple[Replay, ...]:
    """Return every way in which `amount` on `bet` can be played again after `number`, in the order of the rulebook.

    None if it did not win, if no way is open to it, or if the payment does not suffice. The function ignores limits:
    they depend on the player's other bets on the cloth. Raises BetRefused if the amount does not divide.
    """
    payment = _payment(rulebook, bet, amount, number)
    ways = (_worked_out(rule, bet, amount, payment) for rule in _open_to(rulebook, bet))
    return tuple(way for way in ways if way is not None)


def replay_of(rulebook: Rulebook, kind: str, bet: AnnouncedBet, amount: int, number: int) -> Replay:
    """`amount` on `bet`, played again after `number` in the way `kind` (its key in the rulebook, or a name of it).

    Raises Refused with the replay's clause: there is no such way, it is not open to this bet, the bet did not win,
    or its payment does not suffice. Raises BetRefused if the amount does not divide.
    """
    rule = replay_rule(rulebook, kind)
    ways = _open_to(rulebook, bet)
    if rule not in ways:
        raise Refused(
            "replay-not-open" if ways else "no-replay-open",
            rule.clause,
            way=rule.kind,
            bet=bet.code,
            ways=tuple(way.kind for way in ways),
        )
    payment = _payment(rulebook, bet, amount, number)
    if not payment.winning:
        raise Refused("replay-of-lost-bet", rule.clause, bet=bet.code, number=as_data(number))
    replay = _worked_out(rule, bet, amount, payment)
    if replay is None:
        brought = payment.won + (payment.stake if rule.stake == "counts" else 0)
        raise Refused(
            "payment-too-small-to-replay",
            rule.clause,
            bet=bet.code,
            number=as_data(number),
            way=rule.kind,
            limit=Money(brought, bet.currency),
            value=Money(amount, bet.currency),
        )
    return replay


def why_none(rulebook: Rulebook, bet: AnnouncedBet, amount: int, number: int) -> Refused:
    """Return the refusal that explains an empty `open_replays`: the refusal of the first way to replay."""
    ways = _open_to(rulebook, bet) or tuple(rulebook.replays.values())
    try:
        replay_of(rulebook, ways[0].kind if ways else "", bet, amount, number)
    except Refused as refusal:
        return refusal
    raise ValueError(f"{bet.code} can be played again after {number}")


def replay_rule(rulebook: Rulebook, kind: str) -> ReplayRule:
    """Return the rulebook's way of replaying that is called `kind`: `a-completare`, `Per il tutto`.

    Raises Refused naming the ways that there are.
    """
    folded = fold(kind)
    for rule in rulebook.replays.values():
        names = (name for names in rule.names.values() for name in names)
        if folded in (rule.kind, *map(fold, names)):
            return rule
    if not rulebook.replays:
        raise Refused("no-rule-on-replays", rulebook.announced_clause, rulebook=rulebook.id)
    first = next(iter(rulebook.replays.values()))
    raise Refused("replay-unknown", first.clause, way=kind, ways=tuple(rulebook.replays))


def _open_to(rulebook: Rulebook, bet: AnnouncedBet) -> tuple[ReplayRule, ...]:
    return tuple(rule for rule in rulebook.replays.values() if not rule.bets or bet.kind in rule.bets)


def _payment(rulebook: Rulebook, bet: AnnouncedBet, amount: int, number: int) -> _Payment:
    winning = []
    won = 0
    notes: list[LineNote] = []
    for chip, value in expand(bet, amount):
        if number in chip.numbers:
            odds = rulebook.bets[chip.kind].odds
            prize = part_of(value, odds.numerator, odds.denominator, rulebook.rounding)
            won += prize
            notes += rounding_notes(prize, value, odds.numerator, odds.denominator)
            winning.append((chip.code, value))
    return _Payment(tuple(winning), won, tuple(notes))


def _worked_out(rule: ReplayRule, bet: AnnouncedBet, amount: int, payment: _Payment) -> Replay | None:
    """Return the replay in money; None if nothing won or the payment does not make one whole bet."""
    stake = payment.stake
    counted = stake if rule.stake == "counts" else 0
    times, rest = divmod(payment.won + counted, amount)
    if not payment.winning or times == 0:
        return None
    notes = [AS_REPLAYED[payment.rounded[0].code]] if payment.rounded else []
    if rule.pieces == "same":
        times = 1
    elif rest:
        notes.append(
            LineNote(
                code="replay-rest-paid-out",
                parameters={
                    "all": Money(payment.won + counted, bet.currency),
                    "times": times,
                    "unit": Money(amount, bet.currency),
                    "rest": Money(rest, bet.currency),
                },
            )
        )
    restaked = times * amount - counted
    return Replay(
        kind=rule.kind,
        clause=rule.clause,
        bet=bet.code,
        amount=times * amount,
        won=payment.won,
        stake=stake,
        stays=stake,
        restaked=restaked,
        paid_out=payment.won - restaked,
        beside=payment.winning if rule.stake == "beside" else (),
        notes=tuple(notes),
    )
