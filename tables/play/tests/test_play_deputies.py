"""Decisions of the chief of the table: the roles that act for the chief are the rulebook's, and nobody else's."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from testkit.play import CHIEF, DayInHand
from testkit.refusals import expect_refusal

CAMPIONE = get_rulebook("it-campione")


def signed(role: str) -> tuple[e.Signature, ...]:
    return (e.Signature(person=e.Person(id=role, name=role), role=role),)


def with_deputies(section: str, *roles: str) -> Rulebook:
    """Return the rulebook with these deputies in the section."""
    rule = getattr(CAMPIONE, section)
    return replace(CAMPIONE, **{section: replace(rule, deputies=roles)})


def day_of(rulebook: Rulebook, *commands: c.Command) -> DayInHand:
    day = DayInHand(rulebook)
    day.do(*commands)
    day.signs = False
    return day


LAID = (c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=10_000))
DECISIONS = {
    "time_at_ball": ((), c.ExcuseTimeAtBall(words="told Anna"), "excuse-time-at-ball"),
    "held": (LAID, c.SeeAbandoned(ref="b1"), "see-abandoned"),
    "null_coup": (
        (c.AnnounceBetsOpen(), c.LaunchBall()),
        c.AnnulCoup(reason="foreign-object"),
        "null-coup",
    ),
    "late_bets": (
        (c.AnnounceBetsOpen(), c.LaunchBall()),
        c.RefuseLateBet(player="P1", bet="rouge", amount=10_000, reason="too late"),
        "late-bet-refusal",
    ),
}
"""By section: commands before the decision, the decision, its subject."""


@pytest.mark.parametrize(
    "section",
    [
        pytest.param("time_at_ball", marks=pytest.mark.clause("it-campione/13")),
        pytest.param("held", marks=pytest.mark.clause("it-campione/19")),
    ],
)
@pytest.mark.parametrize("role", ["chef_de_table", "pit_boss", "direction"])
def test_deputies_of_the_rulebook_decide_for_the_chief(section: str, role: str) -> None:
    before, command, _ = DECISIONS[section]
    assert day_of(CAMPIONE, *before).do(replace(command, signatures=signed(role)))


@pytest.mark.clause("it-campione/13", "it-campione/19", "it-campione/11", "it-campione/9")
@pytest.mark.parametrize("section", DECISIONS)
def test_chief_alone_decides_without_deputies_in_the_rulebook(section: str) -> None:
    before, command, subject = DECISIONS[section]
    rulebook = with_deputies(section)
    for role in ("pit_boss", "direction"):
        with expect_refusal("signature-missing", subject=subject, role="chef_de_table") as refused:
            day_of(rulebook, *before).do(replace(command, signatures=signed(role)))
        assert refused.value.clause == getattr(CAMPIONE, section).clause
    assert day_of(rulebook, *before).do(replace(command, signatures=(CHIEF,)))


@pytest.mark.parametrize("section", DECISIONS)
def test_deputy_named_by_a_rulebook_decides_and_others_do_not(section: str) -> None:
    before, command, subject = DECISIONS[section]
    rulebook = with_deputies(section, "pit_boss")
    assert day_of(rulebook, *before).do(replace(command, signatures=signed("pit_boss")))
    with expect_refusal("signature-of-one-missing", subject=subject, roles=("chef_de_table", "pit_boss")):
        day_of(rulebook, *before).do(replace(command, signatures=signed("direction")))


@pytest.mark.clause("it-campione/9")
def test_late_bet_names_the_deputy_who_accepted_it() -> None:
    day = day_of(with_deputies("late_bets", "pit_boss"), c.AnnounceBetsOpen(), c.LaunchBall())
    bet = c.PlaceBet(player="P1", bet="rouge", amount=10_000, repeated=("employee", "chief"))
    (laid,) = day.do(c.AcceptLateBet(bet=bet, signatures=signed("pit_boss")))
    assert isinstance(laid, e.BetPlaced) and laid.accepted_by == signed("pit_boss")[0].person
