"""The rows of slips are derived from their streams, and can be derived again."""

from settlement.slips import commands as c
from settlement.tests.test_slips_at_the_door import (
    AT_THE_BANK,
    CARRY,
    DESK,
    HAND_OVER,
    ISSUE,
    RECEIVE,
    VOID,
    ask,
    say,
)
from testkit.house import OpenHouse
from testkit.stream import ProjectionContract


class TestSlips(ProjectionContract):
    projection = "slips"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "pt-francesa")
        other = c.IssueSlip(carrier="Rosa", pieces={500: 3}, reason="no others", signatures=(DESK,))
        say(house, ask(house).number, ISSUE, CARRY, RECEIVE, c.ReprintSlip(signatures=(DESK,)))
        say(house, ask(house).number, other, VOID)
        say(house, ask(house, "credit").number, ISSUE, HAND_OVER, AT_THE_BANK)
        ask(house, closing=True)
