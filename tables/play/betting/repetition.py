"""Announced bets, and bets that a player calls out: each is confirmed by repeating it aloud, every time.

There is no standing order (it-venezia/announcements, it-campione/17 and 18).
"""

from collections.abc import Iterable

from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import Rulebook


class NotRepeated(Refused):
    """A bet that counts only once it was repeated aloud."""

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(self.parameters["missing"])


def repeaters_of(bet: Bet | AnnouncedBet, rulebook: Rulebook, *, called: bool) -> tuple[str, ...]:
    """Return the people who must repeat this bet aloud before it counts: an announced bet, or one on the cloth that its
    player `called` out, where the rulebook has that repeated too (it-venezia/announcements).
    """
    rule = rulebook.repetition
    if rule is None or not (isinstance(bet, AnnouncedBet) or (called and rule.called)):
        return ()
    return rule.repeated_by


def check_repeated(
    code: str, wheel: str | None, repeated: Iterable[str], rulebook: Rulebook, *, called: bool = False
) -> None:
    """Raise NotRepeated unless all have repeated the bet aloud who must."""
    rule = rulebook.repetition
    if rule is not None:
        bet = parse_bet(code, rulebook, wheel=wheel)
        check_all_repeated(code, repeaters_of(bet, rulebook, called=called), repeated, rule.clause)


def check_all_repeated(code: str, by: Iterable[str], repeated: Iterable[str], clause: str) -> None:
    """Raise NotRepeated, citing `clause`, unless all of `by` have repeated the bet aloud."""
    have = set(repeated)
    missing = tuple(each for each in by if each not in have)
    if missing:
        raise NotRepeated("bet-not-repeated", clause, bet=code, missing=missing)
