"""Announced bets: each is confirmed by repeating it aloud, every time.

There is no standing order (it-venezia/announcements, it-campione/17 and 18).
"""

from collections.abc import Iterable

from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


class NotRepeated(Refused):
    """A bet that counts only once it was repeated aloud."""

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(self.parameters["missing"])


def check_repeated(code: str, wheel: str, repeated: Iterable[str], rulebook: Rulebook) -> None:
    """Raises NotRepeated for an announced bet that not all have repeated who must."""
    rule = rulebook.repetition
    if rule is not None and isinstance(parse_bet(code, rulebook, wheel=wheel), AnnouncedBet):
        check_all_repeated(code, rule.repeated_by, repeated, rule.clause)


def check_all_repeated(code: str, by: Iterable[str], repeated: Iterable[str], clause: str) -> None:
    """Raises NotRepeated, citing `clause`, unless all of `by` have repeated the bet aloud."""
    have = set(repeated)
    missing = tuple(each for each in by if each not in have)
    if missing:
        raise NotRepeated("bet-not-repeated", clause, bet=code, missing=missing)
