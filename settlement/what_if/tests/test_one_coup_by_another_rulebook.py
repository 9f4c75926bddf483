"""One coup beside what was paid: each figure here was worked out by hand from the clauses that it names."""

from pathlib import Path
from typing import NamedTuple

import pytest

from settlement.what_if.compared import ComparedCoup, ComparedLine
from settlement.what_if.coup import PlayedCoup, Rules, compare_coup
from tables.roulette.loader import load_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.rulebook import Limits
from tables.roulette.stake import Stake
from tables.roulette.wheel import DOUBLE_ZERO
from testkit.rulebooks import rules_of, written

FRENCH, AMERICAN, VENICE, CAMPIONE, LIVE = (
    "pt-francesa", "pt-americana", "it-venezia", "it-campione", "it-live",
)  # fmt: skip
SIGN = Limits(minimum=500, maximums={})


def stake(bet: str, amount: int = 1_000, ref: str = "b1", **more: object) -> Stake:
    return Stake(**{"ref": ref, "player": "P1", "bet": bet, "amount": amount, **more})  # type: ignore[arg-type]


def played(
    by: str, number: int, *stakes: Stake, limits: Limits = SIGN, choices: dict[str, str]
) -> PlayedCoup:
    coup = settle_coup(rules_of(by), stakes, number, choices, limits=limits)
    return PlayedCoup(coup=1, number=number, stakes=stakes, lines=coup.lines, limits=limits, choices=choices)


def what_if(
    by: str,
    other: str,
    number: int,
    *stakes: Stake,
    limits: Limits = SIGN,
    choices: dict[str, str] | None = None,
) -> ComparedCoup:
    rules = Rules(by=rules_of(by), wheel=rules_of(by).first_wheel, other=rules_of(other))
    compared = compare_coup(played(by, number, *stakes, limits=limits, choices=choices or {}), rules)
    assert compared.difference == compared.paid.bank - compared.not_settled.bank - compared.would.bank
    return compared


def only(compared: ComparedCoup) -> ComparedLine:
    (line,) = compared.lines
    return line


class Side(NamedTuple):
    """What a line comes to."""

    outcome: str
    prize: int
    returned: int
    held: int
    clause: str


def side_of(line: object) -> Side:
    return Side(*(getattr(line, name) for name in Side._fields))


# 10.01 on rouge when zero falls: lost (Portugal, French), half back, rounded up (Portugal, American), bound (Italy).
ROUGE_AT_ZERO = {
    FRENCH: Side("lost", 0, 0, 0, "pt-francesa/19"),
    AMERICAN: Side("halved", 0, 501, 0, "pt-americana/29"),
    VENICE: Side("imprisoned", 0, 0, 1_001, "it-venezia/prison"),
    CAMPIONE: Side("imprisoned", 0, 0, 1_001, "it-campione/3"),
    LIVE: Side("lost", 0, 0, 0, "it-live/bets"),
}
ALL_PAIRS = [(by, other) for by in ROUGE_AT_ZERO for other in ROUGE_AT_ZERO]


@pytest.mark.clause("pt-francesa/19")
@pytest.mark.clause("pt-americana/29")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-live/bets")
@pytest.mark.parametrize(("by", "other"), ALL_PAIRS)
def test_an_even_chance_at_zero_is_what_each_rulebook_makes_of_it(by: str, other: str) -> None:
    compared = what_if(by, other, 0, stake("rouge", 1_001))
    line = only(compared)
    paid, would = ROUGE_AT_ZERO[by], ROUGE_AT_ZERO[other]
    assert (side_of(line.paid), side_of(line.would)) == (paid, would)
    assert line.difference == compared.difference == sum(would[1:4]) - sum(paid[1:4])
    assert line.is_alike == (paid[:4] == would[:4])


@pytest.mark.clause("pt-francesa/18")
def test_equal_payment_differs_in_its_clause_alone() -> None:
    compared = what_if(FRENCH, VENICE, 17, stake("plein:17", 500), stake("douzaine:2", ref="b2"))
    assert [line.difference for line in compared.lines] == [0, 0]
    assert compared.differing == ()
    first = compared.lines[0]
    assert first.paid is not None and first.would is not None
    assert (first.paid.clause, first.would.clause) == ("pt-francesa/18", "it-venezia/payouts")
    assert (compared.paid.prize, compared.would.prize) == (17_500 + 2_000, 17_500 + 2_000)


UNKNOWN = [
    # A bet across two dozens is played in Portugal only, and forbidden by name in Italy's casinos.
    (FRENCH, LIVE, "deux-douzaines:1-2", "bet-of-record-not-known", "it-live/bets"),
    (FRENCH, VENICE, "deux-douzaines:1-2", "kind-of-bet-forbidden", "it-venezia/general-4"),
    (FRENCH, CAMPIONE, "deux-douzaines:1-2", "kind-of-bet-forbidden", "it-campione/4"),
    # The French table of Portugal knows no series.
    (VENICE, FRENCH, "tiers", "bet-of-record-not-known", "pt-francesa/16"),
    (VENICE, CAMPIONE, "voisins-de:17/2", "bet-of-record-not-known", "it-campione/17"),
    # Seven chips on the series of the zero are played live only.
    (LIVE, VENICE, "voisins:7-chips", "bet-of-record-not-known", "it-venezia/announcements"),
    (AMERICAN, LIVE, "voisins-de:17/3", "neighbours-unknown", "it-live/announced"),
]


@pytest.mark.parametrize(("by", "other", "bet", "code", "clause"), UNKNOWN)
def test_bet_unknown_to_the_other_rulebook_is_a_refused_line(
    by: str, other: str, bet: str, code: str, clause: str
) -> None:
    compared = what_if(by, other, 5, stake(bet, 12_600), stake("rouge", ref="b2"))
    line, known = compared.lines
    assert line.refused is not None
    assert (line.refused.code, line.refused.clause, line.would) == (code, clause, None)
    assert (line.difference, line.is_alike) == (None, False)
    assert known.is_alike
    assert (compared.difference, compared.unsettled) == (0, 1)
    assert compared.not_settled.bank != 0


@pytest.mark.clause("it-venezia/neighbours")
def test_a_bet_that_the_other_rulebook_lays_on_other_places_is_not_settled(tmp_path: Path) -> None:
    """The two neighbours of 17 on each side are others on the American numbering, and this house has no other."""
    american = load_rulebook(written(tmp_path, ("each_side = [1]", "each_side = [2]")))
    rules = Rules(by=rules_of(VENICE), wheel="french", other=american)
    line = only(compare_coup(played(VENICE, 17, stake("voisins-de:17/2"), choices={}), rules))
    assert line.refused is not None
    assert (line.refused.code, line.refused.clause) == ("bet-laid-otherwise", "sixth/2")


def test_the_numbering_of_the_table_is_found_by_its_order_and_not_by_its_name() -> None:
    """A series of the American table lies on its French numbering, which in Venice is the first."""
    by = rules_of(AMERICAN)
    assert Rules(by=by, wheel="american", other=rules_of(VENICE)).other_wheel == "french"
    assert Rules(by=by, wheel="american", other=rules_of("sixth")).other_wheel == "american"


def test_a_number_that_is_on_none_of_its_wheels_settles_nothing() -> None:
    compared = what_if("double-zero", VENICE, DOUBLE_ZERO, stake("rouge"), stake("plein:17", ref="b2"))
    assert [line.refused.code for line in compared.lines if line.refused] == ["number-not-on-wheel"] * 2
    assert compared.difference == 0


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_in_prison_lies_at_its_level_and_is_freed_as_the_other_rulebook_has_it() -> None:
    """At the second level one win frees it in Campione; in Venice it takes one level off."""
    compared = what_if(CAMPIONE, VENICE, 1, stake("rouge", level=2))
    line = only(compared)
    assert side_of(line.paid) == Side("freed", 0, 1_000, 0, "it-campione/3")
    assert side_of(line.would) == Side("still-imprisoned", 0, 0, 1_000, "it-venezia/prison")
    assert line.would is not None and line.would.level == 1
    assert line.difference == 0
    assert not line.is_alike


def test_a_stake_in_prison_is_not_settled_by_a_rulebook_without_one_nor_where_none_lies_so_deep() -> None:
    without = only(what_if(VENICE, FRENCH, 1, stake("rouge", level=1)))
    assert without.refused is not None
    assert (without.refused.code, without.refused.clause) == ("stake-in-no-prison", "pt-francesa/19")
    deep = only(what_if(CAMPIONE, VENICE, 0, stake("rouge", level=4)))
    assert deep.refused is not None
    assert (deep.refused.code, deep.refused.parameters["levels"]) == ("stake-too-deep-in-prison", 3)


@pytest.mark.clause("it-campione/3")
def test_choice_is_kept_where_permitted_and_refused_elsewhere() -> None:
    split = {"b1": "partage"}
    both = only(what_if(VENICE, CAMPIONE, 0, stake("rouge"), choices=split))
    assert side_of(both.would) == Side("divided", 0, 500, 0, "it-campione/3")
    assert both.is_alike
    lost = only(what_if(VENICE, FRENCH, 0, stake("rouge"), choices=split))
    assert side_of(lost.would) == Side("lost", 0, 0, 0, "pt-francesa/19")
    assert lost.choice_refused is not None
    assert lost.choice_refused.code == "choice-without-prison"
    assert lost.difference == -500


@pytest.mark.clause("it-venezia/general-9")
def test_a_stake_over_the_maximum_is_capped_as_the_other_rulebook_has_it_by_the_sign_of_the_time() -> None:
    """20.00 found where the sign allows 10.00: Venice pays 35 times 10.00 and gives the rest back. Live has no rule on
    an excess, and pays 35 times 20.00."""
    sign = Limits(minimum=500, maximums={"plein": 1_000})
    line = only(what_if(VENICE, LIVE, 17, stake("plein:17", 2_000, excess=True), limits=sign))
    assert line.paid is not None and line.would is not None
    assert (line.paid.prize, line.would.prize, line.difference) == (35_000, 70_000, 35_000)
