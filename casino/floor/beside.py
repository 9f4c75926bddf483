"""Announced bets that lie beside the cloth: they are paid for before the number and placed after it.

The number places the chips of the combination that it won and annuls the rest (it-venezia/pagati-a-piazzare).
"""

from collections.abc import Iterable

import msgspec

from casino.kit.cloth.chips import is_paid_to_place
from casino.kit.money import on_a_chip
from casino.kit.seats import seat_of
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


class LaidBeside(msgspec.Struct, frozen=True, kw_only=True):
    """A bet beside the cloth. `became` says after the number where its chips were placed, or that it is annulled."""

    ref: str
    label: str
    amount: str
    colour: str
    who: str
    layout: int
    became: str = ""
    placed: bool = False


def laid_beside(
    bets: Iterable[Stake], rulebook: Rulebook, wheel: str, won_by: int | None
) -> tuple[LaidBeside, ...]:
    """What lies beside the cloth, in the order of placing. `won_by` is the number, None while the coup runs."""
    return tuple(
        _laid(bet, rulebook, wheel, won_by) for bet in bets if is_paid_to_place(bet, rulebook, wheel)
    )


def _laid(bet: Stake, rulebook: Rulebook, wheel: str, won_by: int | None) -> LaidBeside:
    parsed, seat = parse_bet(bet.bet, rulebook, wheel=wheel), seat_of(bet.player)
    assert isinstance(parsed, AnnouncedBet)
    won = [chip for chip, _ in expand(parsed, bet.amount) if won_by in chip.numbers]
    became = ", ".join(describe_bet(rulebook, chip) for chip in won) or "annulled"
    return LaidBeside(
        ref=bet.ref,
        label=describe_bet(rulebook, parsed),
        amount=on_a_chip(bet.amount),
        colour=seat.colour,
        who=seat.label,
        layout=bet.layout,
        became="" if won_by is None else became,
        placed=bool(won),
    )
