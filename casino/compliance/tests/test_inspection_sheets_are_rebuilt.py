"""The rows of the inspection sheets are those that their streams make, live and rebuilt."""

from datetime import UTC, datetime

from casino.compliance.inspections.aggregate import SheetAggregate
from tables.compliance.inspections.commands import CorrectSheet, EnterSheet
from tables.compliance.inspections.figures import AuditFigures, Content
from tables.handling import Actor, handle
from tables.handling.models import Casino, GamingTable
from tables.play.events import Person, Signature
from testkit.stream import ProjectionContract

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
BY = Actor(id="person/1", name="Ines")
INSPECTOR = Signature(person=Person(id="person/1", name="Ines"), role="games_inspector")


def audit(balance: int) -> Content:
    dora = Person(id="", name="Dora")
    return Content(counted_by=dora, done_at=NOW, figures=AuditFigures(balance=balance))


class TestInspectionSheets(ProjectionContract):
    projection = "inspection_sheets"

    def write_history(self, casino_id: int) -> None:
        """Two sheets of a table, the first of which is corrected."""
        Casino.objects.create(id=casino_id, name="Casino")
        GamingTable.objects.create(
            casino_id=casino_id, code="T1", name="T1", rulebook="pt-francesa", limits={}, balls=[]
        )
        day = "2026-11-20"
        for balance in (100, 200):
            said = EnterSheet(content=audit(balance), signatures=(INSPECTOR,))
            handle(SheetAggregate(casino_id, "audit", day, "T1"), said, by=BY, now=NOW)
        right = CorrectSheet(content=audit(300), reason="misread", signatures=(INSPECTOR,))
        handle(SheetAggregate(casino_id, "audit", day, "T1", 1), right, by=BY, now=NOW)
