"""Whatever is pressed twice at the same moment happens once: commands as chance draws them, on real PostgreSQL.

A day is played by chance; each command is said by two at once under one key. Both hear the same, and the record has it
once.
"""

from collections import Counter
from datetime import date, timedelta
from functools import partial
from random import Random

import pytest

from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry
from settlement.tests.conftest import TwoPeople
from tables.play import commands as c
from tables.play.decide import DECIDERS
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.house import OpenHouse
from testkit.random_days import DRAWN
from testkit.random_days.course import usual
from testkit.random_days.drawing import COLOURS, PLAYERS, Hand

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = 300
AT_LEAST = 18
"""So many kinds of command are carried out in each house, or the day proves little."""


@pytest.mark.parametrize(
    "name", ["pt-americana", "it-campione", pytest.param("it-venezia", marks=pytest.mark.servers), "it-live"]
)
def test_two_who_press_the_same_at_once_hear_the_same_and_it_happens_once(
    casino_id: int, name: str, two_people: TwoPeople
) -> None:
    rulebook = get_rulebook(name)
    colours = COLOURS if rulebook.colour_chips and rulebook.colour_chips.colours else {}
    house, random = OpenHouse(casino_id, name, chip_colours=colours), Random(name)
    house.seat(*PLAYERS)
    carried_out: Counter[type[c.Command]] = Counter()
    for step in range(STEPS):
        if house.state.phase == "closed":
            # Chance has closed it: the next day goes on.
            house.open((date.fromisoformat(house.day) + timedelta(days=1)).isoformat())
        hand = Hand(random, house.state, house.rulebook, house.now)
        not_yet = [type_of for type_of in DECIDERS if not carried_out[type_of]]
        command = usual(hand) if random.randrange(4) else DRAWN[random.choice(not_yet)](hand)
        before, day = house.state.version, house.day
        first, second = two_people.press(partial(house.do, command, idempotency_key=f"k{step}"))
        if isinstance(first, Refused) or isinstance(second, Refused):
            assert isinstance(first, Refused) and isinstance(second, Refused), (command, first, second)
            assert first.refusal == second.refusal
            assert house.state.version == before
        else:
            assert [event.version for event in first.events] == [event.version for event in second.events]
            assert [event.data for event in first.events] == [event.data for event in second.events]
            if house.day == day:
                assert house.state.version >= before + len(first.events)
            carried_out[type(command)] += bool(first.events)
        house.now += timedelta(seconds=random.choice((1, 20)))
    assert len(+carried_out) >= AT_LEAST, carried_out
    assert not sum(LedgerEntry.objects.filter(casino_id=casino_id).values_list("amount", flat=True))
    assert LedgerEntry.objects.filter(
        casino_id=casino_id, account__in=(Account.PLAYERS, Account.SEATS)
    ).exists()
