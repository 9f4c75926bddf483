"""A null coup is declared after the launch, by the person whom the rulebook names, who signs for it."""

import msgspec
import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import CHIEF, DayInHand
from testkit.refusals import expect_refusal

FOREIGN = "foreign-object"
CROUPIER = e.Signature(person=e.Person(id="p2", name="Croupier 2"), role="croupier")


def signed(role: str) -> e.Signature:
    return e.Signature(person=e.Person(id=role, name=role), role=role)


def running(rulebook: str) -> DayInHand:
    """A day of this rulebook on which a ball runs and nothing is signed by itself."""
    day = DayInHand(get_rulebook(rulebook), signs=False)
    day.do(c.AnnounceBetsOpen(), c.LaunchBall())
    return day


def declared(day: DayInHand, *signatures: e.Signature) -> e.CoupAnnulled:
    (event,) = day.do(c.AnnulCoup(reason=FOREIGN, signatures=signatures))
    assert isinstance(event, e.CoupAnnulled)
    return event


@pytest.mark.clause("it-campione/11")
def test_null_coup_names_the_chief_who_declared_it() -> None:
    assert declared(running("it-campione"), signed("pit_boss"), CHIEF).declared_by == CHIEF


@pytest.mark.clause("it-campione/11")
@pytest.mark.parametrize("role", ["pit_boss", "direction", "games_inspector", None])
def test_null_coup_is_refused_if_the_chief_has_not_signed(role: str | None) -> None:
    day = running("it-campione")
    with expect_refusal("signature-missing", subject="null-coup", role="chef_de_table") as refused:
        day.do(c.AnnulCoup(reason=FOREIGN, signatures=(signed(role),) if role else ()))
    assert refused.value.clause == "it-campione/11"
    assert not day.of_type(e.CoupAnnulled)


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/14")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/22")),
    ],
)
def test_null_coup_is_declared_by_a_payer_with_a_seat_or_a_deputy(rulebook: str) -> None:
    assert declared(running(rulebook), CROUPIER).declared_by == CROUPIER
    assert declared(running(rulebook), signed("pit_boss")).declared_by == signed("pit_boss")
    assert declared(running(rulebook), signed("pit_boss"), CROUPIER).declared_by == CROUPIER
    with expect_refusal("croupier-without-position"):
        declared(running(rulebook), signed("croupier"))
    with expect_refusal("signature-of-one-missing"):
        declared(running(rulebook), signed("games_inspector"))


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param(rulebook, clause, marks=pytest.mark.clause(clause))
        for rulebook, clause in (
            ("it-campione", "it-campione/11"),
            ("pt-francesa", "pt-francesa/14"),
            ("pt-americana", "pt-americana/22"),
        )
    ],
)
def test_null_coup_is_refused_unless_a_ball_can_run(rulebook: str, clause: str) -> None:
    day = DayInHand(get_rulebook(rulebook))
    null = c.AnnulCoup(reason=FOREIGN)
    with pytest.raises(Refused) as between:
        day.do(null)
    day.do(c.AnnounceBetsOpen())
    with pytest.raises(Refused) as before:
        day.do(null)
    day.do(c.LaunchBall(), c.FailLaunch(reason="too weak"))
    with pytest.raises(Refused) as failed:
        day.do(null)
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    with pytest.raises(Refused) as after:
        day.do(null)
    refused = [(each.value.code, each.value.clause) for each in (between, before, failed, after)]
    assert refused == [
        ("no-coup-to-annul", clause),
        ("null-coup-before-launch", clause),
        ("null-coup-before-launch", clause),
        ("no-coup-to-annul", clause),
    ]


def test_null_coup_recorded_without_a_name_is_still_read() -> None:
    older = {
        "type": "coup_annulled",
        "coup": 1,
        "reason": FOREIGN,
        "clause": "it-campione/11",
        "previous_number": None,
    }
    assert msgspec.convert(older, e.CoupAnnulled).declared_by is None


@pytest.mark.clause("pt-francesa/14", "pt-americana/22")
def test_older_null_coup_before_its_launch_leaves_the_alternation_alone() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    day.do(c.LaunchBall(rotor_direction="clockwise"), c.DeclareNumber(number=1))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    older = e.CoupAnnulled(coup=2, reason=FOREIGN, clause="pt-americana/22", previous_number=1)
    after = evolve(day.state, Recorded(older, day.state.version + 1, day.now), day.rulebook)
    assert after.last_direction == "clockwise"
