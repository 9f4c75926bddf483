"""The rows of drop boxes are derived from the tables' streams and their own, and can be derived again."""

from settlement.boxes import commands as c
from settlement.tests.test_boxes_at_the_door import ACCEPT, COUNT, box_with_notes, place, remove, say
from testkit.house import OpenHouse
from testkit.stream import ProjectionContract


class TestBoxes(ProjectionContract):
    projection = "boxes"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "pt-francesa")
        box_with_notes(house)
        again = c.CountBox(empty=True, reason="it was another box", signatures=COUNT.signatures)
        say(house, COUNT, again, ACCEPT)
        place(house)
        remove(house, replaced_by="T1-B")
