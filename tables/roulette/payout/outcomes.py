"""The outcome of every bet at every number: read from the rulebook once, then only looked up.

A coup of a full table has thousands of lines; deciding each by sets and rules again would cost far more than the
line.
"""

from typing import NamedTuple
from weakref import WeakKeyDictionary

from tables.roulette.bets import Bet
from tables.roulette.payout.lines import Outcome
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.roulette.wheel import ZEROS

# The combinations that the clauses on zero name beside the even chances: on a loss at zero that clause is cited.
DOZENS_AND_COLUMNS = ("douzaine", "colonne", "deux-douzaines", "deux-colonnes")
AT_ZERO: dict[str, Outcome] = {"lose": "lost", "half": "halved", "prison": "imprisoned"}


class OutcomeEntry(NamedTuple):
    """The outcome of a free bet at one number; a prize is stake x numerator / denominator."""

    outcome: Outcome
    numerator: int
    denominator: int
    clause: str


Outcomes = tuple[OutcomeEntry, ...]
"""The outcomes of a bet, by number."""


class OutcomeTable(dict[str, Outcomes]):
    """The outcomes of a rulebook's bets by canonical code, each worked out when it is first needed."""

    def outcomes(self, rulebook: Rulebook, bet: Bet) -> Outcomes:
        known = self.get(bet.code)
        if known is None:
            known = self[bet.code] = tuple(_entry(rulebook, bet, number) for number in rulebook.numbers)
        return known


_tables: WeakKeyDictionary[Rulebook, OutcomeTable] = WeakKeyDictionary()


def outcome_table(rulebook: Rulebook) -> OutcomeTable:
    """Return the table of this very rulebook (rulebooks are compared by identity)."""
    table = _tables.get(rulebook)
    if table is None:
        table = _tables[rulebook] = OutcomeTable()
    return table


def _entry(rulebook: Rulebook, bet: Bet, number: int) -> OutcomeEntry:
    rule = rulebook.bets[bet.kind]
    if number in bet.numbers:
        return OutcomeEntry("won", rule.odds.numerator, rule.odds.denominator, rule.clause)
    if number in ZEROS and bet.kind in EVEN_CHANCES:
        zero = rulebook.zero
        clause = zero.prison.clause if zero.even == "prison" and zero.prison else zero.clause
        return OutcomeEntry(AT_ZERO[zero.even], 0, 1, clause)
    if number in ZEROS and bet.kind in DOZENS_AND_COLUMNS:
        return OutcomeEntry("lost", 0, 1, rulebook.zero.clause)
    return OutcomeEntry("lost", 0, 1, rule.clause)
