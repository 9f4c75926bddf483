"""The tips of a simulated table: counted by two at the end of each shift, the last time before the table closes."""

from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from types import MappingProxyType

from tables.play import commands as c
from tables.simulation.day_under_way import CHIEF, PIT_BOSS, DayUnderWay, signature

SIGNED = (signature(PIT_BOSS, "pit_boss"), signature(CHIEF, "chef_de_table"))
NO_SHIFTS: Mapping[str, datetime] = MappingProxyType({})
ONE_SHIFT = "night"
"""Shift of a casino without registered shifts."""


class TipBox:
    """The shifts that are still to come, by when each begins."""

    def __init__(self, shifts: Mapping[str, datetime]) -> None:
        names = list(shifts) or [ONE_SHIFT]
        self._now = names[0]
        self._next = [(name, shifts[name]) for _, name in pairwise(names)]

    def shift_may_be_over(self, day: DayUnderWay) -> None:
        """Count the tips of the shift that is over, once there is time for it between two coups.

        A shift that was over before the table opened has had no tips here, and is not counted.
        """
        while self._next and self._next[0][1] <= day.now:
            name, begins = self._next.pop(0)
            opened_at = day.state.opened_at
            if opened_at is not None and opened_at < begins:
                self.count(day)
            self._now = name

    def count(self, day: DayUnderWay) -> None:
        """Count the tips since the last count; if players pay by the seats' balances, nobody gives a chip.

        Tips that were counted for the shift are not counted again.
        """
        if day.rulebook.seats is not None or day.state.cash.tips_of(self._now) is not None:
            return
        found = day.purses.tips - day.state.cash.tips_counted
        day.must(c.CountTips(shift=self._now, total=found, signatures=SIGNED), PIT_BOSS)
