"""A page is woken for its own tables, and not for what happens at others."""

import asyncio

import pytest

from casino.web.streams.feed_listener import NONE, Mailbox, Poke, tables_of
from settlement.slips.state import slip_stream
from tables.compliance.state import violation_stream
from tables.handling.streams import register_stream, table_stream
from testkit.web_clients import on_a_loop

RF1 = frozenset({"RF1"})
ELSEWHERE = frozenset({"VE2", "SR1"})


def test_event_of_another_table_is_passed_over() -> None:
    pokes = Mailbox(RF1)
    for position, tables in ((7, ELSEWHERE), (8, NONE)):
        pokes.put(Poke(position, tables))
        assert (pokes.is_empty, pokes.passed) == (True, position)
    pokes.put(Poke(9, RF1 | ELSEWHERE))
    pokes.put(Poke(10, ELSEWHERE))
    assert (pokes.is_empty, pokes.passed) == (False, 10)
    assert pokes.take_now() == Poke(9, RF1)
    assert pokes.is_empty


@pytest.mark.parametrize("tables", [RF1, None], ids=["of one table", "of all"])
def test_unknown_event_wakes_each_page(tables: frozenset[str] | None) -> None:
    pokes = Mailbox(tables)
    pokes.put(Poke(7, None))
    assert pokes.take_now() == Poke(7, None)


@on_a_loop
async def test_page_of_all_tables_is_woken_by_an_event_of_no_table() -> None:
    pokes = Mailbox()
    waits = asyncio.create_task(pokes.take(30))
    await asyncio.sleep(0)
    pokes.put(Poke(7, NONE))
    assert await waits == Poke(7, NONE)


def test_which_tables_a_notice_is_about_follows_from_its_streams() -> None:
    day = "2026-11-20"
    own, life = table_stream("RF1", day), violation_stream("RF2", day, "12-same-ball-again")
    assert tables_of((own, life, register_stream("table", "RF1"))) == frozenset({"RF1", "RF2"})
    assert tables_of((register_stream("table", "RF1"),)) == NONE
    assert tables_of((own, slip_stream("F-0001"))) is None, "a slip's table stands in its events"
    assert tables_of(None) is None
