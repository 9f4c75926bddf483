"""What of a sheet may be played again: each way that the rulebook opens, with what would refuse it at the table now."""

from functools import cached_property

import msgspec
from msgspec.structs import asdict

from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import LyingStake, rules_of
from settlement.table_day import TableDay
from tables.play.replaying import check_laid, laid_again, without_what_stays
from tables.play.state import BetOnCloth, State
from tables.roulette.bets import AnnouncedBet, Bet
from tables.roulette.limits import Limits
from tables.roulette.refusal import LimitRefused
from tables.roulette.replay import Replay, open_replays
from tables.roulette.rulebook import Rulebook


class ReplayOffers:
    """The ways that are open on one sheet until its coup is paid, the next one settled or its number disputed.

    What a replay would lay is held against the limits, companies and stakes of the table as they are now, by what
    decides over a replay there: a way that passes here is not refused for a limit when it is asked for.
    """

    def __init__(self, row: PayoutSheet, day: GamingDay) -> None:
        self.row = row
        self.day = day
        self.rulebook: Rulebook = rules_of(day)
        self.table_day = TableDay(row.casino_id, f"table/{row.table}/{row.day}")

    def of(
        self, stake: LyingStake, bet: Bet | AnnouncedBet
    ) -> tuple[tuple[Replay, LimitRefused | None], ...]:
        """Each way open to a stake of the sheet, and the limit that refuses it, if one does.

        None to what was found over the maximum: it is settled, and not played again. Follows it-venezia/replay.
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
        return to_be_paid and not self.table_day.was_played_on(self.row)

    @cached_property
    def _table(self) -> State:
        """The table as far as limits depend on it."""
        day = self.day
        return State(
            wheel=day.wheel,
            limits=msgspec.convert(day.limits, Limits),
            companies=tuple(tuple(members) for members in day.companies),
            bets=tuple(_on_cloth(stake) for stake in self.table_day.lying()),
        )

    def _refused(self, stake: LyingStake, way: Replay) -> LimitRefused | None:
        laid = laid_again(self._table, _on_cloth(stake), way)
        try:
            check_laid(without_what_stays(self._table, stake.ref), laid, self.rulebook)
        except LimitRefused as refusal:
            return refusal
        return None


def _on_cloth(stake: LyingStake) -> BetOnCloth:
    """The stake as the table has it; its place in the record is of no account there."""
    said = asdict(stake)
    del said["place"]
    return BetOnCloth(**said)
