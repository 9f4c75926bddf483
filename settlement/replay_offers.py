"""Replays that a sheet offers: each one that the rulebook permits, with its refusal at the table now."""

from functools import cached_property

from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import rules_of
from tables.handling.projections.table_snapshots import day_state
from tables.play.betting.questions import check_laid, laid_again, without_what_stays
from tables.play.state import State
from tables.refusal import LimitRefused
from tables.roulette.bets import AnnouncedBet, Bet
from tables.roulette.replay import Replay, open_replays
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


class ReplayOffers:
    """The replays open on one sheet until its coup is paid, the next one settled or its number disputed.

    The stakes of a replay are checked by the table's limits, groups and stakes now, with the table's own decision: a
    replay that passes here is not refused for a limit when it is requested.
    """

    def __init__(self, row: PayoutSheet, day: GamingDay) -> None:
        self.row = row
        self.rulebook: Rulebook = rules_of(day)

    def of(self, stake: Stake, bet: Bet | AnnouncedBet) -> tuple[tuple[Replay, LimitRefused | None], ...]:
        """Return each replay open to a stake of the sheet, and the limit that refuses it, if one does.

        A stake found over the maximum has none: it is settled, and not played again. Follows it-venezia/replay.
        """
        if not isinstance(bet, AnnouncedBet) or stake.excess:
            return ()
        ways = open_replays(self.rulebook, bet, stake.amount, self.row.number)
        if not ways or not self._is_open:
            return ()
        return tuple((way, self._refused(stake, way)) for way in ways)

    @cached_property
    def _is_open(self) -> bool:
        to_be_paid = self.row.status == PayoutSheet.Status.OPEN and not self.row.withheld
        last = self._table.last_coup if to_be_paid else None
        return last is not None and last.coup == self.row.coup

    @cached_property
    def _table(self) -> State:
        return day_state(self.row.casino_id, self.row.table, self.row.day)

    def _refused(self, stake: Stake, way: Replay) -> LimitRefused | None:
        laid = laid_again(self._table, stake, way)
        try:
            check_laid(without_what_stays(self._table, stake.ref), laid, self.rulebook)
        except LimitRefused as refusal:
            return refusal
        return None
