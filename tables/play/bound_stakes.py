"""Which stakes a number leaves on the cloth bound in prison. What they are worth is settlement's business."""

from collections.abc import Iterable

from msgspec.structs import replace

from tables.play.state import BetOnCloth
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.prison import release
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook


def bound_after(rulebook: Rulebook, bets: Iterable[BetOnCloth], number: int) -> tuple[BetOnCloth, ...]:
    """The stakes that lie in prison after `number`, each with its new level.

    Follows the rulebook's treatment of zero: only where that is prison is anything bound (it-campione/3,
    it-venezia/prison).
    """
    rule = rulebook.zero.prison
    if rule is None:
        return ()
    kept = []
    for bet in bets:
        position = parse_bet(bet.bet, rulebook)
        if not isinstance(position, Bet) or position.kind not in EVEN_CHANCES:
            continue
        if bet.level == 0 and number != 0:
            continue
        won = None if number == 0 else number in position.numbers
        verdict = release(rule, bet.level, won)
        if verdict.level > 0 and verdict.outcome in ("imprisoned", "still-imprisoned"):
            kept.append(replace(bet, level=verdict.level, stays_of=None))
    return tuple(kept)
