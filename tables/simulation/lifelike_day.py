"""A whole day at one table from a seed: opened, played coup by coup with what happens in between, and closed."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.simulation.bettors import Choices, bettors
from tables.simulation.chips import cash_out, sit_down
from tables.simulation.coups import play_coup
from tables.simulation.day_under_way import DIRECTION, DayUnderWay, Told
from tables.simulation.happenings import between_coups, relieve_and_change

SIGNED = (
    e.Signature(person=e.Person(id=DIRECTION.id, name=DIRECTION.name), role="pit_boss"),
    e.Signature(person=e.Person(id="cash-desk", name="Cash desk (simulated)"), role="cash_desk"),
)
FLOAT = {10_000: 200, 2_500: 400, 500: 800}
"""Chips of the float by value in minor units: what a demonstration table opens with."""


def lifelike_day(
    rulebook: Rulebook,
    opening: c.OpenTable,
    *,
    opens_at: datetime,
    coups: int,
    seed: int,
    clean: bool = False,
    after: State | None = None,
) -> Iterator[Told]:
    """The events of a day in their order, as they come about.

    `opening` is how the table opens, `after` what the day before handed on. `clean`: no clause is broken. Raises
    Refused where the table cannot be opened so.
    """
    random = Random(f"{rulebook.id}/{seed}")
    day = DayUnderWay(rulebook, opens_at, after)
    day.must(opening, DIRECTION)
    if day.state.direction.counts_float:
        day.must(c.CountFloat(moment="opening", pieces=FLOAT, signatures=SIGNED), DIRECTION)
    players = sit_down(day, bettors(random, seats=random.randrange(4, 9)))
    choices = Choices(rulebook, opening.wheel)
    day.wait(120)
    yield from day.take()
    for turn in range(1, coups + 1):
        if turn == coups and rulebook.last_coup is not None:
            day.must(c.AnnounceLastCoup())
        play_coup(
            day,
            random,
            players,
            choices,
            clean=clean,
            meanwhile=lambda: relieve_and_change(day, random, clean),
        )
        if turn < coups:
            between_coups(day, random, clean=clean)
        yield from day.take()
        day.wait(random.uniform(5, 25))
    _close(day)
    yield from day.take()


def _close(day: DayUnderWay) -> None:
    cash_out(day)
    if day.state.direction.announced_limits is not None:
        day.must(c.ConfirmSign(), DIRECTION)
    if day.state.direction.counts_float:
        day.must(c.CountFloat(moment="closing", pieces=FLOAT, signatures=SIGNED), DIRECTION)
    day.must(c.CloseTable(), DIRECTION)
