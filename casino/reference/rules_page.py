"""A rulebook's page: its sections in the order in which they are shown and printed."""

import msgspec

from casino.reference.bet_table import BetTable, bet_table
from casino.reference.finals import FinalsTable, finals_tables
from casino.reference.neighbours import NeighboursTable, neighbours_tables
from casino.reference.page_language import PageLanguage
from casino.reference.payments import PaymentsShown, payments_shown
from casino.reference.readings import ReadingShown, readings_shown
from casino.reference.replays import Replays, replays
from casino.reference.returns import StatedReturn, stated_return
from casino.reference.series import AnnouncedSeries, announced_series
from casino.reference.shelf import language_in_words
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


def rules_page(rulebook: Rulebook, language: PageLanguage, *, typed: str | None) -> RulesPage:
    """The page of `rulebook` in this language, which is active; `typed` is a chip value for the payment table."""
    return RulesPage(
        rulebook=rulebook,
        language=language_in_words(rulebook.language),
        bets=bet_table(rulebook, language),
        stated=stated_return(rulebook, language),
        series=announced_series(rulebook, language),
        replays=replays(rulebook, language),
        finals=finals_tables(rulebook, language),
        neighbours=neighbours_tables(rulebook, language),
        payments=payments_shown(rulebook, typed, language),
        readings=readings_shown(rulebook, language),
    )
