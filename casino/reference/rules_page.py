"""A rulebook's page: its sections in the order in which they are shown and printed."""

import msgspec

from casino.reference.bet_table import BetTable, bet_table
from casino.reference.finals import FinalsTable, finals_tables
from casino.reference.neighbours import NeighboursTable, neighbours_tables
from casino.reference.payments import PaymentsShown, payments_shown
from casino.reference.readings import ReadingShown, readings_shown
from casino.reference.replays import Replays, replays
from casino.reference.returns import StatedReturn, stated_return
from casino.reference.series import AnnouncedSeries, announced_series
from casino.reference.shelf import language_in_words
from casino.reference.words import Words
from tables.roulette.rulebook import Rulebook


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """All that one version of a rulebook says to the people at a table."""

    rulebook: Rulebook
    language: str
    bets: BetTable
    stated: StatedReturn | None
    series: AnnouncedSeries
    replays: Replays
    finals: tuple[FinalsTable, ...]
    neighbours: tuple[NeighboursTable, ...]
    payments: PaymentsShown
    readings: tuple[ReadingShown, ...]


def rules_page(rulebook: Rulebook, words: Words, *, typed: str | None) -> RulesPage:
    """The page of `rulebook` in the language of `words`; `typed` is a chip value for the payment table."""
    return RulesPage(
        rulebook=rulebook,
        language=language_in_words(rulebook.language, words),
        bets=bet_table(rulebook, words),
        stated=stated_return(rulebook, words),
        series=announced_series(rulebook, words),
        replays=replays(rulebook, words),
        finals=finals_tables(rulebook, words),
        neighbours=neighbours_tables(rulebook, words),
        payments=payments_shown(rulebook, typed, words),
        readings=readings_shown(rulebook, words),
    )
