"""A rulebook's page: its sections in the order of the page."""

import msgspec

from casino.kit.clauses import cited
from casino.rules.presenters.bets import BetTable, bet_table
from casino.rules.presenters.equipment import EquipmentRules, equipment_rules
from casino.rules.presenters.finals import FinalsTable, finals_tables
from casino.rules.presenters.language import PageLanguage, Reading, readings
from casino.rules.presenters.neighbours import NeighboursTable, neighbours_tables
from casino.rules.presenters.payments import Payments, payments
from casino.rules.presenters.replays import Replays, replays
from casino.rules.presenters.returns import StatedReturn, stated_return
from casino.rules.presenters.series import AnnouncedSeries, announced_series
from casino.rules.presenters.shelf import language_in_words
from tables.roulette.rulebook import Rulebook


class RulebookContents(msgspec.Struct, frozen=True, kw_only=True):
    rulebook: Rulebook
    language: str
    in_force_clause: str
    """Clause of the source with the date since when it holds; empty without one."""
    bets: BetTable
    stated: StatedReturn | None
    series: AnnouncedSeries
    replays: Replays
    finals: tuple[FinalsTable, ...]
    neighbours: tuple[NeighboursTable, ...]
    payments: Payments
    equipment: tuple[EquipmentRules, ...]
    readings: tuple[Reading, ...]


def rulebook_contents(rulebook: Rulebook, language: PageLanguage, *, typed: str | None) -> RulebookContents:
    """The page of `rulebook` in this language, which is active; `typed` is a chip value for the payment table."""
    return RulebookContents(
        rulebook=rulebook,
        language=language_in_words(rulebook.language),
        in_force_clause=cited(rulebook, rulebook.in_force.clause) if rulebook.in_force else "",
        bets=bet_table(rulebook, language),
        stated=stated_return(rulebook, language),
        series=announced_series(rulebook, language),
        replays=replays(rulebook, language),
        finals=finals_tables(rulebook, language),
        neighbours=neighbours_tables(rulebook, language),
        payments=payments(rulebook, typed, language),
        equipment=equipment_rules(rulebook, language),
        readings=readings(rulebook, language),
    )
