"""The chips of several players on one place keep to it, and what finds no room is said and not drawn elsewhere."""

from collections.abc import Callable
from itertools import combinations
from math import dist

import pytest

from casino.floor.tests.conftest import part, play
from casino.kit.cloth.chips import Chip, chips
from casino.kit.cloth.distance import touched_places
from casino.kit.cloth.drawing import FOOT, WIDTH, Place
from tables.play import commands as c
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from testkit.house import OpenHouse
from testkit.pages import Element

FIELDS = ("plein", "douzaine", "colonne", "manque", "pair", "rouge", "noir", "impair", "passe")
"""Kinds whose chips lie inside a field; those of all others lie on a line."""


def laid(rulebook: Rulebook, place: Place, players: int) -> tuple[Chip, ...]:
    """The chips of so many players on one place."""
    bets = [
        Stake(ref=f"b{seat}", player=f"P{seat}", bet=place.code, amount=1000, distance=place.distance)
        for seat in range(1, players + 1)
    ]
    return chips(bets, rulebook, next(iter(rulebook.wheels)), None)


@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
@pytest.mark.parametrize("players", [1, 2, 3, 5, 8])
def test_chips_in_a_field_stay_inside_it(rulebook_id: str, players: int) -> None:
    rulebook = get_rulebook(rulebook_id)
    for place in touched_places(rulebook):
        if place.kind not in FIELDS:
            continue
        zone = place.zone
        for chip in laid(rulebook, place, players):
            across = zone.x <= chip.x - chip.radius and chip.x + chip.radius <= zone.x + zone.w
            down = zone.y <= chip.y - chip.radius and chip.y + chip.radius <= zone.y + zone.h
            assert across and down, (place.label, chip)


@pytest.mark.parametrize("players", [1, 2, 3, 8])
def test_chips_on_a_line_leave_the_next_lines_chips_alone(players: int) -> None:
    rulebook = get_rulebook("pt-francesa")
    on_lines = [place for place in touched_places(rulebook) if place.kind not in FIELDS]
    for place in on_lines:
        for chip in laid(rulebook, place, players):
            for other in on_lines:
                apart = dist((chip.x, chip.y), (other.x, other.y))
                assert other == place or apart >= chip.radius + 16, (place.code, other.code)
            assert chip.x - chip.radius >= 0 and chip.x + chip.radius <= WIDTH, place.code
            assert chip.y >= 0 and chip.y + chip.radius <= FOOT, place.code


@pytest.mark.parametrize("rulebook_id", ["pt-francesa", "it-venezia"])
def test_no_two_chips_on_a_place_hide_each_others_amount(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    for place in touched_places(rulebook):
        for one, other in combinations(laid(rulebook, place, 8), 2):
            assert dist((one.x, one.y), (other.x, other.y)) >= 18, place.code


def test_chips_on_columns_and_on_two_of_them_do_not_touch() -> None:
    rulebook = get_rulebook("pt-francesa")
    on_columns = [place for place in touched_places(rulebook) if place.kind in ("colonne", "deux-colonnes")]
    assert len(on_columns) == 5
    for one, other in combinations(on_columns, 2):
        for players in (1, 2, 8):
            for chip in laid(rulebook, one, players):
                for beside in laid(rulebook, other, players):
                    apart = dist((chip.x, chip.y), (beside.x, beside.y))
                    assert apart >= chip.radius + beside.radius, (chip.title, beside.title)


def test_chips_without_room_are_added_up_on_one_chip() -> None:
    rulebook = get_rulebook("pt-francesa")
    seventeen = next(place for place in touched_places(rulebook) if place.code == "plein:17")
    first, second, others = laid(rulebook, seventeen, 8)
    assert (first.amount, second.amount, others.amount) == ("10", "10", "+6")
    assert others.title.split("; ")[0] == "Pleno 17, 10.00, Purple, seat 3"
    assert len(others.title.split("; ")) == 6
    assert [chip.amount for chip in laid(rulebook, seventeen, 3)] == ["10", "10", "10"]


def test_cost_of_each_number_is_drawn_above_the_chips_and_in_words(
    table: OpenHouse, screen: Callable[..., Element]
) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        *(c.PlaceBet(player=f"P{n}", bet="plein:17", amount=15000) for n in (1, 2)),
    )
    drawn = [each.get("id") for each in screen().select("#cloth > g[id]")]
    assert drawn.index("costs") > drawn.index("chips")
    seventeen = part(screen(), "#costs .worst")
    assert seventeen.get_text() == "–10,500"
    assert "losing" in seventeen.classes
    assert [each.get_text() for each in screen().select("#costs-in-words li")] == ["17: 10,500"]


def test_cost_of_a_number_covers_no_amount_of_a_chip(
    table: OpenHouse, screen: Callable[..., Element]
) -> None:
    on_its_lines = (
        "cheval:14-17",
        "cheval:16-17",
        "cheval:17-18",
        "cheval:17-20",
        "carre:13-14-16-17",
        "carre:14-15-17-18",
    )
    on_the_outer_line = ("transversale:16-17-18", "sixain:13-18")
    play(
        table,
        c.AnnounceBetsOpen(),
        *(c.PlaceBet(player="P1", bet=bet, amount=1000) for bet in (*on_its_lines, *on_the_outer_line)),
    )
    amounts = [(float(text["x"]), float(text["y"])) for text in screen().select("#chips .chip text")]
    assert len(amounts) == 8
    plates = [
        tuple(float(plate[name]) for name in ("x", "y", "width", "height"))
        for plate in screen().select("#costs rect")
    ]
    assert len(plates) == 37
    for left, top, wide, high in plates:
        for x, y in amounts:
            # An amount is two digits of twelve units.
            apart = x + 7 < left or left + wide < x - 7 or y + 6 < top or top + high < y - 6
            assert apart, (left, top, x, y)
