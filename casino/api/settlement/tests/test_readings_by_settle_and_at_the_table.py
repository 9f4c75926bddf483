"""Readings of unclear clauses, held by a table and by a request of `settle` alike."""

from typing import Any

import pytest
from msgspec.structs import replace

from casino.api.settlement.tests.both import Both
from casino.web.problem import Problem
from tables.play import commands as c
from tables.play.payment.settled import settled_on
from tables.roulette.loader import get_rulebook

WITH_ZERO = ("plein:0", "cheval:0-1", "cheval:0-2", "cheval:0-3", "transversale:0-1-2", "quatre-premiers")
WITHOUT_ZERO = ("plein:1", "cheval:1-2", "carre:1-2-4-5", "sixain:1-2-3-4-5-6", "douzaine:1", "colonne:34")


def at(house: str) -> Both:
    both = Both(get_rulebook(house))
    both.day.do(c.AnnounceBetsOpen())
    return both


def outcomes(both: Both) -> dict[str, tuple[str, int, int]]:
    """The outcome, prize and returned stake of the last number at the table, by the code of the bet."""
    assert both.day.state.number is not None
    coup = settled_on(both.day.state, both.day.state.number, both.rulebook)
    return {line.bet: (line.outcome, line.prize, line.returned) for line in coup.lines}


# ---------------------------------------------------------------- bets that contain zero


@pytest.mark.clause("it-campione/3", "it-campione/2", "it-campione/17", "it-venezia/zero")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_multiple_bets_win_at_zero_if_they_contain_it_and_lose_otherwise(house: str) -> None:
    both = at(house)
    for code in (*WITH_ZERO, *WITHOUT_ZERO):
        both.lay(c.PlaceBet(player="P1", bet=code, amount=500))
    both.lay(c.PlaceBet(player="P2", bet="voisins", amount=9 * 500))
    both.fall(0)
    settled = outcomes(both)
    assert {settled[code][0] for code in WITH_ZERO} == {"won"}
    assert {settled[code][0] for code in WITHOUT_ZERO} == {"lost"}
    assert settled["voisins"][:2] == ("won", 2 * 11 * 500), "the transversale 0-2-3, with two chips"


@pytest.mark.clause("it-campione/3")
def test_rulebook_carries_that_bets_with_zero_win_as_a_value_with_its_clause() -> None:
    zero = get_rulebook("it-campione").zero
    assert (zero.bets_with_zero, zero.bets_with_zero_clause) == ("win", "it-campione/3")


# ---------------------------------------------------------------- halves that do not divide


@pytest.mark.parametrize(
    ("house", "bet", "number", "expected"),
    [
        pytest.param(
            "it-campione", "rouge", 0, ("divided", 0, 251), marks=pytest.mark.clause("it-campione/3")
        ),
        pytest.param(
            "it-venezia", "rouge", 0, ("divided", 0, 251), marks=pytest.mark.clause("it-venezia/prison")
        ),
        pytest.param(
            "pt-francesa", "dúzias 1-2", 1, ("won", 251, 501), marks=pytest.mark.clause("pt-francesa/18")
        ),
        pytest.param(
            "pt-americana", "dúzias 1-2", 1, ("won", 251, 501), marks=pytest.mark.clause("pt-americana/27")
        ),
        pytest.param(
            "pt-americana", "rouge", 0, ("halved", 0, 251), marks=pytest.mark.clause("pt-americana/27")
        ),
    ],
)
def test_half_that_does_not_divide_is_rounded_up_for_the_player(
    house: str, bet: str, number: int, expected: tuple[str, int, int]
) -> None:
    both = at(house)
    code = "deux-douzaines:1-24" if bet == "dúzias 1-2" else bet
    both.lay(c.FindExcess(player="P1", bet=code, amount=501, face_value=house == "pt-americana"))
    both.fall(number)
    if expected[0] == "divided":
        both.choose("b1", "partage")
        answer = both.asked_of_settle()
        assert isinstance(answer, dict)
        (line,) = answer["coups"][-1]["lines"]
        assert (line["outcome"], line["prize"], line["returned"]) == expected
        assert "note" in line
    else:
        assert list(outcomes(both).values()) == [expected]


# ---------------------------------------------------------------- bets that a player calls out


CALLED = c.PlaceBet(player="P1", bet="cheval:17-20", amount=500, called=True)


@pytest.mark.clause("it-venezia/announcements")
@pytest.mark.parametrize("repeated", [(), ("chief",)])
def test_called_bet_that_the_employee_has_not_repeated_is_refused(repeated: tuple[str, ...]) -> None:
    both = at("it-venezia")
    both.lay(replace(CALLED, repeated=repeated))
    assert both.request["bets"] == [] and both.day.state.bets == ()
    (wanted,) = [
        {"ref": "b1", "player": "P1", "bet": "cheval:17-20", "amount": 500, "called": True, "repeated": []}
    ]
    answer = both.asked_of_settle(bets=[wanted])
    assert isinstance(answer, Problem) and answer.refusal is not None
    assert (answer.refusal.code, answer.clause) == ("bet-not-repeated", "it-venezia/announcements")
    assert answer.refusal.parameters["missing"] == ("employee",)
    assert answer.document()["detail"].startswith("bets[0].repeated")


@pytest.mark.clause("it-venezia/announcements")
def test_called_bet_counts_once_the_employee_has_repeated_it() -> None:
    both = at("it-venezia")
    both.lay(replace(CALLED, repeated=("employee",)))
    assert [bet["ref"] for bet in both.request["bets"]] == ["b1"]
    both.fall(17)
    assert outcomes(both)["cheval:17-20"] == ("won", 17 * 500, 500)


@pytest.mark.clause("it-venezia/announcements")
def test_bet_that_the_player_lays_needs_no_repetition() -> None:
    both = at("it-venezia")
    both.lay(replace(CALLED, called=False))
    assert [bet.bet for bet in both.day.state.bets] == ["cheval:17-20"]


@pytest.mark.clause("it-campione/18", "pt-francesa/16")
@pytest.mark.parametrize("house", ["it-campione", "pt-francesa", "pt-americana", "it-live"])
def test_called_bet_needs_no_repetition_where_the_rulebook_does_not_ask_for_it(house: str) -> None:
    both = at(house)
    both.day.seat("P1")
    both.lay(replace(CALLED, amount=both.rulebook.default_limits.minimum))
    assert len(both.request["bets"]) == len(both.day.state.bets) == 1


# ---------------------------------------------------------------- the chips in use at the table


@pytest.mark.clause("it-campione/5", "it-campione/20")
@pytest.mark.parametrize(
    ("amount", "chip", "fits"), [(700, 700, True), (1400, None, True), (750, None, False)]
)
def test_stake_is_a_sum_of_the_chips_that_the_casino_has_registered(
    amount: int, chip: int | None, fits: bool
) -> None:
    both = at("it-campione")
    both.day.do(c.TellChipSeries(in_play=("B",), ended=(), values=(700,)))
    both.request["chips"] = [700]
    both.lay(c.PlaceBet(player="P1", bet="rouge", amount=amount, chip=chip))
    assert bool(both.day.state.bets) is fits


@pytest.mark.clause("it-campione/5")
def test_stake_is_a_sum_of_the_rulebooks_chips_where_none_are_registered() -> None:
    both = at("it-campione")
    both.lay(c.PlaceBet(player="P1", bet="rouge", amount=700, chip=700))
    assert both.day.state.bets == ()
    both.lay(c.PlaceBet(player="P1", bet="rouge", amount=700))
    assert len(both.day.state.bets) == 1


# ---------------------------------------------------------------- even chances by their distance


def in_order(both: Both) -> list[str]:
    answer: Any = both.asked_of_settle()
    order: list[str] = answer["coups"][-1]["order"]
    return order


@pytest.mark.clause("it-venezia/payment-order", "it-venezia/roles-by-parity")
@pytest.mark.parametrize(
    ("number", "expected"), [(12, ["b3", "b1", "b4", "b2"]), (27, ["b1", "b4", "b3", "b2"])]
)
def test_even_chances_are_paid_from_the_farthest_and_those_without_distance_last(
    number: int, expected: list[str]
) -> None:
    both = at("it-venezia")
    for distance in (1, None, 3, 1):
        both.lay(c.PlaceBet(player="P1", bet="rouge", amount=500, distance=distance))
    both.fall(number)
    assert in_order(both) == expected


@pytest.mark.clause("it-campione/2")
def test_even_chances_of_a_house_without_roles_are_paid_from_the_farthest() -> None:
    both = at("it-campione")
    for distance in (1, None, 3):
        both.lay(c.PlaceBet(player="P1", bet="rouge", amount=500, distance=distance))
    both.fall(27)
    assert in_order(both) == ["b3", "b1", "b2"]
