"""Players in groups: together they stake no more than one player may."""

from typing import Any

import pytest

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.limits.questions import combinations
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

MAXIMUM = 50_000
"""Of a plein at it-campione, in centimes."""


@pytest.fixture
def day() -> DayInHand:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen())
    return day


def plein(player: str, amount: int, on_behalf_of: str | None = None) -> c.PlaceBet:
    return c.PlaceBet(player=player, bet="plein:17", amount=amount, on_behalf_of=on_behalf_of)


def in_group(*players: str) -> c.DeclareGroup:
    return c.DeclareGroup(players=players)


@pytest.mark.clause("it-campione/7")
def test_players_of_a_group_share_one_maximum(day: DayInHand) -> None:
    day.do(in_group("P1", "P2", "P3"), plein("P2", 20_000), plein("P3", 20_000))
    with expect_refusal(
        "over-maximum-in-company", player="P1", others=("P2", "P3"), limit=Money(50_000, "CHF")
    ) as refused:
        day.do(plein("P1", 10_500))
    assert (refused.value.clause, refused.value.limit) == ("it-campione/7", MAXIMUM)
    assert refused.value.value == MAXIMUM + 500
    day.do(plein("P1", 10_000), plein("P4", MAXIMUM))
    assert combinations(day.state, "P1", day.rulebook) == {"plein:17": MAXIMUM}
    assert combinations(day.state, "P1", day.rulebook) == combinations(day.state, "P3", day.rulebook)


@pytest.mark.clause("it-campione/7")
def test_stake_of_a_third_party_counts_for_the_group(day: DayInHand) -> None:
    day.do(in_group("P1", "P2"), plein("P9", MAXIMUM, "P2"))
    with expect_refusal("over-maximum-in-company", player="P1", others=("P2",)) as refused:
        day.do(plein("P1", 500))
    assert refused.value.clause == "it-campione/7"
    day.do(plein("P9", MAXIMUM))


@pytest.mark.clause("it-campione/7")
def test_player_over_the_maximum_alone_is_named_alone(day: DayInHand) -> None:
    day.do(in_group("P1", "P2"), plein("P1", 10_000), plein("P2", 500))
    with expect_refusal("over-maximum", bet="plein:17", of="plein") as refused:
        day.do(plein("P1", MAXIMUM))
    assert refused.value.clause == "it-campione/6"


@pytest.mark.clause("it-campione/7")
def test_a_group_that_ended_binds_nobody(day: DayInHand) -> None:
    day.do(in_group("P1", "P2"), in_group("P3", "P4"), plein("P3", MAXIMUM))
    assert day.do(c.EndGroup(players=("P2", "P1"))) == [e.GroupEnded(players=("P2", "P1"))]
    assert day.state.groups == (("P3", "P4"),)
    day.do(plein("P1", MAXIMUM), plein("P2", MAXIMUM))


@pytest.mark.clause("it-campione/7")
@pytest.mark.parametrize("players", [("P1", "P2"), ("P3", "P4")])
@pytest.mark.parametrize("phase", ["launched", "bets_closed"])
def test_groups_cannot_change_while_the_ball_runs(
    day: DayInHand, phase: str, players: tuple[str, ...]
) -> None:
    day.do(in_group("P1", "P2"), c.LaunchBall())
    if phase == "bets_closed":
        day.do(c.CloseBets())
    for command, code in (
        (in_group(*players), "company-declared-while-ball-runs"),
        (c.EndGroup(players=players), "company-ended-while-ball-runs"),
    ):
        with expect_refusal(code, coup=1) as refused:
            day.do(command)
        assert refused.value.clause == "it-campione/7"
    assert day.state.groups == (("P1", "P2"),)
    day.do(c.DeclareNumber(number=7), c.EndGroup(players=("P1", "P2")), in_group("P3", "P4"))
    assert day.state.groups == (("P3", "P4"),)


@pytest.mark.clause("it-campione/7")
def test_a_group_does_not_end_while_its_bets_lie(day: DayInHand) -> None:
    day.do(in_group("P1", "P2"), plein("P1", 500), plein("P9", 500, "P2"), plein("P2", 500, "P9"))
    theirs = ({"ref": "b1", "player": "P1"}, {"ref": "b2", "player": "P2"})
    with expect_refusal("company-ended-while-bets-lie", players=("P2", "P1"), bets=theirs) as refused:
        day.do(c.EndGroup(players=("P2", "P1")))
    assert refused.value.clause == "it-campione/7"
    day.do(c.WithdrawBet(ref="b1"), c.WithdrawBet(ref="b2"), c.EndGroup(players=("P2", "P1")))
    assert day.state.groups == ()


@pytest.mark.clause("it-campione/7")
def test_stake_in_prison_from_before_keeps_nobody_in_a_group(day: DayInHand) -> None:
    day.do(c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    day.do(c.CloseBets(), c.DeclareNumber(number=0), in_group("P1", "P2"))
    day.do(c.EndGroup(players=("P1", "P2")))
    assert [bet.level for bet in day.state.bets] == [1]
    assert day.state.groups == ()


@pytest.mark.clause("it-campione/7")
@pytest.mark.parametrize("number", [17, 5], ids=["won", "lost"])
def test_group_that_has_played_is_bound_for_the_rest_of_the_day(day: DayInHand, number: int) -> None:
    day.do(in_group("P1", "P2"), plein("P1", MAXIMUM))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number), c.ConfirmPayments())
    for _ in range(2):
        with expect_refusal("company-bound-for-the-day", players=("P2", "P1")) as refused:
            day.do(c.EndGroup(players=("P2", "P1")))
        assert refused.value.clause == "it-campione/7"
        day.coup(3)
    day.do(c.AnnounceBetsOpen(), plein("P1", MAXIMUM))
    with expect_refusal("over-maximum-in-company", limit=Money(MAXIMUM, "CHF")):
        day.do(plein("P2", 500))


@pytest.mark.clause("it-campione/7")
def test_group_that_has_not_played_ends() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen(), in_group("P1", "P2"), plein("P1", 500), c.WithdrawBet(ref="b1"))
    day.do(plein("P3", 500), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=3), c.ConfirmPayments())
    day.do(c.EndGroup(players=("P1", "P2")))
    assert day.state.groups == ()


@pytest.mark.clause("it-campione/7")
def test_player_joins_a_group_that_is_bound_and_is_bound_with_it(day: DayInHand) -> None:
    day.do(in_group("P1", "P2"), plein("P1", 500), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=3))
    day.do(c.ConfirmPayments(), in_group("P1", "P2", "P3"))
    assert day.state.groups == (("P1", "P2", "P3"),)
    day.do(c.AnnounceBetsOpen(), plein("P3", MAXIMUM))
    with expect_refusal("over-maximum-in-company"):
        day.do(plein("P1", 500))
    with expect_refusal("company-bound-for-the-day"):
        day.do(c.WithdrawBet(ref="b2"), c.EndGroup(players=("P1", "P2", "P3")))


@pytest.mark.clause("it-campione/7")
def test_next_day_begins_without_groups(day: DayInHand) -> None:
    day.do(in_group("P1", "P2"), plein("P1", 500), c.AnnounceLastCoup())
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=3), c.ConfirmPayments(), c.CloseTable())
    later = DayInHand(day.rulebook, after=day.state)
    later.do(c.AnnounceBetsOpen(), plein("P1", MAXIMUM), plein("P2", MAXIMUM))
    assert len(later.state.bets) == 2


@pytest.mark.clause("it-campione/7")
def test_older_version_ends_a_group_between_two_coups() -> None:
    day = DayInHand(get_rulebook("it-campione", 2))
    day.do(c.AnnounceBetsOpen(), in_group("P1", "P2"), plein("P1", 500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=3), c.EndGroup(players=("P1", "P2")))
    assert day.state.groups == ()


def test_a_group_over_the_maximum_is_declared_and_stakes_no_more_there(day: DayInHand) -> None:
    day.do(plein("P1", 40_000), plein("P2", 40_000), in_group("P1", "P2"))
    assert len(day.state.bets) == 2
    with expect_refusal("over-maximum-in-company"):
        day.do(plein("P2", 500))
    day.do(c.WithdrawBet(ref="b1"), c.WithdrawBet(ref="b2"), plein("P2", MAXIMUM))


@pytest.mark.clause("it-campione/7")
@pytest.mark.parametrize(
    ("players", "code", "parameters"),
    [
        ((), "company-of-too-few", {"limit": 2, "value": 0}),
        (("P5",), "company-of-too-few", {"limit": 2, "value": 1}),
        (("P5", "P5"), "company-names-twice", {"players": ("P5",)}),
        (("P5", " "), "company-of-unnamed", {}),
        (("P5", "P1 "), "name-with-blanks", {}),
        (("P1", "P5"), "already-in-company", {"players": ("P1",), "members": ("P1", "P2")}),
        (("P2", "P1"), "already-in-company", {"players": ("P2", "P1")}),
    ],
)
def test_a_group_is_of_two_or_more_who_are_in_none(
    day: DayInHand, players: tuple[str, ...], code: str, parameters: dict[str, Any]
) -> None:
    day.do(in_group("P1", "P2"))
    with expect_refusal(code, **parameters) as refused:
        day.do(in_group(*players))
    assert refused.value.clause == "it-campione/7"
    assert day.state.groups == (("P1", "P2"),)


@pytest.mark.parametrize("players", [("P1",), ("P1", "P3"), ("P1", "P2", "P3"), ()])
def test_only_all_members_of_one_group_end_it(day: DayInHand, players: tuple[str, ...]) -> None:
    day.do(in_group("P1", "P2"))
    code = "company-not-declared" if players else "company-of-nobody"
    with expect_refusal(code, companies=(("P1", "P2"),)) as refused:
        day.do(c.EndGroup(players=players))
    assert refused.value.clause == "it-campione/7"


@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana", "it-venezia", "it-live"])
def test_a_house_that_knows_no_group_declares_none(house: str) -> None:
    day = DayInHand(get_rulebook(house))
    for command in (in_group("P1", "P2"), c.EndGroup(players=("P1", "P2"))):
        with expect_refusal("no-company-here") as refused:
            day.do(command)
        assert refused.value.clause == day.rulebook.limits.maximum_clause
