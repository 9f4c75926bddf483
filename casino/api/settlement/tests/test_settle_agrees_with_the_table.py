"""`settle` and the table give the same answer: random coups through both, refusals included.

A bet, and a choice about a stake in prison, is asked of both. Both accept it, or both refuse it: the refusal is the
same one to its last parameter. Then both settle the number: the lines are the same, and so are the stakes that stay
in prison.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.api.settlement.tests.both import PLAYERS, Both
from casino.web.problem import Problem
from tables.money import Money
from tables.play import commands as c
from tables.refusal import Refusal, Refused
from tables.roulette.bets import AnnouncedBet, every_bet, parse_bet
from tables.roulette.limits import maximum_for
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook

COUPS = 5
CLAUSES = {
    "it-campione": ("it-campione/3", "it-campione/6", "it-campione/7", "it-campione/8"),
    "it-venezia": ("it-venezia/prison", "it-venezia/general-9", "it-venezia/payouts"),
    "pt-francesa": ("pt-francesa/18", "pt-francesa/19", "pt-francesa/24"),
    "pt-americana": ("pt-americana/27", "pt-americana/29", "pt-americana/34"),
    "it-live": ("it-live/bets", "it-live/minimum"),
}


@st.composite
def layings(draw: st.DrawFn, rulebook: Rulebook) -> c.PlaceBet | c.FindExcess:
    """A bet that is asked for, or found where a rule treats an excess: near the limits, and sometimes of no chips."""
    kinds: dict[str, list[str]] = {}
    for bet in every_bet(rulebook):
        kinds.setdefault(bet.kind, []).append(bet.code)
    even = [kind for kind in EVEN_CHANCES if kind in kinds]
    kind = draw(st.sampled_from(even) | st.sampled_from(sorted(kinds)))
    code = draw(st.sampled_from(kinds[kind][:3]) | st.sampled_from(kinds[kind]))
    named = kind if kind in rulebook.announced and draw(st.booleans()) else code
    try:
        bet = parse_bet(named, rulebook)
    except Refused:
        named, bet = code, parse_bet(code, rulebook)
    sign = rulebook.default_limits
    largest = maximum_for(rulebook, sign, bet.kind if bet.kind in rulebook.bets else "cheval") or 10**6
    unit = draw(
        st.sampled_from(
            (sign.minimum, largest, largest // 2, sign.minimum + 50, 50, largest + 50, 1, sign.minimum - 1)
        )
    )
    pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
    amount = max(1, unit * pieces + draw(st.sampled_from((0, 0, 0, 0, 1, -50))))
    found = rulebook.excess is not None and draw(st.integers(0, 9)) == 0
    laying = c.FindExcess if found else c.PlaceBet
    return laying(
        player=draw(st.sampled_from(PLAYERS)),
        bet=named,
        amount=amount,
        on_behalf_of=draw(st.none() | st.sampled_from(PLAYERS)),
    )


WRONG_CHOICES = ("move:plein:5", "move:nowhere", "double", "move:")
CHOICES = st.sampled_from(("stay", "partage", *(f"move:{chance}" for chance in EVEN_CHANCES), *WRONG_CHOICES))
NUMBERS = st.just(0) | st.integers(0, 36)


@pytest.mark.long_form
@pytest.mark.parametrize(
    "house",
    [pytest.param(house, marks=pytest.mark.clause(*clauses)) for house, clauses in CLAUSES.items()],
)
@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_coups_come_to_the_same_by_settle_and_at_the_table(house: str, data: st.DataObject) -> None:
    """Five coups an example: 500 in all as a rule, and more than 10,000 in the long form."""
    rulebook = get_rulebook(house)
    groups = data.draw(st.sampled_from(((), (("P1", "P2"),)))) if rulebook.limits.company_clause else ()
    both = Both(rulebook, groups)
    both.day.do(c.AnnounceBetsOpen())
    for laid in data.draw(st.lists(layings(rulebook), min_size=1, max_size=8)):
        both.lay(laid)
    for _ in range(COUPS):
        both.fall(data.draw(NUMBERS))
        for pending in data.draw(st.permutations(both.day.state.choices)):
            if data.draw(st.booleans()):
                both.choose(pending.stake.ref, data.draw(CHOICES))
        both.go_on()


@pytest.mark.clause("it-campione/6", "it-campione/3")
def test_stake_moved_in_prison_over_the_maximum_is_refused_by_both() -> None:
    both = Both(get_rulebook("it-campione"), ())
    both.day.do(c.AnnounceBetsOpen())
    for bet in ("rouge", "noir"):
        both.lay(c.PlaceBet(player="P1", bet=bet, amount=600_000))
    both.fall(0)
    both.choose("b1", "move:noir")
    assert both.request["choices"] == [], "12,000 francs are over 10,000"
    answer = both.asked_of_settle(choices=[{"coup": 1, "ref": "b1", "choice": "move:noir"}])
    assert isinstance(answer, Problem)
    assert answer.refusal == Refusal(
        code="over-maximum",
        clause="it-campione/6",
        parameters={
            "bet": "noir",
            "of": "noir",
            "value": Money(1_200_000, "CHF"),
            "limit": Money(1_000_000, "CHF"),
        },
    )
    assert answer.document()["detail"].startswith("choices[0]")
    both.choose("b2", "partage")
    both.choose("b1", "move:noir")
    assert [choice["choice"] for choice in both.request["choices"]] == ["partage", "move:noir"]
    both.go_on()


@pytest.mark.clause("it-campione/7")
def test_stake_moved_in_prison_over_the_maximum_of_the_group_is_refused_by_both() -> None:
    both = Both(get_rulebook("it-campione"), (("P1", "P2"),))
    both.day.do(c.AnnounceBetsOpen())
    both.lay(c.PlaceBet(player="P1", bet="rouge", amount=600_000))
    both.lay(c.PlaceBet(player="P2", bet="noir", amount=600_000))
    both.fall(0)
    both.choose("b1", "move:noir")
    assert both.request["choices"] == []


@pytest.mark.clause("it-campione/3", "it-venezia/prison", "pt-francesa/19", "pt-americana/29", "it-live/bets")
@pytest.mark.parametrize("house", sorted(CLAUSES))
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("choice", ["stay", "partage", "move:noir", *WRONG_CHOICES])
def test_choice_that_is_not_open_is_refused_by_both_with_one_code(
    house: str, number: int, choice: str
) -> None:
    both = Both(get_rulebook(house), ())
    both.day.do(c.AnnounceBetsOpen())
    both.lay(c.PlaceBet(player="P1", bet="rouge", amount=1000))
    both.lay(c.PlaceBet(player="P1", bet="plein:0", amount=1000))
    both.fall(number)
    for ref in ("b1", "b2"):
        both.choose(ref, choice)
    in_prison = both.rulebook.zero.prison is not None and number == 0
    assert bool(both.request["choices"]) is (in_prison and choice not in WRONG_CHOICES)


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("choice", ["stay", "move:noir", "partage"])
def test_choice_of_a_stake_that_a_fourth_zero_divides_is_refused_by_both_with_one_code(choice: str) -> None:
    both = Both(get_rulebook("it-venezia"), ())
    both.day.do(c.AnnounceBetsOpen())
    both.lay(c.PlaceBet(player="P1", bet="rouge", amount=1000))
    for _ in range(3):
        both.fall(0)
        both.go_on()
    both.fall(0)
    if choice != "partage":
        both.choose("b1", choice)
    assert both.request["choices"] == []
    assert both.day.state.bets == ()


@pytest.mark.clause("it-live/announced")
def test_settle_takes_the_voisins_for_as_many_chips_as_their_amount_makes() -> None:
    both = Both(get_rulebook("it-live"), ())
    both.day.do(c.AnnounceBetsOpen())
    both.lay(c.PlaceBet(player="P1", bet="voisins", amount=7 * 50))
    assert [bet["amount"] for bet in both.request["bets"]] == [350]
    both.fall(26)


def test_all_rulebooks_are_played_through_both() -> None:
    assert set(CLAUSES) == set(rulebooks())
