"""A day beside what was paid, its prison followed by the other rulebook. The figures were worked out by hand."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from settlement.what_if.compared import ComparedCoup, ComparedLine
from settlement.what_if.coup import PlayedCoup, Rules
from settlement.what_if.day import compare_day
from tables.roulette.payout.engine import settle_coup
from tables.roulette.rulebook import Limits
from tables.roulette.stake import Stake
from testkit.rulebooks import rules_of

SIGN = Limits(minimum=500, maximums={})
FRENCH, AMERICAN, VENICE, CAMPIONE = ("pt-francesa", "pt-americana", "it-venezia", "it-campione")


class Day:
    """Coups played by a rulebook, one after the other; what it imprisons lies on, what is freed goes back."""

    def __init__(self, by: str) -> None:
        self.by = rules_of(by)
        self.coups: list[PlayedCoup] = []
        self.kept: tuple[Stake, ...] = ()

    def coup(self, number: int, *bets: tuple[str, str, int], **choices: str) -> None:
        laid = (Stake(ref=ref, player="P1", bet=bet, amount=amount) for ref, bet, amount in bets)
        stakes = (*self.kept, *laid)
        settled = settle_coup(self.by, stakes, number, choices, limits=SIGN)
        self.kept = settled.kept
        self.coups.append(
            PlayedCoup(
                coup=len(self.coups) + 1,
                number=number,
                stakes=stakes,
                lines=settled.lines,
                limits=SIGN,
                choices=choices,
            )
        )

    def close(self) -> None:
        self.coups[-1] = replace(self.coups[-1], ends_prison=True)

    def by_the(self, other: str) -> tuple[ComparedCoup, ...]:
        rules = Rules(by=self.by, wheel=self.by.first_wheel, other=rules_of(other))
        return compare_day(self.coups, rules)


def course(coups: Sequence[ComparedCoup], ref: str) -> list[tuple[str, str, int | None]]:
    """What the two sides make of a stake, coup by coup, and the difference."""
    found = [line for coup in coups for line in coup.lines if line.ref == ref]
    return [(outcome(line, "paid"), outcome(line, "would"), line.difference) for line in found]


def outcome(line: ComparedLine, side: str) -> str:
    settled = getattr(line, side)
    return "–" if settled is None else settled.outcome


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.clause("pt-francesa/19")
def test_stake_taken_at_zero_is_not_taken_again_in_the_other_prison() -> None:
    """Venice binds 100 and loses it on black; in Portugal it was lost at zero: on the day both players lost 100."""
    day = Day(VENICE)
    day.coup(0, ("b1", "rouge", 10_000))
    day.coup(2)
    coups = day.by_the(FRENCH)
    assert course(coups, "b1") == [("imprisoned", "lost", -10_000), ("lost", "–", 10_000)]
    assert sum(coup.difference for coup in coups) == 0
    assert [coup.paid.taken for coup in coups] == [0, 10_000]
    assert [coup.would.taken for coup in coups] == [10_000, 0]


@pytest.mark.clause("it-venezia/prison")
def test_stake_lost_at_zero_is_followed_into_the_other_prison() -> None:
    """The other way round, and red frees it: the player would have 100 more, in the coup in which it is freed."""
    day = Day(FRENCH)
    day.coup(0, ("b1", "rouge", 10_000))
    day.coup(0, ("b2", "plein:5", 500))
    day.coup(1)
    day.coup(1)
    coups = day.by_the(VENICE)
    # Two zeros ask for two wins.
    assert course(coups, "b1") == [
        ("lost", "imprisoned", 10_000),
        ("–", "still-imprisoned", 0),
        ("–", "still-imprisoned", 0),
        ("–", "freed", 0),
    ]
    assert [coup.would.held for coup in coups] == [10_000, 10_000, 10_000, 0]
    assert sum(coup.difference for coup in coups) == 10_000
    assert course(coups, "b2") == [("lost", "lost", 0)]


@pytest.mark.clause("it-campione/3")
def test_each_side_frees_it_in_its_own_coup() -> None:
    """After two zeros Campione frees at the first win, Venice at the second."""
    day = Day(VENICE)
    day.coup(0, ("b1", "rouge", 10_000))
    day.coup(0)
    day.coup(1)
    day.coup(3)
    coups = day.by_the(CAMPIONE)
    assert course(coups, "b1") == [
        ("imprisoned", "imprisoned", 0),
        ("still-imprisoned", "still-imprisoned", 0),
        ("still-imprisoned", "freed", 0),
        ("freed", "–", 0),
    ]
    assert [bool(coup.differing) for coup in coups] == [False, False, True, True]


@pytest.mark.clause("it-venezia/prison")
def test_the_fourth_zero_divides_in_venice_and_binds_in_campione() -> None:
    """Four zeros leave a sixteenth of 80: 5."""
    day = Day(CAMPIONE)
    for coup in range(4):
        day.coup(0, *([("b1", "rouge", 8_000)] if not coup else []))
    day.coup(1)
    coups = day.by_the(VENICE)
    assert course(coups, "b1")[3:] == [("still-imprisoned", "divided", -7_500), ("freed", "–", 0)]
    assert coups[3].lines[0].would is not None
    assert coups[3].lines[0].would.returned == 500


@pytest.mark.clause("it-campione/3")
def test_choice_of_the_owner_is_kept_under_the_other_rulebook() -> None:
    """Split in Venice, half of 100 went back. Where half goes back anyway nobody chooses, and nothing differs."""
    day = Day(VENICE)
    day.coup(0, ("b1", "rouge", 10_000), ("b2", "noir", 10_000), b1="partage", b2="move:pair")
    day.coup(2)
    american, campione = day.by_the(AMERICAN), day.by_the(CAMPIONE)
    assert course(american, "b1") == [("divided", "halved", 0)]
    assert course(american, "b2") == [("imprisoned", "halved", -5_000), ("freed", "–", 0)]
    assert sum(coup.difference for coup in american) == -5_000
    assert course(campione, "b2") == [("imprisoned", "imprisoned", 0), ("freed", "freed", 0)]


def test_a_stake_of_the_day_before_lies_in_prison_as_it_was_recorded_and_says_where_there_is_none() -> None:
    day = Day(VENICE)
    day.kept = (Stake(ref="a1", player="P1", bet="rouge", amount=1_000, level=1),)
    day.coup(1, ("b1", "noir", 500))
    coups = day.by_the(FRENCH)
    assert coups[0].unsettled == 1
    assert coups[0].not_settled.returned == 1_000
    assert course(day.by_the(CAMPIONE), "a1") == [("freed", "freed", 0)]


def test_prison_ends_with_the_last_coup_of_the_other_rulebook() -> None:
    """The seventh house divides what lies in prison when the table closes, rounded to its own side; while the table is
    open it lies there."""
    day = Day(VENICE)
    day.coup(0, ("b1", "rouge", 10_001))
    assert course(day.by_the("seventh"), "b1") == [("imprisoned", "imprisoned", 0)]
    day.close()
    (coup,) = day.by_the("seventh")
    line = coup.lines[0]
    assert line.would is not None
    assert (line.would.outcome, line.would.returned, line.would.clause) == ("divided", 5_000, "seventh/4")
    assert line.difference == -5_001


@pytest.mark.parametrize("rulebook", [FRENCH, AMERICAN, VENICE, CAMPIONE, "it-live"])
def test_by_its_own_rulebook_a_day_of_zeros_differs_in_nothing(rulebook: str) -> None:
    day = Day(rulebook)
    for place, number in enumerate((0, 0, 1, 2, 0, 36, 17, 0)):
        day.coup(number, (f"b{place}", "rouge", 1_000), (f"c{place}", "pair", 1_001))
    coups = day.by_the(rulebook)
    assert [coup.differing for coup in coups] == [()] * 8
