"""Where the farthest chips are paid first, an even chance is touched where its chips lie."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from casino.kit.cloth.chips import chips
from casino.kit.cloth.distance import kinds_by_distance, touched_places
from casino.kit.cloth.drawing import places
from tables.play import commands as c
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import EVEN_CHANCES
from tables.roulette.stake import Stake
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]


def place(client: Client, player: str, bet: str, **form: str) -> int:
    entered = {"player": player, "bet": bet, "chip": "50", **form}
    return client.post("/floor/T1/do/place-bet", entered, headers={"HX-Request": "true"}).status_code


@pytest.mark.clause("it-venezia/payment-order")
def test_the_farthest_chips_are_paid_first(
    new_table: Callable[[str], OpenHouse], boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    for player, distance in (("P1", "1"), ("P2", "3"), ("P3", "2")):
        assert place(boss, player, "rouge", distance=distance) == 200
    assert "lontano" in part(screen(), "#bets li:nth-of-type(2) .what").get_text()
    play(house, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=12))
    paid = [row.get_text(" ", strip=True) for row in screen().select("#sheet .who")]
    assert [words.split(",")[0] for words in paid] == ["Blue", "Purple", "Yellow"]


@pytest.mark.parametrize("rulebook_id", ["it-venezia", "it-campione"])
def test_an_even_chance_is_touched_in_thirds_where_distance_counts(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    assert kinds_by_distance(rulebook) == frozenset(EVEN_CHANCES)
    red = [touched for touched in touched_places(rulebook) if touched.code == "rouge"]
    assert [(touched.distance, touched.label.split(", ")[1]) for touched in red] == [
        (1, "vicino"),
        (2, "in mezzo"),
        (3, "lontano"),
    ]
    assert all(touched.zone.w >= 48 and touched.zone.h >= 48 for touched in red)
    assert len(touched_places(rulebook)) == len(places(rulebook)) + 2 * len(EVEN_CHANCES)


@pytest.mark.parametrize("rulebook_id", ["pt-francesa", "pt-americana", "it-live"])
def test_elsewhere_nobody_is_asked(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    assert touched_places(rulebook) == places(rulebook)


def test_only_an_even_chance_of_such_a_table_has_a_distance(
    new_table: Callable[[str], OpenHouse], boss: Client
) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    place(boss, "P1", "plein:17", distance="3")
    place(boss, "P1", "rouge", distance="7")
    assert [bet.distance for bet in house.state.bets] == [None, None]


def test_chips_lie_where_they_were_laid() -> None:
    rulebook = get_rulebook("it-venezia")
    at = next(place for place in places(rulebook) if place.code == "rouge").zone
    bets = [
        Stake(ref=f"b{distance}", player="P1", bet="rouge", amount=5000, distance=distance)
        for distance in (1, 2, 3)
    ]
    near, middle, far = chips(bets, rulebook, "french", None)
    assert near.x < middle.x < far.x
    assert near.x < at.x + 48 and far.x > at.x + 96
    assert len({chip.id for chip in (near, middle, far)}) == 3


def test_chips_whose_distance_nobody_said_lie_near_as_they_are_paid() -> None:
    rulebook = get_rulebook("it-venezia")
    near, unsaid = (
        Stake(ref="b1", player="P1", bet="rouge", amount=5000, distance=1),
        Stake(ref="b2", player="P2", bet="rouge", amount=5000),
    )
    first, second = chips([near, unsaid], rulebook, "french", None)
    assert (first.y, second.x - first.x) == (second.y, 24)
