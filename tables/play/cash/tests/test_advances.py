"""Advances of chips: the inspector's own signature, what is announced on them, and how they end."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.refusal import BetRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

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
    with expect_refusal("signature-missing") as refused:
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
    with expect_refusal("announced-without-amount-or-advance", kind=BetRefused) as refused:
        advanced.do(tiers(0, on=None))
    assert refused.value.clause == "it-campione/17"
    (laid,) = advanced.do(tiers(0))
    assert isinstance(laid, e.BetPlaced)
    assert (laid.amount, laid.on_advance) == (60_000, "v1")


@pytest.mark.clause("it-campione/16")
def test_no_more_is_announced_on_an_advance_than_was_advanced(advanced: DayInHand) -> None:
    advanced.do(tiers(30_000))
    with expect_refusal("staked-beyond-advance", kind=BetRefused, limit=Money(30_000, "CHF")) as refused:
        advanced.do(tiers(36_000))
    assert (refused.value.clause, refused.value.limit) == ("it-campione/16", 30_000)
    advanced.do(tiers(30_000))
    with expect_refusal(
        "staked-beyond-advance", kind=BetRefused, limit=Money(0, "CHF"), value=Money(0, "CHF")
    ):
        advanced.do(tiers(0))


def test_withdrawn_announcement_can_be_announced_again(advanced: DayInHand) -> None:
    advanced.do(tiers(60_000), c.WithdrawBet(ref="b1"), tiers(60_000))
    assert advanced.state.advances.open[0].to_stake == 0


def test_an_advance_serves_its_own_player_and_announcements_only(advanced: DayInHand) -> None:
    with expect_refusal("advance-of-another", owner="P1", player="P2"):
        advanced.do(tiers(6_000, player="P2"))
    with expect_refusal("staked-on-advance-unannounced", kind=BetRefused):
        advanced.do(c.PlaceBet(player="P1", bet="rouge", amount=6_000, on_advance="v1"))
    with expect_refusal("advance-not-open", advance="v2", open=("v1",)):
        advanced.do(tiers(6_000, on="v2"))


def test_an_advance_is_repaid_in_parts_and_then_open_no_longer(day: DayInHand) -> None:
    day.do(advance())
    (first,) = day.do(c.RepayAdvance(ref="v1", amount=20_000))
    assert first == e.AdvanceRepaid(ref="v1", player="P1", amount=20_000, left=40_000)
    with expect_refusal("repaid-beyond-advance", limit=Money(40_000, "CHF")):
        day.do(c.RepayAdvance(ref="v1", amount=40_100))
    day.do(c.RepayAdvance(ref="v1", amount=40_000))
    assert not day.state.advances.open


@pytest.mark.clause("it-campione/16")
def test_the_table_closes_with_an_advance_open_only_where_the_inspector_has_it_carried(
    day: DayInHand,
) -> None:
    day.do(advance(), c.RepayAdvance(ref="v1", amount=10_000))
    with expect_refusal("advance-open", advance="v1", player="P1", left=Money(50_000, "CHF")) as refused:
        day.do(c.CloseTable())
    assert refused.value.clause == "it-campione/16"
    with expect_refusal("signature-missing"):
        day.do(c.CarryAdvance(ref="v1", signatures=(BOSS,)))
    day.do(c.CarryAdvance(ref="v1", signatures=(BOSS, INSPECTOR)), c.CloseTable())
    next_day = DayInHand(day.rulebook, after=day.state)
    (carried,) = next_day.state.advances.open
    assert (carried.ref, carried.player, carried.left, carried.carried) == ("v1", "P1", 50_000, False)
    next_day.do(advance("P2"))
    assert [each.ref for each in next_day.state.advances.open] == ["v1", "v2"]


@pytest.mark.clause("it-campione/9", "it-campione/16")
@pytest.mark.parametrize("amount", [0, 6_000])
@pytest.mark.parametrize("closed", [False, True], ids=["launched", "rien ne va plus"])
def test_late_announcement_comes_with_its_amount_and_on_no_advance(
    advanced: DayInHand, amount: int, closed: bool
) -> None:
    chief = e.Signature(person=e.Person(id="chief", name="Chief"), role="chef_de_table")
    aloud = ("employee", "chief")
    in_cash: c.PlaceBet = replace(tiers(6_000, on=None), repeated=aloud)
    advanced.do(c.LaunchBall(), *([c.CloseBets()] if closed else []))
    on_advance: c.PlaceBet = replace(tiers(amount), repeated=aloud)
    with expect_refusal("late-bet-without-amount", clause="it-campione/9", advance="v1"):
        advanced.do(c.AcceptLateBet(bet=on_advance, signatures=(chief,)))
    with expect_refusal("late-bet-without-amount", clause="it-campione/9"):
        advanced.do(c.AcceptLateBet(bet=replace(in_cash, amount=0), signatures=(chief,)))
    assert advanced.of_type(e.BetPlaced) == []
    advanced.do(c.AcceptLateBet(bet=in_cash, signatures=(chief,)))
    assert [lying.late for lying in advanced.state.bets] == [True]


@pytest.mark.clause("it-campione/17", "it-campione/16")
def test_announcement_in_time_may_be_on_an_advance(advanced: DayInHand) -> None:
    advanced.do(tiers(0))
    assert [lying.on_advance for lying in advanced.state.bets] == ["v1"]


@pytest.mark.parametrize("amount", [0, -500])
def test_an_advance_is_of_more_than_nothing(day: DayInHand, amount: int) -> None:
    with expect_refusal("advance-of-nothing"):
        day.do(advance("P1", amount))


def test_a_rulebook_without_a_rule_on_advances_has_none() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    with expect_refusal("no-rule-on-advances"):
        day.do(advance())
