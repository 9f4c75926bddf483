"""All tables of the living demonstration house, each looked at when its time has come."""

import logging
from datetime import UTC, datetime, timedelta
from random import Random

from casino.one_machine.living.demonstration_people import DemonstrationPeople
from casino.one_machine.living.table_player import TablePlayer
from casino.one_machine.living.wheel_hand import WheelOnTheNetwork, control_port
from casino.people.demonstration_house import TABLES, VISITORS_TABLE
from tables.stream.service import DATABASE_AWAY

LONGEST_S, SHORTEST_S = 1.0, 0.02
"""Seconds between two looks: so a heartbeat is sent in time, and the machine has time for others."""


AFTER_A_FAULT = timedelta(seconds=30)
log = logging.getLogger(__name__)


class HousePlayer:
    """The tables with the time of the next look at each. `look` returns the real seconds until the next look."""

    def __init__(self, *, wheel_port: int, pace: float, random: Random) -> None:
        people = DemonstrationPeople()
        self._pace = pace
        self._tables = {
            TablePlayer(
                table,
                WheelOnTheNetwork(control_port(wheel_port, table)),
                people=people,
                random=random,
                pace=pace,
                visitors=table.code == VISITORS_TABLE,
            ): datetime.min.replace(tzinfo=UTC)
            for table in TABLES
        }

    def look(self, now: datetime) -> float:
        """Look at the table that is due first, if one is due; return the seconds until the next look."""
        player, due = min(self._tables.items(), key=lambda each: each[1])
        if due > now:
            return min((due - now).total_seconds(), LONGEST_S)
        try:
            after = timedelta(seconds=max(player.look(now) / self._pace, SHORTEST_S))
        except DATABASE_AWAY:
            raise
        except Exception:
            # An unforeseen fault at one table does not stop the others.
            log.exception("table %s is left alone for a while", player.table.code)
            after = AFTER_A_FAULT
        self._tables[player] = now + after
        return SHORTEST_S
