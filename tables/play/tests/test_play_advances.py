"""Advances of chips: the inspector's own signature, what is announced on them, and how they end."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.testing import DayInHand
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import BetRefused, Refused

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
INSPECTOR = e.Signature(person=e.Person(id="person/2", name="Inspector"), role="games_inspector")


def advance(player: str = "P1", amount: int = 60_000, *signatures: e.Signature) -> c.AdvanceChips:
    return c.AdvanceChips(player=player, amount=amount, signatures=signatures or (BOSS, INSPECTOR))


def tiers(amount: int, on: str | None = "v1", player: str = "P1") -> c.PlaceBet:
    return c.PlaceBet(player=player, bet="tiers", amount=amount, on_advance=on)


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("it-campione"))


@pytest.fixture
def advanced(day: DayInHand) -> DayInHand:
    """P1 was advanced 600 and bets are open."""
    day.do(advance(), c.AnnounceBetsOpen())
    return day


@pytest.mark.clause("it-campione/16")
@pytest.mark.parametrize("signatures", [(BOSS,), (BOSS, BOSS)])
def test_no_chips_are_advanced_without_the_inspectors_own_signature(
    day: DayInHand, signatures: tuple[e.Signature, ...]
) -> None:
    with pytest.raises(Refused, match="the games inspector has not signed") as refused:
        day.do(advance("P1", 60_000, *signatures))
    assert refused.value.clause == "it-campione/16"
    assert not day.state.advances.open


@pytest.mark.clause("it-campione/16")
def test_with_the_inspectors_signature_they_are_and_the_advance_stays_open(day: DayInHand) -> None:
    (given,) = day.do(advance())
    assert given == e.ChipsAdvanced(ref="v1", player="P1", amount=60_000, clause="it-campione/16")
    (open_,) = day.state.advances.open
    assert (open_.ref, open_.left, open_.since) == ("v1", 60_000, day.now)


@pytest.mark.clause("it-campione/17")
def test_an_announcement_without_its_amount_is_refused_unless_an_advance_allows_it(
    advanced: DayInHand,
) -> None:
    with pytest.raises(BetRefused, match="comes with its amount, or is made on an advance") as refused:
        advanced.do(tiers(0, on=None))
    assert refused.value.clause == "it-campione/17"
    (laid,) = advanced.do(tiers(0))
    assert isinstance(laid, e.BetPlaced)
    assert (laid.amount, laid.on_advance) == (60_000, "v1")


@pytest.mark.clause("it-campione/16")
def test_no_more_is_announced_on_an_advance_than_was_advanced(advanced: DayInHand) -> None:
    advanced.do(tiers(30_000))
    with pytest.raises(BetRefused, match="300 CHF of it can still be staked") as refused:
        advanced.do(tiers(36_000))
    assert (refused.value.clause, refused.value.limit) == ("it-campione/16", 30_000)
    advanced.do(tiers(30_000))
    with pytest.raises(BetRefused, match="0 CHF of it can still be staked"):
        advanced.do(tiers(0))


def test_what_is_withdrawn_can_be_announced_again(advanced: DayInHand) -> None:
    advanced.do(tiers(60_000), c.WithdrawBet(ref="b1"), tiers(60_000))
    assert advanced.state.advances.open[0].to_stake == 0


def test_an_advance_serves_its_own_player_and_announcements_only(advanced: DayInHand) -> None:
    with pytest.raises(Refused, match="was given to P1, not to P2"):
        advanced.do(tiers(6_000, player="P2"))
    with pytest.raises(BetRefused, match="only what is announced is staked on an advance"):
        advanced.do(c.PlaceBet(player="P1", bet="rouge", amount=6_000, on_advance="v1"))
    with pytest.raises(Refused, match="advance v2 is not open; open: v1"):
        advanced.do(tiers(6_000, on="v2"))


def test_an_advance_is_repaid_in_parts_and_then_open_no_longer(day: DayInHand) -> None:
    day.do(advance())
    (first,) = day.do(c.RepayAdvance(ref="v1", amount=20_000))
    assert first == e.AdvanceRepaid(ref="v1", player="P1", amount=20_000, left=40_000)
    with pytest.raises(Refused, match="400 CHF of it are open"):
        day.do(c.RepayAdvance(ref="v1", amount=40_100))
    day.do(c.RepayAdvance(ref="v1", amount=40_000))
    assert not day.state.advances.open


@pytest.mark.clause("it-campione/16")
def test_the_table_closes_with_an_advance_open_only_where_the_inspector_has_it_carried(
    day: DayInHand,
) -> None:
    day.do(advance(), c.RepayAdvance(ref="v1", amount=10_000))
    with pytest.raises(Refused, match="500 CHF of advance v1 to P1 are open") as refused:
        day.do(c.CloseTable())
    assert refused.value.clause == "it-campione/16"
    with pytest.raises(Refused, match="the games inspector has not signed"):
        day.do(c.CarryAdvance(ref="v1", signatures=(BOSS,)))
    day.do(c.CarryAdvance(ref="v1", signatures=(BOSS, INSPECTOR)), c.CloseTable())
    next_day = DayInHand(day.rulebook, after=day.state)
    (carried,) = next_day.state.advances.open
    assert (carried.ref, carried.player, carried.left, carried.carried) == ("v1", "P1", 50_000, False)
    next_day.do(advance("P2"))
    assert [each.ref for each in next_day.state.advances.open] == ["v1", "v2"]


@pytest.mark.parametrize("amount", [0, -500])
def test_an_advance_is_of_more_than_nothing(day: DayInHand, amount: int) -> None:
    with pytest.raises(Refused, match="more than nothing"):
        day.do(advance("P1", amount))


def test_a_rulebook_without_a_rule_on_advances_has_none() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    with pytest.raises(Refused, match="has no rule on advances"):
        day.do(advance())
