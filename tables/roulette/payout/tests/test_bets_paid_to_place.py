"""Serie and vicini of Venice: kept beside the cloth, and only what won is placed after the number."""

import pytest

from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.placed_after import PayToPlace, pay_to_place
from testkit.payout import laid


def placed(bet: str, amount: int, number: int, house: str = "it-venezia") -> PayToPlace | None:
    rulebook = get_rulebook(house)
    (stake,) = laid(house, ("P1", bet, amount))
    return pay_to_place(
        rulebook, parse_bet(stake.bet, rulebook), settle_coup(rulebook, [stake], number).lines[0]
    )


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
@pytest.mark.parametrize(
    ("bet", "amount", "number", "combination", "chips", "annulled"),
    [
        ("tiers", 3_000, 5, "cheval:5-8", 1, 5),
        ("tiers", 3_000, 24, "cheval:23-24", 1, 5),
        ("voisins", 4_500, 7, "cheval:4-7", 1, 8),
        ("voisins", 4_500, 2, "transversale:0-2-3", 2, 7),
        ("voisins", 4_500, 29, "carre:25-26-28-29", 2, 7),
    ],
)
def test_the_chip_that_won_is_placed_and_the_others_are_annulled(
    bet: str, amount: int, number: int, *, combination: str, chips: int, annulled: int
) -> None:
    after = placed(bet, amount, number)
    assert after is not None
    assert [(each.bet.code, each.chips, each.amount) for each in after.placed] == [
        (combination, chips, chips * 500)
    ]
    assert (after.annulled, after.clause) == (annulled, "it-venezia/pagati-a-piazzare")


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_a_series_that_lost_is_annulled_whole() -> None:
    after = placed("tiers", 3_000, 0)
    assert after is not None
    assert (after.placed, after.annulled) == ((), 6)


def test_other_announced_bets_and_plain_ones_lie_on_the_cloth_from_the_start() -> None:
    assert placed("orphelins", 2_500, 17) is None
    assert placed("plein:17", 500, 17) is None
    assert placed("tiers", 30_000, 5, "pt-americana") is None
