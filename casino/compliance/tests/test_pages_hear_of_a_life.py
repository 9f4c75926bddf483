"""What is said to a violation pokes the pages of its table, though it stands in another stream."""

from asgiref.sync import async_to_sync

from casino.web.streams.feed_listener import touched_since
from tables.compliance.commands import Acknowledge
from tables.handling import Actor, handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.stream import sequence_all

BOSS = Signature(person=Person(id="person/1", name="Boss"), role="pit_boss")


def test_a_violations_life_touches_its_table(casino_id: int, transactional_db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    OpenHouse(casino_id, "it-venezia", table="T2")
    house.do(c.ChangeBall(ball="A", announced=True))
    name = str(house.events()[-1].data["violation"])
    before = sequence_all(casino_id)
    acknowledged = Acknowledge(signatures=(BOSS,))
    by = Actor(id="person/1", name="Boss")
    handle(ViolationAggregate(casino_id, "T1", house.day, name), acknowledged, by=by, now=house.now)
    sequence_all(casino_id)
    position, tables = async_to_sync(touched_since)(casino_id, before)
    assert (position, tables) == (before + 1, frozenset({"T1"}))
