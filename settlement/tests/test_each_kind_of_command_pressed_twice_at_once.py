"""Each kind of command that a table knows is pressed by two at the same moment, under one key, on real PostgreSQL.

Days are walked by chance without a record until every kind was carried out in one of them; what had happened by then is
put into the record, and there the command is pressed. A kind that no day brings about fails the test.
"""

from collections.abc import Set
from datetime import datetime, timedelta
from itertools import groupby, product
from random import Random
from typing import NamedTuple

import pytest
from django.db import transaction

from settlement.models import LedgerEntry
from settlement.tests.conftest import TwoPeople
from tables.codec import encode
from tables.compliance.judgement import decide, open_deadlines
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play.day.questions import inherit
from tables.play.decide import DECIDERS
from tables.play.events import Person, Signature
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook, rulebooks
from tables.stream import NewEvent, append
from testkit.house import OpenHouse
from testkit.play import repeated_aloud, signed_by_house
from testkit.random_days import DRAWN
from testkit.random_days.course import usual
from testkit.random_days.drawing import COLOURS, Hand

pytestmark = pytest.mark.django_db(transaction=True)
STEPS, SEEDS = 4_000, 6
ONE_NUMBER_IN_DOUBT_IN = 100
"""Steps: chance alone brings too few numbers that wait for a person."""
MOMENTS = 3
"""So many moments of a kind are kept: the house's own registers may refuse what the table alone would not."""
BOSS = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
KINDS = [kind for kind in DECIDERS if kind is not c.AcknowledgeWarning]
"""A deadline comes near for a few minutes, which walked days step over: its acknowledgement has a test of its own."""


class Happened(NamedTuple):
    """An event of a walked day (ISO date)."""

    day: str
    event: NewEvent


class Moment(NamedTuple):
    """When a command was carried out: after so many events."""

    after: int
    command: c.Command
    now: datetime


class Walk:
    """Days of a table by chance, from a state on; what happened, and the moments of each kind of command."""

    def __init__(self, house: OpenHouse, seed: int, wanted: Set[type[c.Command]]) -> None:
        self.state, self.rulebook, self.now = house.state, house.rulebook, house.now
        self.happened: list[Happened] = []
        self.moments: dict[type[c.Command], list[Moment]] = {}
        random = Random(f"{house.rulebook.id}/{seed}")
        for _ in range(STEPS):
            if wanted <= self.moments.keys():
                break
            self._step(random)

    def _step(self, random: Random) -> None:
        hand = Hand(random, self.state, self.rulebook, self.now)
        rare = [kind for kind in KINDS if kind not in self.moments] or KINDS
        drawn = DRAWN[random.choice((*(random.choice(rare),) * 2, random.choice(KINDS)))]
        command = repeated_aloud(usual(hand) if random.randrange(2) else drawn(hand), self.rulebook)
        command = signed_by_house(command, self.rulebook, self.now)
        if not random.randrange(ONE_NUMBER_IN_DOUBT_IN):
            command = c.DeclareNumber(number=random.randrange(37), source="reader", recovered=True)
        before = inherit(self.state) if isinstance(command, c.OpenTable) else self.state
        try:
            self._check_day(command)
            decided = list(decide(before, command, self.rulebook, self.now))
        except Refused:
            decided = []
        if decided:
            moments = self.moments.setdefault(type(command), [])
            if len(moments) < MOMENTS:
                moments.append(Moment(len(self.happened), command, self.now))
            self.state = before
        for dated in decided:
            self.state = evolve(
                self.state, Recorded(dated.event, self.state.version + 1, dated.at), self.rulebook
            )
            type_, data = encode(dated.event)
            new = NewEvent(type=type_, data=data, occurred_at=dated.at, metadata={"by": {"id": "walk"}})
            self.happened.append(Happened(self._day(command), new))
        # A table that was closed by mistake is opened again the same day, any other the next.
        over = self.state.phase == "closed" and random.randrange(3)
        self.now += timedelta(days=1) if over else timedelta(seconds=20)

    def _check_day(self, command: c.Command) -> None:
        """As the house's door does: no day of a table is opened twice."""
        if isinstance(command, c.OpenTable) and command.day <= self.state.day:
            raise Refused(f"{command.day} was opened before")

    def _day(self, command: c.Command) -> str:
        return command.day if isinstance(command, c.OpenTable) else self.state.day


def opened(casino_id: int, name: str) -> OpenHouse:
    rulebook = get_rulebook(name)
    colours = COLOURS if rulebook.colour_chips and rulebook.colour_chips.colours else {}
    return OpenHouse(casino_id, name, chip_colours=colours)


def come_to(house: OpenHouse, happened: list[Happened], now: datetime) -> None:
    """Puts what happened into the record of a house that was just opened."""
    first = house.state
    for day, of_day in groupby(happened, key=lambda each: each.day):
        with transaction.atomic():
            append(
                house.casino_id,
                table_stream(house.table, day),
                [each.event for each in of_day],
                expected_version=first.version if day == first.day else 0,
                now=now,
            )
    house.now = now


def carried_out_once(two: TwoPeople, house: OpenHouse, command: c.Command) -> bool:
    """Two press it at once: both hear the same, and the record has it once. False where the house refused it."""
    before = house.state
    first, second = two.press(lambda: house.do(command, idempotency_key="the press"))
    if isinstance(first, Refused) or isinstance(second, Refused):
        assert isinstance(first, Refused) and isinstance(second, Refused), (command, first, second)
        assert first.refusal == second.refusal
        assert house.state == before
        return False
    assert [event.version for event in first.events] == [event.version for event in second.events]
    assert [event.data for event in first.events] == [event.data for event in second.events]
    assert first.state == second.state == house.state
    assert not sum(LedgerEntry.objects.filter(casino_id=house.casino_id).values_list("amount", flat=True))
    return bool(first.events)


def test_two_who_press_it_at_once_do_it_once_whatever_a_table_is_asked_or_told(
    casino_id: int, two_people: TwoPeople
) -> None:
    left, ids = set(KINDS), iter(range(casino_id, casino_id + 500))
    for seed, name in product(range(SEEDS), rulebooks()):
        if not left:
            break
        walk = Walk(opened(next(ids), name), seed, left)
        for kind in sorted(left & set(walk.moments), key=lambda kind: kind.__name__):
            for moment in walk.moments[kind]:
                house = opened(next(ids), name)
                come_to(house, walk.happened[: moment.after], moment.now)
                if carried_out_once(two_people, house, moment.command):
                    left.discard(kind)
                    break
    assert not left, f"never carried out: {sorted(kind.__name__ for kind in left)}"


def test_two_who_acknowledge_a_warning_at_once_do_it_once(casino_id: int, two_people: TwoPeople) -> None:
    house = opened(casino_id, "pt-francesa")
    (case,) = [
        each.name for each in open_deadlines(house.state, house.rulebook) if each.rule == "ball-change"
    ]
    house.now += timedelta(minutes=56)
    house.do(c.PassDeadline(rule="ball-change", stage="warned", case=case))
    assert carried_out_once(two_people, house, c.AcknowledgeWarning(case=case, signatures=(BOSS,)))
