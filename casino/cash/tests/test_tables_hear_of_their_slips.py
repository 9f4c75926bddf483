"""What the cash desk does with a slip pokes the page of its table, though it stands in another stream."""

from asgiref.sync import async_to_sync

from casino.web.streams.feed_listener import touched_since
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as c
from tables.handling import handle
from tables.play.events import Person, Signature
from testkit.house import BOSS, OpenHouse
from testkit.stream import sequence_all

AT_THE_PIT = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
DESK = Signature(person=Person(id="person/3", name="Desk"), role="cash_desk")


def test_a_slip_that_is_issued_touches_its_table(casino_id: int, transactional_db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    OpenHouse(casino_id, "it-venezia", table="T2")
    asked = c.RequestSlip(kind="fill", table="T1", pieces={500: 20}, signatures=(AT_THE_PIT,))
    number = handle(NextSlipAggregate(casino_id), asked, by=BOSS, now=house.now).state.number
    before = sequence_all(casino_id)
    issued = c.IssueSlip(carrier="Rosa", signatures=(DESK,))
    handle(SlipAggregate(casino_id, number), issued, by=BOSS, now=house.now)
    sequence_all(casino_id)
    position, tables = async_to_sync(touched_since)(casino_id, before)
    assert (position, tables) == (before + 1, frozenset({"T1"}))
