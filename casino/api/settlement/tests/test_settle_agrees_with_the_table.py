"""`settle` and the table give the same answer: random coups through both, refusals included.

A bet, and a choice about a stake in prison, is asked of both. Both accept it, or both refuse it by the same clause,
with the same limit and value. A refusal of a bet is the same one to its last parameter. Then both settle the number:
the lines are the same, and so are the stakes that stay in prison.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.api.settlement.problem import Problem
from casino.api.settlement.settle import settle_request
from tables.play import commands as c
from tables.play.payment.settled import settled_on
from tables.roulette.bets import AnnouncedBet, every_bet, parse_bet
from tables.roulette.limits import maximum_for
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.money import Money
from tables.roulette.payout.engine import settle_coup
from tables.roulette.refusal import Refusal, Refused
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from testkit.play import DayInHand

PLAYERS = ("P1", "P2", "P3")
COUPS = 5
CLAUSES = {
    "it-campione": ("it-campione/3", "it-campione/6", "it-campione/7", "it-campione/8"),
    "it-venezia": ("it-venezia/prison", "it-venezia/general-9", "it-venezia/payouts"),
    "pt-francesa": ("pt-francesa/18", "pt-francesa/19", "pt-francesa/24"),
    "pt-americana": ("pt-americana/27", "pt-americana/29", "pt-americana/34"),
    "it-live": ("it-live/bets", "it-live/minimum"),
}


class Both:
    """One cloth, twice: a table's day, and the request of `settle` that says the same."""

    def __init__(self, rulebook: Rulebook, groups: tuple[tuple[str, ...], ...]) -> None:
        self.rulebook = rulebook
        self.day = DayInHand(rulebook)
        self.day.seat(*PLAYERS, balance=10**12)
        for players in groups:
            self.day.do(c.DeclareGroup(players=players))
        sign = rulebook.default_limits
        self.request: dict[str, Any] = {
            "bets": [],
            "results": [],
            "choices": [],
            "minimum": sign.minimum,
            "maximums": dict(sign.maximums),
            "companies": [list(players) for players in groups],
        }

    def asked_of_settle(self, **more: Any) -> dict[str, Any] | Problem:
        try:
            return settle_request(self.request | more, self.rulebook)
        except Problem as problem:
            return problem

    def asked_of_table(self, command: c.Command) -> Refused | None:
        try:
            self.day.do(command)
        except Refused as refused:
            return refused
        return None

    def lay(self, laid: c.PlaceBet | c.FindExcess) -> None:
        """Ask both for a bet."""
        ref = f"b{self.day.state.bets_numbered + 1}"
        bet = {
            "ref": ref,
            "player": laid.player,
            "bet": laid.bet,
            "amount": laid.amount,
            "layout": laid.layout,
            "excess": isinstance(laid, c.FindExcess),
            **({"on_behalf_of": laid.on_behalf_of} if laid.on_behalf_of else {}),
        }
        bets = [*self.request["bets"], bet]
        answer, refused = self.asked_of_settle(bets=bets), self.asked_of_table(laid)
        if refused is None:
            assert isinstance(answer, dict), answer
            self.request["bets"] = bets
            return
        assert isinstance(answer, Problem), f"the table refuses it: {refused}"
        assert answer.refusal == refused.refusal

    def choose(self, ref: str, choice: str) -> None:
        """Ask both for a choice about a stake that the last zero found or put in prison."""
        choices = [
            *self.request["choices"],
            {"coup": len(self.request["results"]), "ref": ref, "choice": choice},
        ]
        answer = self.asked_of_settle(choices=choices)
        refused = self.asked_of_table(c.ChoosePrison(ref=ref, choice=choice))
        if refused is None:
            assert isinstance(answer, dict), answer
            self.request["choices"] = choices
            return
        assert isinstance(answer, Problem), f"the table refuses it: {refused}"
        assert (answer.clause, answer.limit, answer.value) == (refused.clause, refused.limit, refused.value)
        if refused.limit is not None:
            assert answer.refusal == refused.refusal

    def fall(self, number: int) -> None:
        """Let both settle a number, and compare what they say of it."""
        self.day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
        self.request["results"].append(number)
        answer = self.asked_of_settle()
        assert isinstance(answer, dict), answer
        settled = answer["coups"][-1]
        coup = settled_on(self.day.state, number, self.rulebook)
        assert [_bare(line) for line in settled["lines"]] == [
            _bare(line) for line in msgspec.to_builtins(coup.lines)
        ]
        assert (settled["order"], settled["colour"]) == (list(coup.order), coup.colour)

    def go_on(self) -> None:
        """Pay the coup, take up the winning stakes, of which `settle` knows nothing, and open the next bets."""
        self.day.do(c.ConfirmPayments())
        for bet in reversed(self.day.state.bets):
            if bet.stays_of is not None:
                self.day.do(c.WithdrawBet(ref=bet.ref))
        self.day.do(c.AnnounceBetsOpen())
        self.check_prison()

    def check_prison(self) -> None:
        """Compare the stakes in prison by the lines that a zero would give them."""
        answer = self.asked_of_settle(results=[*self.request["results"], 0])
        assert isinstance(answer, dict), answer
        expected = settled_on_cloth(self.day, self.rulebook)
        assert [_bare(line) for line in answer["coups"][-1]["lines"]] == expected


def settled_on_cloth(day: DayInHand, rulebook: Rulebook) -> list[dict[str, Any]]:
    """The lines of the stakes that lie, if zero fell now."""
    coup = settle_coup(rulebook, day.state.bets, 0, limits=day.state.limits, groups=day.state.groups)
    return [_bare(line) for line in msgspec.to_builtins(coup.lines)]


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    """A line without its notes, which the request's answer has as sentences."""
    bare = {key: value for key, value in line.items() if key not in ("note", "notes")}
    return bare | ({"chips": [_bare(chip) for chip in line["chips"]]} if line.get("chips") else {})


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


CHOICES = st.sampled_from(("stay", "partage", *(f"move:{chance}" for chance in EVEN_CHANCES), "move:plein:5"))
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


@pytest.mark.clause("it-live/announced")
def test_settle_takes_the_voisins_for_as_many_chips_as_their_amount_makes() -> None:
    both = Both(get_rulebook("it-live"), ())
    both.day.do(c.AnnounceBetsOpen())
    both.lay(c.PlaceBet(player="P1", bet="voisins", amount=7 * 50))
    assert [bet["amount"] for bet in both.request["bets"]] == [350]
    both.fall(26)


def test_all_rulebooks_are_played_through_both() -> None:
    assert set(CLAUSES) == set(rulebooks())
