"""Who decides on limits, and with whom that is agreed (it-campione/5-agreement)."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.events import Agreement, Derogation
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook, load_rulebook
from testkit.play import CHIEF, DIRECTOR, NOON, DayInHand, opening
from testkit.refusals import expect_refusal
from testkit.rulebooks import DOUBLE_ZERO, SEVENTH

MUNICIPALITY = "Amministrazione comunale"
CONTROL = "Direzione del servizio speciale di controllo comunale"
AGREED = Agreement(person="Dr. Neri", at=NOON - timedelta(hours=2), ground="the evening of a tournament")
NOTICE = Derogation(notice="letter 12 to the municipality")
PIT_BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
agreement = pytest.mark.clause("it-campione/5-agreement")


def change(
    maximums: dict[str, int] | None = None,
    *,
    minimum: int = 500,
    agreed: Agreement | None = AGREED,
    derogation: Derogation | None = None,
    signatures: tuple[e.Signature, ...] = (DIRECTOR,),
) -> c.ChangeLimits:
    return c.ChangeLimits(
        limits=Limits(minimum=minimum, maximums=maximums or {}),
        players_told=True,
        sign_changed=True,
        agreement=agreed,
        derogation=derogation,
        signatures=signatures,
    )


@pytest.fixture
def campione() -> DayInHand:
    return DayInHand(get_rulebook("it-campione"), signs=False)


@agreement
@pytest.mark.parametrize(
    ("maximums", "derogation", "body"),
    [
        ({"plein": 100_000}, None, MUNICIPALITY),
        ({"carre": 150_000}, None, MUNICIPALITY),
        ({"plein": 150_000}, NOTICE, CONTROL),
        ({"cheval": 200_000}, NOTICE, CONTROL),
    ],
)
def test_other_maximums_are_agreed_with_the_municipality_and_a_derogation_with_the_control_service(
    campione: DayInHand, maximums: dict[str, int], derogation: Derogation | None, body: str
) -> None:
    with expect_refusal("limits-not-agreed", body=body) as refused:
        campione.do(change(maximums, derogation=derogation, agreed=None))
    assert refused.value.clause == "it-campione/5-agreement"
    (changed,) = campione.do(change(maximums, derogation=derogation))
    assert isinstance(changed, e.LimitsChanged)
    assert changed.agreement == replace(AGREED, body=body)


@agreement
@pytest.mark.parametrize("said", [{"person": " "}, {"ground": ""}])
def test_an_agreement_names_who_agreed_and_on_what_ground(campione: DayInHand, said: dict[str, str]) -> None:
    with expect_refusal("limits-not-agreed"):
        campione.do(change({"plein": 100_000}, agreed=replace(AGREED, **said)))


@agreement
def test_an_agreement_comes_before_the_decision(campione: DayInHand) -> None:
    with expect_refusal("agreed-later-than-now", body=MUNICIPALITY):
        campione.do(
            change({"plein": 100_000}, agreed=replace(AGREED, at=campione.now + timedelta(minutes=1)))
        )


@agreement
def test_a_maximum_that_lapses_to_the_posted_one_and_another_minimum_need_no_agreement(
    campione: DayInHand,
) -> None:
    campione.do(change({"plein": 150_000}, derogation=NOTICE))
    (changed,) = campione.do(change(minimum=1_000, agreed=None))
    assert isinstance(changed, e.LimitsChanged)
    assert (changed.agreement, changed.limits.maximums["plein"]) == (None, 50_000)


@agreement
def test_a_derogation_and_other_maximums_are_agreed_one_by_one(campione: DayInHand) -> None:
    with expect_refusal("two-agreements-at-once", bodies=(MUNICIPALITY, CONTROL)):
        campione.do(change({"plein": 150_000, "carre": 150_000}, derogation=NOTICE))


@agreement
def test_an_announced_change_keeps_its_agreement_until_the_sign_is_changed(campione: DayInHand) -> None:
    campione.do(replace(change({"plein": 100_000}), sign_changed=False))
    (changed,) = campione.do(c.ConfirmSign())
    assert isinstance(changed, e.LimitsChanged)
    assert changed.agreement == replace(AGREED, body=MUNICIPALITY)


@agreement
def test_a_table_opens_with_no_maximum_that_would_have_to_be_agreed(campione: DayInHand) -> None:
    rules, day = campione.rulebook, DayInHand(campione.rulebook, opened=False)
    doubled = Limits(minimum=500, maximums={**rules.default_limits.maximums, "plein": 100_000})
    with expect_refusal("opened-over-agreed-maximums", limit=Money(50_000, rules.currency)) as refused:
        day.do(replace(opening(rules), limits=doubled))
    assert refused.value.clause == "it-campione/5-agreement"
    lower = Limits(minimum=500, maximums={**rules.default_limits.maximums, "plein": 40_000})
    day.do(replace(opening(rules), limits=lower))


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param("it-campione", "it-campione/5", marks=pytest.mark.clause("it-campione/5")),
        pytest.param(
            "it-venezia", "it-venezia/general-10", marks=pytest.mark.clause("it-venezia/general-10")
        ),
    ],
)
def test_minimum_and_maximums_are_the_directions_to_change_and_not_the_pit_bosss(
    house: str, clause: str
) -> None:
    day = DayInHand(get_rulebook(house), signs=False)
    raised = change(minimum=1_000, signatures=(PIT_BOSS,))
    with expect_refusal("signature-missing", role="direction") as refused:
        day.do(raised)
    assert refused.value.clause == clause
    day.do(replace(raised, signatures=(PIT_BOSS, DIRECTOR)))
    assert day.state.limits is not None and day.state.limits.minimum == 1_000


@pytest.mark.clause("it-campione/5")
def test_the_direction_that_signs_a_derogation_is_its_authoriser(campione: DayInHand) -> None:
    said = replace(NOTICE, authorisers=("nobody in particular",))
    campione.do(change({"plein": 150_000}, derogation=said))
    assert campione.state.derogation == replace(NOTICE, authorisers=(DIRECTOR.person.name,))


def test_unreserved_limits_are_changed_by_the_pit_boss() -> None:
    day = DayInHand(get_rulebook("pt-francesa"), signs=False)
    with expect_refusal("signature-not-allowed"):
        day.do(change(minimum=2 * day.rulebook.default_limits.minimum, signatures=()))
    assert day.do(change(minimum=2 * day.rulebook.default_limits.minimum, signatures=(PIT_BOSS,)))


def test_deciding_roles_are_values_of_each_rulebook() -> None:
    day = DayInHand(load_rulebook(SEVENTH), signs=False)
    inspector = e.Signature(person=e.Person(id="person/2", name="Inspector"), role="games_inspector")
    lower = change({"plein": 10_000}, minimum=posted_minimum(day), signatures=(DIRECTOR,))
    with expect_refusal("signature-missing", role="games_inspector") as refused:
        day.do(lower)
    assert refused.value.clause == "seventh/3"
    with expect_refusal("limits-not-agreed", body="The gaming commission"):
        day.do(replace(lower, signatures=(inspector,), agreement=None))
    day.do(replace(lower, signatures=(inspector,)))
    with expect_refusal("signature-missing", role="chef_de_table"):
        day.do(c.SuspendTable(detail="fire", signatures=(DIRECTOR,)))
    day.do(c.SuspendTable(detail="fire", signatures=(CHIEF,)))


def test_with_whom_a_derogation_is_agreed_is_a_value_of_every_rulebook() -> None:
    day = DayInHand(load_rulebook(DOUBLE_ZERO), signs=False)
    over = change({"carre": 6_000}, minimum=posted_minimum(day), derogation=NOTICE, signatures=(PIT_BOSS,))
    with expect_refusal("maximum-needs-derogation", limit=Money(4_000, "USD")) as refused:
        day.do(replace(over, derogation=None))
    assert refused.value.clause == "double-zero/3"
    with expect_refusal("limits-not-agreed", body="The ministry of justice") as refused:
        day.do(replace(over, agreement=None))
    assert refused.value.clause == "double-zero/3"
    (changed,) = day.do(over)
    assert isinstance(changed, e.LimitsChanged)
    assert changed.agreement == replace(AGREED, body="The ministry of justice")


def posted_minimum(day: DayInHand) -> int:
    assert day.state.limits is not None
    return day.state.limits.minimum
