"""Days of the record by their own rulebook and by all others: what was settled by itself differs in nothing."""

from collections.abc import Iterator

import pytest

from settlement.models import PayoutSheet
from settlement.played_coups import NothingPlayed, what_if_coup, what_if_day
from settlement.tests.day_at_a_table import count, coup
from settlement.what_if.compared import ComparedCoup, Comparison
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import all_versions, get_rulebook, rulebooks
from testkit.house import OpenHouse
from testkit.play import DIRECTOR
from testkit.rulebooks import SEVENTH, known_folder
from testkit.simulated_day import SIMULATED_DAY, record_simulated_day

pytestmark = pytest.mark.django_db
DAY = SIMULATED_DAY
COUPS = 120


def what_is_always_so(compared: Comparison) -> None:
    """Lines and sums agree on both sides, and with the payout sheets."""
    sides: list[ComparedCoup | Comparison] = [*compared.coups, compared]
    for each in sides:
        assert each.difference == each.paid.bank - each.not_settled.bank - each.would.bank
    for line in (line for each in compared.coups for line in each.lines):
        assert line.is_alike or line.paid != line.would
        assert line.refused is None or line.would is None


@pytest.mark.parametrize("house", rulebooks())
def test_by_its_own_version_nothing_differs_and_by_others_the_sums_agree(casino_id: int, house: str) -> None:
    record_simulated_day(casino_id, house, coups=COUPS, seed=9)
    own = what_if_day(casino_id, "RF1", DAY, get_rulebook(house))
    assert (len(own.coups), own.differing, own.unsettled, own.difference) == (COUPS, 0, 0, 0)
    assert own.paid == own.would
    sheets = PayoutSheet.objects.filter(casino_id=casino_id)
    assert own.paid.prize == sum(sheets.values_list("total_prize", flat=True))
    differing = 0
    for versions in all_versions().values():
        for other in versions.values():
            compared = what_if_day(casino_id, "RF1", DAY, other)
            what_is_always_so(compared)
            differing += compared.differing
    assert differing


@pytest.fixture
def seventh(casino_id: int) -> Iterator[OpenHouse]:
    """A house whose prison ends with the day: 100 on red lies there."""
    with known_folder(SEVENTH.parent):
        house = OpenHouse(casino_id, "seventh")
        count(house, "opening")
        coup(house, 17, ("P2", "plein:16", 2_000))
        coup(house, 0, ("P1", "rouge", 10_000))
        yield house


def test_a_prison_that_ends_with_the_day_ends_on_both_sides(seventh: OpenHouse) -> None:
    def by(rulebook: str) -> Comparison:
        return what_if_day(seventh.casino_id, seventh.table, seventh.day, get_rulebook(rulebook))

    assert (by("seventh").differing, by("seventh").would.held) == (0, 10_000)
    count(seventh, "closing", {1_000: 230, 500: 1})
    seventh.do(c.CloseTable())
    assert (by("seventh").differing, by("seventh").would.held) == (0, 0)
    # Venice divides nothing: the whole stake lies there on the next day.
    assert (by("it-venezia").would.held, by("it-venezia").difference) == (10_000, 5_000)


def test_coup_is_compared_alone_and_an_unplayed_coup_is_refused(seventh: OpenHouse) -> None:
    casino_id, other = seventh.casino_id, get_rulebook("pt-francesa")
    compared = what_if_coup(casino_id, "T1", DAY, 2, other)
    assert [(each.coup, each.difference) for each in compared.coups] == [(2, -10_000)]
    for table, day, number, code in (
        ("T1", DAY, 3, "coup-without-number"),
        ("T1", DAY, 10**30, "coup-without-number"),
        ("T1", "2026-11-19", 2, "table-not-opened-that-day"),
        ("T2", DAY, 2, "table-not-opened-that-day"),
    ):
        with pytest.raises(NothingPlayed) as nothing:
            what_if_coup(casino_id, table, day, number, other)
        assert nothing.value.code == code
    assert what_if_day(casino_id, "T1", DAY, get_rulebook("seventh")).currency == "DKK"


@pytest.mark.clause("it-venezia/general-2-3")
def test_restored_bets_are_compared_and_a_decided_dispute_is_apart(
    casino_id: int,
) -> None:
    """5 lay on red, and on black by the cameras: it wins 5 by both. 3 of a dispute are on neither side."""
    house = OpenHouse(casino_id, "it-venezia")
    bet = c.PlaceBet(player="P1", bet="rouge", amount=500)
    for command in (c.AnnounceBetsOpen(), bet, c.CloseBets(), c.DeclareNumber(number=20)):
        house.do(command)
    chief = e.Person(id="p1", name="Croupier 1")
    back = (c.PutBack(ref="b1", bet="noir"),)
    house.do(c.ReconstituteBets(bets=back, basis="technical", decided_by=chief))
    house.do(c.ConfirmPayments())

    def compared() -> ComparedCoup:
        (found,) = what_if_coup(casino_id, "T1", DAY, 1, get_rulebook("pt-francesa")).coups
        return found

    assert (compared().paid.prize, compared().would.prize) == (500, 500)
    assert not compared().beside_the_sheet
    house.do(c.OpenDispute(coup=1, player="P1", words="my chips lay on 20"))
    decided = c.DecideDispute(
        dispute="d1", outcome="pay", amount=300, reason="camera 3", signatures=(DIRECTOR,)
    )
    house.do(decided)
    assert (compared().difference, compared().beside_the_sheet) == (0, True)
