"""A wheel with 38 pockets and its cloth, as a rulebook says it: tests/double-zero.toml."""

from pathlib import Path

import pytest

from tables.refusal import BetRefused, RulebookBroken
from tables.roulette.announcements import announce_result
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook, load_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.exposure import exposure
from tables.roulette.payout.return_to_player import percent, return_of
from tables.roulette.stake import Stake
from tables.roulette.wheel import DOUBLE_ZERO, colour, neighbours

FILE = Path(__file__).with_name("double-zero.toml")
HOUSE = load_rulebook(FILE)


def stake(bet: str, amount: int = 1_000) -> Stake:
    return Stake(ref=bet, player="P1", bet=bet, amount=amount)


@pytest.mark.parametrize("house", ["it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa"])
def test_every_pocket_comes_from_the_rulebooks_wheel(house: str) -> None:
    assert HOUSE.numbers == range(38)
    assert get_rulebook(house).numbers == range(37)


def test_the_double_zero_lies_across_from_zero_and_has_no_colour() -> None:
    order = HOUSE.wheels["american"].order
    assert order.index(DOUBLE_ZERO) - order.index(0) == 19
    assert neighbours(order, DOUBLE_ZERO, 1) == (1, DOUBLE_ZERO, 27)
    assert colour(DOUBLE_ZERO, HOUSE.reds) is None


@pytest.mark.parametrize(
    ("typed", "code", "numbers"),
    [
        ("plein:00", "plein:00", {DOUBLE_ZERO}),
        ("split 0-00", "cheval:0-00", {0, DOUBLE_ZERO}),
        ("cheval:3-00", "cheval:00-3", {3, DOUBLE_ZERO}),
        ("five-number bet", "cinq-premiers", {0, DOUBLE_ZERO, 1, 2, 3}),
        ("street 0-00-2", "transversale:0-00-2", {0, DOUBLE_ZERO, 2}),
    ],
)
def test_a_bet_with_the_double_zero_is_understood(typed: str, code: str, numbers: set[int]) -> None:
    bet = parse_bet(typed, HOUSE)
    assert (bet.code, set(bet.numbers)) == (code, numbers)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("house", "bet"), [("pt-francesa", "00"), ("double-zero", "37"), ("double-zero", "38")]
)
def test_a_number_that_the_wheel_does_not_have_is_refused(house: str, bet: str) -> None:
    rulebook = HOUSE if house == "double-zero" else get_rulebook(house)
    with pytest.raises(BetRefused) as refused:
        parse_bet(f"plein:{bet}", rulebook)
    assert refused.value.code == "numbers-beyond-cloth"
    assert str(refused.value.parameters["numbers"][0]) == bet


@pytest.mark.parametrize(
    ("bet", "returned"),
    [("plein:00", "94.74"), ("cheval:0-00", "94.74"), ("douzaine:1", "94.74"), ("cinq-premiers", "92.11")],
)
def test_the_house_keeps_5_26_percent_and_7_89_of_the_five_numbers(bet: str, returned: str) -> None:
    assert percent(return_of(HOUSE, parse_bet(bet, HOUSE)).stays) == returned


@pytest.mark.parametrize("number", [0, DOUBLE_ZERO])
def test_each_zero_pays_its_bets_and_halves_even_chances(number: int) -> None:
    stakes = [
        stake(bet) for bet in ("cheval:0-00", "cinq-premiers", "plein:00", "rouge", "pair", "douzaine:1")
    ]
    coup = settle_coup(HOUSE, stakes, number)
    paid = {line.ref: (line.outcome, line.prize, line.returned) for line in coup.lines}
    assert paid["cheval:0-00"] == ("won", 17_000, 1_000)
    assert paid["cinq-premiers"] == ("won", 6_000, 1_000)
    assert paid["plein:00"][1] == (35_000 if number == DOUBLE_ZERO else 0)
    assert paid["rouge"] == paid["pair"] == ("halved", 0, 500)
    assert paid["douzaine:1"][0] == "lost"


def test_the_exposure_is_what_settling_at_each_of_38_numbers_comes_to() -> None:
    stakes = [
        stake(bet) for bet in ("cheval:0-00", "cinq-premiers", "rouge", "colonne:34", "voisins-de:00/2")
    ]
    nets = exposure(HOUSE, stakes)
    staked = sum(each.amount for each in stakes)
    for number in HOUSE.numbers:
        coup = settle_coup(HOUSE, stakes, number)
        assert nets[number] == staked - sum(line.prize + line.returned for line in coup.lines), number
    assert len(nets) == 38


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Double zero"), ("fr", "Double zéro"), ("it", "Doppio zero"), ("pt", "Duplo zero")],
)
def test_the_double_zero_is_announced_alone(language: str, said: str, tmp_path: Path) -> None:
    other = tmp_path / FILE.name
    other.write_text(
        FILE.read_text().replace('announce_language = "en"', f'announce_language = "{language}"')
    )
    assert announce_result(load_rulebook(other), DOUBLE_ZERO) == said


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            '"00", 27',
            "37, 27",
            'wheels.american.order[20]: No wheel has the pocket "37". Write a number from 0 to 36, or "00".',
        ),
        ('"00", 27', "27", "cloth.head: No wheel has 00"),
        ('"00", 27', '"00", "00", 27', "wheels.american.order: 00 is listed more than once"),
        ('"cheval:0-00", "cheval:0-1"', '"cheval:0-3"', "cloth.head: cheval:0-3 is at no head of a cloth"),
        (', "cinq-premiers",\n]', ",\n]", "bets.cinq-premiers: The head of the cloth has no such position"),
    ],
)
def test_a_cloth_that_does_not_fit_its_wheel_is_refused(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    text = FILE.read_text()
    assert old in text
    broken = tmp_path / FILE.name
    broken.write_text(text.replace(old, new, 1))
    with pytest.raises(RulebookBroken) as refused:
        load_rulebook(broken)
    assert fault in str(refused.value)
