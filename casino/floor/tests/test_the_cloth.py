"""Every position of the cloth can be touched, and a touch in the middle of its place means that position."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.translation import override

from casino.floor.presenters.cloth import laid_beside
from casino.floor.tests.conftest import play
from casino.kit.cloth.chips import chips
from casino.kit.cloth.drawing import FOOT, TOP, WIDTH, Place, places
from casino.kit.cloth.racetrack import racetrack
from casino.kit.cloth.svg import cloth_svg
from casino.kit.money import in_a_square, on_a_chip
from tables.play import commands as c
from tables.roulette.bets import AnnouncedBet, every_bet, parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.stake import Stake
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.rulebooks import rules_of

ALL = sorted(rulebooks())


def on_top_at(drawn: tuple[Place, ...], x: float, y: float) -> Place:
    """The place that a touch there falls into: of those under it the one that is drawn last."""
    under = [
        place
        for place in drawn
        if place.zone.x <= x < place.zone.x + place.zone.w and place.zone.y <= y < place.zone.y + place.zone.h
    ]
    return under[-1]


def test_the_cloth_has_161_places_each_with_a_code_of_its_own() -> None:
    codes = [place.code for place in places(get_rulebook("pt-francesa"))]
    assert len(codes) == len(set(codes)) == 161


@pytest.mark.parametrize("rulebook_id", ALL)
def test_every_place_means_the_bet_whose_code_it_carries(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    assert [parse_bet(place.code, rulebook).code for place in places(rulebook)] == [
        place.code for place in places(rulebook)
    ]


@pytest.mark.parametrize("rulebook_id", ALL)
def test_cloth_has_the_places_of_the_rulebooks_bets_alone(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    assert {place.kind for place in places(rulebook)} == set(rulebook.bets)


def test_a_touch_in_the_middle_of_a_place_is_that_place() -> None:
    drawn = places(get_rulebook("pt-francesa"))
    for place in drawn:
        middle = place.zone.x + place.zone.w / 2, place.zone.y + place.zone.h / 2
        assert on_top_at(drawn, *middle) == place, place.code


def test_no_place_is_hidden_under_others_or_lies_outside_the_picture() -> None:
    drawn = places(get_rulebook("pt-francesa"))
    for place in drawn:
        zone = place.zone
        assert zone.x >= 0 and zone.x + zone.w <= WIDTH
        assert zone.y >= TOP - 20 and zone.y + zone.h <= FOOT
        touched = sum(
            on_top_at(drawn, zone.x + zone.w * (across + 0.5) / 12, zone.y + zone.h * (down + 0.5) / 12)
            == place
            for across in range(12)
            for down in range(12)
        )
        assert touched / 144 * zone.w * zone.h >= 780, f"{place.code} has less room than a fingertip"


@pytest.mark.parametrize("rulebook_id", ALL)
def test_the_racetrack_shows_every_number_and_every_fixed_announcement(rulebook_id: str) -> None:
    rulebook = get_rulebook(rulebook_id)
    for wheel in rulebook.wheels:
        track = racetrack(rulebook, wheel)
        if track is None:
            continue
        assert sorted(int(each.number) for each in track.numbers) == list(range(37))
        fixed = {
            bet.code
            for bet in every_bet(rulebook, wheel=wheel)
            if isinstance(bet, AnnouncedBet) and rulebook.announced[bet.kind].chips
        }
        assert {sector.code for sector in track.sectors} == fixed
        assert {sector.code for sector in track.sectors if sector.first} == fixed


def test_a_racetrack_is_drawn_only_where_it_can_be_touched() -> None:
    drawn = {
        (rulebook_id, wheel)
        for rulebook_id in ALL
        for wheel in get_rulebook(rulebook_id).wheels
        if racetrack(get_rulebook(rulebook_id), wheel)
    }
    assert drawn == {
        ("it-campione", "french"),
        ("it-live", "french"),
        ("it-venezia", "french"),
        ("pt-americana", "french"),
    }


def test_a_sector_lies_under_the_numbers_that_it_covers() -> None:
    track = racetrack(get_rulebook("it-venezia"), "french")
    assert track is not None
    tiers = next(sector for sector in track.sectors if sector.code == "tiers")
    covered = [
        int(each.number)
        for each in track.numbers
        if tiers.zone.x - 1 <= each.zone.x < tiers.zone.x + tiers.zone.w - 1
    ]
    assert covered == [27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33]


def test_the_name_of_a_narrow_sector_has_the_room_beside_it() -> None:
    track = racetrack(rules_of("double-zero"), "american")
    assert track is not None
    pieces = [sector for sector in track.sectors if sector.code == "zeros"]
    assert all(piece.zone.w < len("the zeros") * 7.5 for piece in pieces)
    assert {" ".join(piece.lines) for piece in pieces} == {"The zeros"}
    track = racetrack(get_rulebook("it-venezia"), "french")
    assert track is not None
    for sector in track.sectors:
        assert sector.lines or not sector.first
        assert all(len(line) * 7.5 < sector.zone.w for line in sector.lines), sector


def test_the_words_on_the_cloth_are_in_the_rulebooks_language() -> None:
    with override("en"):
        drawn = cloth_svg(get_rulebook("it-venezia"), "french")
    assert ">vicino<" in drawn.ground and ">near<" not in drawn.ground
    track = racetrack(get_rulebook("it-venezia"), "french")
    assert track is not None
    assert {sector.label.rpartition(" ")[2] for sector in track.sectors} == {"gettoni"}


def test_the_drawn_places_are_reachable_by_keyboard_and_named() -> None:
    rulebook = get_rulebook("pt-francesa")
    drawn = read_page(cloth_svg(rulebook, "french").places).select("[data-code]")
    named = {place["data-code"]: place["aria-label"] for place in drawn if place.get("role") == "button"}
    assert named["cheval:17-20"] == "Cavalo 17–20"
    assert len([place for place in drawn if place["tabindex"] == "0"]) == 1


def test_an_announced_bet_lies_as_chips_on_all_its_combinations() -> None:
    rulebook = get_rulebook("it-campione")
    tiers = Stake(ref="b1", player="P1", bet="tiers", amount=3000)
    drawn = chips([tiers], rulebook, "french", None)
    assert len(drawn) == 6
    assert {chip.amount for chip in drawn} == {"5"}


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_announced_bet_lies_outside_the_cloth_until_the_number() -> None:
    rulebook = get_rulebook("it-venezia")
    series = (
        Stake(ref="b1", player="P1", bet="tiers", amount=6000),
        Stake(ref="b2", player="P2", bet="voisins", amount=9000),
    )
    assert chips(series, rulebook, "french", None) == ()
    before = laid_beside(series, rulebook, "french", None)
    assert [(bet.label, bet.amount, bet.who, bet.became) for bet in before] == [
        ("Serie 5/8", "60", "Yellow, seat 1", ""),
        ("Vicini dello zero", "90", "Blue, seat 2", ""),
    ]


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_the_number_places_the_chips_that_won_and_annuls_the_others() -> None:
    rulebook = get_rulebook("it-venezia")
    series = (
        Stake(ref="b1", player="P1", bet="tiers", amount=6000),
        Stake(ref="b2", player="P2", bet="voisins", amount=9000),
    )
    (two_on_the_carre,) = chips(series, rulebook, "french", 26)
    assert (two_on_the_carre.title, two_on_the_carre.winning) == ("Carré 25–29, 20.00, Blue, seat 2", True)
    assert [bet.became for bet in laid_beside(series, rulebook, "french", 26)] == ["annulled", "Carré 25–29"]


@pytest.mark.parametrize(
    ("net", "words"),
    [
        (-4050, "–40.50"),
        (-99950, "–999.50"),
        (-999950, "–9,999"),
        (9999950, "99,999"),
        (-10000000, "–100k"),
        (-99999900, "–999k"),
        (-147980000, "–1.47M"),
        (-1479800000, "–14.7M"),
    ],
)
def test_cost_of_a_number_fits_its_square(net: int, words: str) -> None:
    assert in_a_square(net, "EUR") == words
    assert len(words) <= 7


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (50, "0.5"),
        (1250, "12.5"),
        (50000, "500"),
        (99950, "999"),
        (123450, "1.2k"),
        (199999, "1.9k"),
        (1000000, "10k"),
        (99999900, "999k"),
        (100000000, "1M"),
        (1250000000, "12M"),
    ],
)
def test_amount_fits_on_a_chip(amount: int, words: str) -> None:
    assert on_a_chip(amount, "EUR") == words


@pytest.mark.clause("pt-francesa/1")
def test_a_chip_is_drawn_on_its_own_layout() -> None:
    rulebook = get_rulebook("pt-francesa")
    bets = [Stake(ref=f"b{n}", player="P1", bet="plein:8", amount=1000, layout=n) for n in (1, 2)]
    first, second = chips(bets, rulebook, "french", None)
    assert (first.layout, second.layout) == (1, 2)
    assert first.id != second.id
    assert (first.x, first.y) == (second.x, second.y)


def test_two_players_on_one_place_do_not_cover_each_other() -> None:
    rulebook = get_rulebook("pt-francesa")
    for code in ("plein:8", "cheval:17-20", "rouge"):
        bets = [Stake(ref=f"b{n}", player=f"P{n}", bet=code, amount=1000) for n in (1, 2)]
        first, second = chips(bets, rulebook, "french", None)
        assert abs(first.x - second.x) + abs(first.y - second.y) >= 20


def test_the_page_offers_the_cloth_to_who_runs_the_table(
    new_table: Callable[[str], OpenHouse], screen: Callable[..., Element]
) -> None:
    new_table("pt-francesa")
    touchable = {each["data-code"] for each in screen().select("#places [data-code]")}
    assert {place.code for place in places(get_rulebook("pt-francesa"))} <= touchable


@pytest.mark.clause("pt-francesa/15")
def test_the_number_is_marked_on_the_cloth_until_its_payments_are_done_and_bets_are_open_again(
    table: OpenHouse, screen: Callable[..., Element]
) -> None:
    def marked() -> str | None:
        marker = screen("/floor/T1/").select_one("#marker title")
        return marker.text if marker else None

    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=1000))
    assert marked() is None
    play(table, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    assert marked() == "The marker is on 17"
    play(table, c.ConfirmPayments())
    assert marked() == "The marker is on 17"
    play(table, c.AnnounceBetsOpen())
    assert marked() is None


@pytest.mark.clause("pt-americana/23")
def test_the_marker_stays_while_the_coup_is_unpaid_also_when_the_next_one_runs(
    casino_id: int, db: None, boss: Client
) -> None:
    house = OpenHouse(casino_id, "pt-americana", table="T9")
    for command in (c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1000), c.LaunchBall()):
        house.do(command)
    play(house, c.CloseBets(), c.DeclareNumber(number=5), c.LaunchBall())
    assert (house.state.phase, house.state.payments_open) == ("launched", (1,))
    page = read_page(boss.get("/floor/T9/").content)
    assert find(page, "#marker title").text == "The marker is on 5"


@pytest.mark.clause("pt-americana/23")
def test_the_marker_goes_to_the_number_that_was_announced_and_to_its_correction(
    casino_id: int, db: None, boss: Client
) -> None:
    house = OpenHouse(casino_id, "pt-americana", table="T9")

    def marked() -> str:
        return find(read_page(boss.get("/floor/T9/").content), "#marker title").text

    house.do(c.AnnounceBetsOpen())
    play(house, c.PlaceBet(player="P1", bet="rouge", amount=1000), c.LaunchBall(), c.CloseBets())
    play(house, c.DeclareNumber(number=36))
    assert marked() == "The marker is on 36"
    said = find(read_page(boss.get("/floor/T9/").content), "#page").get_text(" ", strip=True)
    assert "Trinta e seis, encarnado" in said
    play(house, c.DeclareNumber(number=0, source="reader"), c.ResolveDiscrepancy(number=0, reason="seen"))
    assert marked() == "The marker is on 0"
