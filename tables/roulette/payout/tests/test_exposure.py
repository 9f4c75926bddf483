"""What each number would cost: always the same as settling the bets at it."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.refusal import BetRefused
from tables.roulette.bets import AnnouncedBet, every_bet
from tables.roulette.game_rules import AnnouncedRule
from tables.roulette.loader import rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.exposure import exposure, worst_number
from tables.roulette.rulebook import EVEN_CHANCES, Limits, Rulebook
from tables.roulette.stake import Groups, Stake
from testkit.payout import laid
from testkit.refusals import expect_refusal
from testkit.rulebooks import rules_of

HOUSES = ("it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa", "double-zero")
ROUNDED_OR_BOUND = (*EVEN_CHANCES, "deux-douzaines", "deux-colonnes")


class Table(NamedTuple):
    """Where the stakes lie: what holds there, who is in a group, how its wheel is numbered."""

    limits: Limits | None = None
    groups: Groups = ()
    wheel: str | None = None


Laid = tuple[Rulebook, list[Stake], Table]


def settled_at_each(rulebook: Rulebook, stakes: list[Stake], at: Table) -> tuple[int, ...]:
    """The same by the engine, number by number."""
    coups = (settle_coup(rulebook, stakes, number, **at._asdict()) for number in rulebook.numbers)
    return tuple(
        sum(line.stake - line.returned - line.held - line.prize for line in coup.lines) for coup in coups
    )


@st.composite
def cloths(draw: st.DrawFn, house: str) -> Laid:
    """A cloth of a house: any bets with amounts that seldom divide, some in prison, some over a low maximum."""
    book = rules_of(house)
    wheel = draw(st.sampled_from(sorted(book.wheels)))
    bets = every_bet(book, wheel=wheel)
    wide = [bet for bet in bets if bet.kind in ROUNDED_OR_BOUND]
    deepest = (book.zero.prison.levels or 5) if book.zero.prison else 0
    stakes = []
    for index in range(draw(st.integers(0, 15))):
        bet = draw(st.sampled_from(bets) | st.sampled_from(wide))
        stakes.append(
            Stake(
                ref=f"a{index}",
                player=draw(st.sampled_from("ABC")),
                bet=bet.code,
                amount=draw(st.integers(1, 1_000)) * (bet.pieces if isinstance(bet, AnnouncedBet) else 1),
                level=draw(st.integers(0, deepest)) if bet.kind in EVEN_CHANCES else 0,
                excess=draw(st.booleans()),
                layout=draw(st.integers(1, 2)),
                on_behalf_of=draw(st.sampled_from([None, "A"])),
            )
        )
    limits = None
    if draw(st.booleans()):
        maximum = draw(st.integers(1, 800))
        limits = Limits(minimum=draw(st.integers(1, 20)), maximums=dict.fromkeys(book.bets, maximum))
    groups = draw(st.sampled_from([(), (("B", "A"),)]))
    return book, stakes, Table(limits, groups, wheel)


@pytest.mark.clause("pt-francesa/18")
@pytest.mark.clause("pt-americana/29")
@pytest.mark.parametrize("house", (*HOUSES, "sixth", "seventh"))
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_exposure_equals_settlement_at_each_number(house: str, data: st.DataObject) -> None:
    book, stakes, at = data.draw(cloths(house))
    assert exposure(book, stakes, **at._asdict()) == settled_at_each(book, stakes, at)


def test_every_rulebook_that_ships_is_among_those_looked_at_here() -> None:
    assert {*rulebooks(), "double-zero"} == set(HOUSES)


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_a_bet_that_is_paid_to_be_placed_counts_as_if_its_chips_lay_on_the_cloth() -> None:
    nets = exposure(rules_of("it-venezia"), laid("it-venezia", ("P1", "tiers", 600)))
    on_the_cloth = [
        ("P1", f"cheval:{pair}", 100) for pair in ("5-8", "10-11", "13-16", "23-24", "27-30", "33-36")
    ]
    assert nets == exposure(rules_of("it-venezia"), laid("it-venezia", *on_the_cloth))
    assert (nets[8], nets[0]) == (500 - 1_700, 600)


@pytest.mark.clause("pt-francesa/18")
def test_halves_of_two_stakes_on_one_cavalo_of_dozens_are_rounded_each_by_itself() -> None:
    stakes = laid("pt-francesa", ("P1", "deux-douzaines:1-2", 5), ("P2", "deux-douzaines:1-2", 5))
    nets = exposure(rules_of("pt-francesa"), stakes)
    assert (nets[1], nets[24], nets[25], nets[0]) == (-6, -6, 10, 10)


@pytest.mark.clause("pt-americana/29")
def test_zero_costs_the_table_half_of_each_even_chance_rounded_to_the_player() -> None:
    stakes = laid("pt-americana", ("P1", "rouge", 5), ("P2", "rouge", 5), ("P1", "noir", 4))
    nets = exposure(rules_of("pt-americana"), stakes)
    assert (nets[0], nets[1], nets[2]) == (2 + 2 + 2, -10 + 4, 10 - 4)


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_in_prison_can_only_be_lost_or_divided_by_the_fourth_zero() -> None:
    (stake,) = laid("it-venezia", ("P1", "rouge", 1_600))
    levels = [exposure(rules_of("it-venezia"), [replace(stake, level=level)]) for level in (1, 2, 3)]
    assert [(nets[0], nets[1], nets[2]) for nets in levels] == [
        (0, 0, 1_600),
        (0, 0, 1_600),
        (1_500, 0, 1_600),
    ]


@pytest.mark.clause("it-campione/8")
def test_over_limit_stake_costs_no_prize_and_earlier_stakes_come_first() -> None:
    first, second, other = laid(
        "it-campione", ("P1", "plein:17", 40_000), ("P1", "plein:17", 30_000), ("P2", "plein:17", 50_000)
    )
    sign = Limits(minimum=500, maximums={"plein": 50_000})
    nets = exposure(rules_of("it-campione"), [first, replace(second, excess=True), other], limits=sign)
    assert (nets[17], nets[18]) == (-35 * 100_000, 120_000)


@pytest.mark.clause("it-campione/6")
@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_stake_of_a_third_party_counts_before_over_limit_stakes(house: str) -> None:
    own, placed_for, another = laid(
        house, ("P1", "plein:17", 400), ("P2", "plein:17", 300), ("P3", "plein:17", 100)
    )
    sign = Limits(minimum=100, maximums={"plein": 500})
    stakes = [own, replace(placed_for, on_behalf_of="P1", excess=True), another]
    assert exposure(rules_of(house), stakes, limits=sign)[17] == -35 * (400 + 100 + 100)


def test_the_worst_number_is_the_lowest_of_those_that_cost_most_and_none_where_none_costs() -> None:
    stakes = laid("it-live", ("P1", "plein:17", 100), ("P2", "plein:4", 100))
    nets = exposure(rules_of("it-live"), stakes)
    assert (nets[4], nets[17], worst_number(nets)) == (-3_400, -3_400, 4)
    both = exposure(rules_of("it-live"), laid("it-live", ("P1", "rouge", 100), ("P2", "noir", 100)))
    assert (both, worst_number(both)) == ((200, *[0] * 36), None)


def test_an_empty_cloth_costs_nothing() -> None:
    assert exposure(rules_of("it-live"), []) == (0,) * 37


def test_an_announced_bet_that_does_not_divide_is_refused_as_it_is_in_a_coup() -> None:
    with expect_refusal("amount-does-not-divide", kind=BetRefused, pieces=6):
        exposure(rules_of("it-live"), laid("it-live", ("P1", "tiers", 601)))


@pytest.mark.clause("pt-francesa/19")
def test_a_stake_in_a_prison_that_the_rulebook_does_not_have_is_refused() -> None:
    (stake,) = laid("pt-francesa", ("P1", "rouge", 100))
    with expect_refusal("bet-in-no-prison"):
        exposure(rules_of("pt-francesa"), [replace(stake, level=1)])


@pytest.mark.parametrize(
    ("house", "code"), [("pt-francesa", "deux-douzaines:1-2"), ("pt-americana", "rouge"), ("it-live", "noir")]
)
def test_chips_of_an_announced_bet_are_rounded_like_any_others(house: str, code: str) -> None:
    shipped = rules_of(house)
    mixed = AnnouncedRule(kind="mixed", clause=shipped.announced_clause, chips={"plein:0": 1, code: 3})
    book = replace(shipped, announced={**shipped.announced, "mixed": mixed})
    stakes = [Stake(ref=f"a{value}", player="A", bet="mixed", amount=4 * value) for value in (1, 3, 5)]
    assert exposure(book, stakes) == settled_at_each(book, stakes, Table())
