"""A page is woken for its own tables, and not for what happens at others."""

import asyncio

import pytest

from casino.feed_listener import NONE, Mailbox, Poke
from testkit.web_clients import on_a_loop

RF1 = frozenset({"RF1"})
ELSEWHERE = frozenset({"VE2", "SR1"})


def test_what_happens_at_other_tables_is_passed_over() -> None:
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
def test_where_nobody_knows_what_happened_every_page_is_woken(tables: frozenset[str] | None) -> None:
    pokes = Mailbox(tables)
    pokes.put(Poke(7, None))
    assert pokes.take_now() == Poke(7, None)


@on_a_loop
async def test_who_waits_for_everything_hears_of_what_is_at_no_table() -> None:
    pokes = Mailbox()
    waits = asyncio.create_task(pokes.take(30))
    await asyncio.sleep(0)
    pokes.put(Poke(7, NONE))
    assert await waits == Poke(7, NONE)
