"""However often a coup is paid and put right: what was really paid is known to the cent, and so the ledger has it."""

from random import Random

import pytest
from django.db.models import Sum
from hypothesis import given, settings
from hypothesis import strategies as st

from settlement.ledger.accounts import Account
from settlement.ledger.event_money import MOVES
from settlement.models import LedgerEntry
from settlement.sheets import sheet
from settlement.tests.put_right_again import STEPS, UNCLAIMED_STEPS, PutRightAgain, Step
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.stream.rebuilding import rebuild
from testkit.house import OpenHouse
from testkit.play import DayInHand

THOROUGH = settings.get_current_profile_name() == "thorough"
STEPS_AT = {"pt-francesa": STEPS, "it-venezia": UNCLAIMED_STEPS}
PAYMENTS = (e.PaymentDiffered, e.PaymentDifferenceDecided, e.PaymentDifferenceUndone)
Played = tuple[str, list[Step]]


def steps_at(rulebook: str) -> st.SearchStrategy[Played]:
    step = st.tuples(st.sampled_from(STEPS_AT[rulebook]), st.integers(0, 30))
    return st.tuples(st.just(rulebook), st.lists(step, min_size=6, max_size=20))


@pytest.mark.long_form
@given(played=st.sampled_from(sorted(STEPS_AT)).flatmap(steps_at))
@settings(max_examples=2_000 if THOROUGH else 400)
def test_each_player_has_what_is_worked_out_and_what_its_differences_say(played: Played) -> None:
    rulebook, steps = played
    day = DayInHand(get_rulebook(rulebook))
    coup = PutRightAgain(day.do, lambda: day.state)
    for step in steps:
        coup.do(step)
        coup.check()
        events = [each.event for each in day.events if isinstance(each.event, PAYMENTS)]
        # What the ledger knows plays no part in payments.
        moves = [move for each in events for move in MOVES[type(each)](each, None)]  # type: ignore[arg-type]
        moved = sum(move.amount for move in moves)
        right = coup.ticked_off.total() + coup.claimed.total()
        assert moved == coup.handed.total() - right, "beside the prizes of the sheet, and what was claimed"


@pytest.mark.long_form
@pytest.mark.django_db
@pytest.mark.parametrize("rulebook", sorted(STEPS_AT))
@pytest.mark.parametrize("luck", range(40 if THOROUGH else 5))
def test_the_ledger_has_what_players_really_have(casino_id: int, rulebook: str, luck: int) -> None:
    random, house = Random(luck), OpenHouse(casino_id, rulebook)
    coup = PutRightAgain(house.do, lambda: house.state)
    for _ in range(14):
        coup.do((random.choice(STEPS_AT[rulebook]), random.randrange(30)))
        coup.check()
        not_posted = 0 if coup.whole else coup.ticked_off.total()
        gone = coup.lost + coup.taken_away
        assert players_have(casino_id) == coup.handed.total() - not_posted - gone
        check_sheet(house)
    assert not [each for each in rebuild("payout_sheet", casino_id) if each.removed or each.added]


def players_have(casino_id: int) -> int:
    """What has come to the players by the ledger; below zero what has gone from them."""
    of_players = LedgerEntry.objects.filter(casino_id=casino_id, account=Account.PLAYERS)
    sum_: int = of_players.aggregate(all=Sum("amount"))["all"] or 0
    return sum_


def check_sheet(house: OpenHouse) -> None:
    """The sheet of the coup lists every difference, and says of each what the table knows of it."""
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    known = house.state.differences
    assert len(found.differences) == known.numbered
    outcomes = {each.difference: each.outcome for each in found.differences}
    assert [name for name, outcome in outcomes.items() if not outcome] == [
        each.difference for each in known.open
    ]
    assert {name for name, outcome in outcomes.items() if outcome == "stands"} == {
        each.difference for each in known.standing
    }
