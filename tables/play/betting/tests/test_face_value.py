"""Chips with a face value beside chips of colours, which carry none: where they may lie."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import EVEN_CHANCES
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

SERIES = [
    *(
        pytest.param(bet, "pt-americana/25a", marks=pytest.mark.clause("pt-americana/25a"))
        for bet in ("voisins", "jeu-zero", "tiers", "orphelins")
    ),
    *(
        pytest.param(
            f"voisins-de:17/{each}", "pt-americana/25b", marks=pytest.mark.clause("pt-americana/25b")
        )
        for each in (1, 2, 3)
    ),
]


def americana(*, face_value_only: bool = False) -> DayInHand:
    day = DayInHand(get_rulebook("pt-americana"), opened=False)
    day.do(replace(opening(day.rulebook), face_value_only=face_value_only))
    day.do(c.AnnounceBetsOpen())
    return day


def chips(
    bet: str, amount: int = 90_000, *, face_value: bool = True, colour: str | None = None
) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=bet, amount=amount, face_value=face_value, colour=colour)


@pytest.mark.clause("pt-americana/15")
@pytest.mark.parametrize("chance", EVEN_CHANCES)
def test_face_value_chips_lie_on_even_chances(chance: str) -> None:
    day = americana()
    day.do(chips(chance))
    assert day.state.bets[0].face_value


@pytest.mark.clause("pt-americana/15")
@pytest.mark.parametrize("bet", ["plein:17", "cheval:17-20", "douzaine:1", "colonne:2", "complete:17"])
def test_face_value_chips_lie_nowhere_else_at_a_table_with_colours(bet: str) -> None:
    day = americana()
    amount = 11 * 1000 if bet.startswith("complete") else 1000
    with expect_refusal(
        "no-face-value-there", kinds=("pair", "impair", "manque", "passe", "rouge", "noir")
    ) as refused:
        day.do(chips(bet, amount))
    assert refused.value.clause == "pt-americana/15"
    day.do(chips(bet, amount, face_value=False, colour="yellow"))
    assert (day.state.bets[0].colour, day.state.bets[0].face_value) == ("yellow", False)


@pytest.mark.parametrize(("bet", "clause"), SERIES)
def test_a_series_is_not_played_with_face_value_chips(bet: str, clause: str) -> None:
    day, amount = americana(), 4 * 5 * 7 * 9 * 100
    with expect_refusal("played-with-colours-only", bet=bet) as refused:
        day.do(chips(bet, amount))
    assert refused.value.clause == clause
    with pytest.raises(Refused) as refused:
        americana(face_value_only=True).do(chips(bet, amount, face_value=False))
    assert refused.value.clause == clause, "there every chip has a face value, said or not"


@pytest.mark.parametrize(("bet", "clause"), SERIES)
def test_a_series_is_played_with_chips_of_a_colour(bet: str, clause: str) -> None:
    day = DayInHand(get_rulebook("pt-americana"), opened=False)
    sign = replace(opening(day.rulebook).limits, minimum=3000, maximums={})
    day.do(replace(opening(day.rulebook), limits=sign), c.AnnounceBetsOpen())
    pieces = {"jeu-zero": 4, "tiers": 6, "voisins": 9, "orphelins": 5}
    count = pieces.get(bet) or 2 * int(bet[-1]) + 1
    day.do(chips(bet, count * 30_000, face_value=False, colour="blue"))
    assert day.state.bets[0].colour == "blue"


@pytest.mark.clause("pt-americana/15")
def test_at_a_table_with_face_value_chips_only_every_chip_is_one() -> None:
    day = americana(face_value_only=True)
    day.do(chips("plein:17", 500, face_value=False), chips("cheval:17-20", 500))
    assert [bet.face_value for bet in day.state.bets] == [True, True]
    with expect_refusal("colour-at-face-value-table", colour="yellow") as refused:
        day.do(chips("plein:18", 500, colour="yellow"))
    assert refused.value.clause == "pt-americana/15"


def asked_and_found(bet: str, **said: object) -> list[c.PlaceBet | c.FindExcess]:
    """The same chips, asked for and found on the cloth."""
    kinds: tuple[type[c.PlaceBet | c.FindExcess], ...] = (c.PlaceBet, c.FindExcess)
    return [kind(player="P1", bet=bet, amount=90_000, **said) for kind in kinds]  # type: ignore[arg-type]


@pytest.mark.clause("pt-americana/15")
def test_a_chip_is_of_a_colour_or_has_a_face_value_and_not_both() -> None:
    day = americana()
    for laying in asked_and_found("rouge", face_value=True, colour="yellow"):
        with expect_refusal("colour-with-face-value", colour="yellow") as refused:
            day.do(laying)
        assert refused.value.clause == "pt-americana/15"
    assert day.state.bets == ()


@pytest.mark.clause("pt-americana/15")
def test_chips_of_which_nothing_is_said_are_of_the_players_own_colour() -> None:
    day = americana()
    day.do(
        *asked_and_found("cheval:17-20", colour=None)[1:], c.PlaceBet(player="P1", bet="tiers", amount=15_000)
    )
    assert [(bet.colour, bet.face_value) for bet in day.state.bets] == [(None, False)] * 2


@pytest.mark.parametrize("colour", ["", " "])
@pytest.mark.parametrize(
    ("house", "clause"),
    [("pt-americana", "pt-americana/15"), ("it-venezia", "it-venezia/positions")],
)
def test_a_colour_has_a_name(house: str, clause: str, colour: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen())
    for laying in asked_and_found("rouge", colour=colour):
        with expect_refusal("chips-of-unnamed-colour") as refused:
            day.do(laying)
        assert refused.value.clause == clause


@pytest.mark.parametrize("house", ["pt-francesa", "it-campione", "it-venezia", "it-live"])
def test_a_house_without_chips_of_colours_lets_every_chip_lie_anywhere(house: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.seat("P1")
    day.do(c.AnnounceBetsOpen(), chips("plein:17", 500), chips("plein:18", 500, face_value=False))
    assert [bet.face_value for bet in day.state.bets] == [True, False]
    closed = DayInHand(day.rulebook, opened=False)
    with expect_refusal("face-value-only-not-allowed") as refused:
        closed.do(replace(opening(day.rulebook), face_value_only=True))
    assert refused.value.clause == day.rulebook.positions_clause
