"""A whole day at one table from a seed: opened, played coup by coup with its other acts, and closed."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from random import Random

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.simulation.bettors import Choices, bettors
from tables.simulation.books import count_and_close, count_at_the_opening, explain_forced_close
from tables.simulation.chips import sit_down
from tables.simulation.coups import play_coup
from tables.simulation.day_under_way import NO_SLIPS, PIT_BOSS, SimulatedEvent
from tables.simulation.disputed_coups import dispute
from tables.simulation.happenings import before_closing, between_coups, relieve_and_change
from tables.simulation.simulated_day import SimulatedDay
from tables.simulation.table_cash import change_full_box, place_first_box
from tables.simulation.table_slips import see_to_float
from tables.simulation.tip_box import NO_SHIFTS, TipBox


def lifelike_day(
    rulebook: Rulebook,
    opening: c.OpenTable,
    *,
    opens_at: datetime,
    coups: int,
    seed: int,
    clean: bool = False,
    after: State | None = None,
    slips: Mapping[e.SlipKind, int] = NO_SLIPS,
    shifts: Mapping[str, datetime] = NO_SHIFTS,
) -> Iterator[SimulatedEvent]:
    """Yield the events of a day in their order.

    `opening` is the opening of the table, `after` the state of the day before. `clean`: no clause is broken. `slips`
    is the number of earlier fills and credits; `shifts` the beginnings of the casino's shifts (UTC), the first one
    always from the opening on.
    """
    random = Random(f"{rulebook.id}/{seed}")
    day = SimulatedDay(rulebook, opens_at, after, wheel_serial=opening.wheel_serial or "W-SIM", slips=slips)
    tips = TipBox(shifts)
    day.must(opening, PIT_BOSS)
    explain_forced_close(day)
    count_at_the_opening(day)
    place_first_box(day)
    players = sit_down(day, bettors(random, seats=random.randrange(4, 9)))
    choices = Choices(rulebook, opening.wheel)
    day.wait(120)
    yield from day.take()
    while (left := coups - day.state.coup) > 0:
        if rulebook.last_coup is not None and left == rulebook.last_coup.count:
            day.must(c.AnnounceLastCoup())
        play_coup(
            day,
            random,
            players,
            choices,
            clean=clean,
            # A coup that is played in haste is never the day's last, which is announced.
            last=left <= 2,
            meanwhile=lambda: relieve_and_change(day, random, clean),
        )
        dispute(day, random, random.choice(players))
        if day.state.coup < coups:
            between_coups(day, random, clean=clean)
            change_full_box(day)
            see_to_float(day, coups - day.state.coup)
            tips.shift_may_be_over(day)
        yield from day.take()
        day.wait(random.uniform(5, 25))
    before_closing(day, random, clean=clean)
    count_and_close(day, tips)
    yield from day.take()
