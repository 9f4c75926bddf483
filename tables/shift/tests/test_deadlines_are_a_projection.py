"""The deadlines are derived from the record, and come out the same from a rebuild."""

from tables.house.models import Casino
from tables.play.commands import ChangeBall, CloseTable
from tables.play.testing import NOON
from tables.shift.testing import House
from tables.stream.testing import ProjectionContract


class TestDeadlines(ProjectionContract):
    projection = "deadlines"

    def write_history(self, casino_id: int) -> None:
        Casino.objects.create(id=casino_id, name="Casino (demo)")
        house = House(casino_id, NOON)
        for code in ("WARNED", "OVERDUE", "LATE", "IN-TIME", "CLOSED"):
            house.open_table(code)
        house.say("IN-TIME", ChangeBall(), minute=30)
        house.say("CLOSED", CloseTable(), minute=40)
        house.sweep(minute=56)
        house.say("WARNED", ChangeBall(), minute=58)
        house.say("LATE", ChangeBall(), minute=61)
        house.sweep(minute=62)
