"""The limits in force: changed with notice to the players and a new sign, over the rulebook's by a derogation only."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.events import Derogation
from tables.refusal import LimitRefused
from tables.roulette.limits import Limits, limits_for
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.play import DIRECTOR, DayInHand, opening
from testkit.refusals import expect_refusal

TOLD = Derogation(authorisers=(DIRECTOR.person.name,), notice="letter 12 to the municipality")


def posted(day: DayInHand) -> Limits:
    assert day.state.limits is not None
    return day.state.limits


def change(
    minimum: int = 1000,
    maximums: dict[str, int] | None = None,
    *,
    told: bool = True,
    sign: bool = True,
    derogation: Derogation | None = None,
) -> c.ChangeLimits:
    limits = Limits(minimum=minimum, maximums=maximums or {})
    return c.ChangeLimits(limits=limits, players_told=told, sign_changed=sign, derogation=derogation)


def bet(code: str, amount: int) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=code, amount=amount)


@pytest.fixture
def campione() -> DayInHand:
    return DayInHand(get_rulebook("it-campione"))


@pytest.fixture
def venezia() -> DayInHand:
    return DayInHand(get_rulebook("it-venezia"))


@pytest.mark.clause("it-venezia/general-10")
def test_limits_change_during_the_day_and_hold_from_then_on(venezia: DayInHand) -> None:
    before = posted(venezia)
    venezia.do(c.AnnounceBetsOpen(), bet("plein:17", 500))
    (changed,) = venezia.do(change(1000, {"plein": 30_000}))
    assert isinstance(changed, e.LimitsChanged)
    assert changed.previous == before
    assert posted(venezia) == Limits(minimum=1000, maximums={**before.maximums, "plein": 30_000})
    assert [lying.amount for lying in venezia.state.bets] == [500], "what lies keeps lying"
    with expect_refusal("under-minimum", kind=LimitRefused, limit=Money(1_000, "EUR")):
        venezia.do(bet("plein:20", 500))
    venezia.do(bet("plein:20", 30_000))


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param(clause.partition("/")[0], clause, marks=pytest.mark.clause(clause))
        for clause in (
            "it-venezia/general-10",
            "it-campione/5",
            "pt-francesa/24",
            "pt-americana/34",
            "it-live/minimum",
        )
    ],
)
@pytest.mark.parametrize(
    ("told", "sign", "code"),
    [
        (False, True, "players-not-told"),
        (True, False, "sign-not-changed"),
        (False, False, "players-not-told-nor-sign-changed"),
    ],
)
def test_limits_apply_after_players_and_sign_are_informed(
    house: str, clause: str, told: bool, sign: bool, code: str
) -> None:
    day = DayInHand(get_rulebook(house))
    before = posted(day)
    if told and day.rulebook.limits.sign_within_s:
        day.do(change(told=told, sign=sign))
        assert posted(day) == before, "the sign has some minutes"
        return
    with expect_refusal(code) as refused:
        day.do(change(told=told, sign=sign))
    assert refused.value.clause == clause
    assert posted(day) == before


@pytest.mark.parametrize("phase", ["launched", "bets_closed"])
def test_limits_do_not_change_while_the_ball_runs(venezia: DayInHand, phase: str) -> None:
    venezia.do(c.AnnounceBetsOpen(), c.LaunchBall())
    if phase == "bets_closed":
        venezia.do(c.CloseBets())
    with expect_refusal("limits-changed-while-ball-runs") as refused:
        venezia.do(change())
    assert refused.value.clause == "it-venezia/general-10"
    venezia.do(c.DeclareNumber(number=3), change())
    assert posted(venezia).minimum == 1000


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
def test_limits_that_are_in_force_already_say_nothing_new(rulebook: Rulebook) -> None:
    day = DayInHand(rulebook, opened=False)
    day.do(opening(rulebook))
    sign = posted(day)
    assert day.do(change(sign.minimum, sign.maximums), change(sign.minimum)) == []
    if rulebook.limits.kind != "posted":
        bare = DayInHand(rulebook, opened=False)
        bare.do(replace(opening(rulebook), limits=Limits(minimum=sign.minimum)))
        assert bare.do(change(sign.minimum)) == [], "the maximums followed from the minimum before, too"


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/24")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/34")),
    ],
)
def test_with_ratios_a_new_minimum_brings_its_maximums(house: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.do(change(1000))
    assert posted(day) == limits_for(day.rulebook, 1000)


@pytest.mark.clause("pt-francesa/24")
def test_a_maximum_of_the_french_game_is_at_most_its_ratio() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.do(change(1000, {"plein": 20_000}))
    assert posted(day).maximums["plein"] == 20_000
    assert posted(day).maximums["cheval"] == 60_000
    with expect_refusal("maximum-over-ratio", kind=LimitRefused, bet="plein", ratio=30) as refused:
        day.do(change(1000, {"plein": 30_001}))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (
        "pt-francesa/24",
        30_000,
        30_001,
    )


@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize("plein", [9_999, 10_001])
def test_no_other_maximum_than_its_ratio_is_posted_in_the_american_game(plein: int) -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    with expect_refusal("maximum-not-the-ratio", kind=LimitRefused, ratio=10) as refused:
        day.do(change(1000, {"plein": plein}))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (
        "pt-americana/34",
        10_000,
        plein,
    )


@pytest.mark.clause("it-campione/5")
def test_the_maximum_of_a_plein_may_be_doubled_without_a_derogation(campione: DayInHand) -> None:
    campione.do(change(500, {"plein": 100_000}))
    assert posted(campione).maximums["plein"] == 100_000
    assert campione.state.derogation is None
    for kind, over, largest in (("plein", 100_001, 100_000), ("cheval", 100_001, 100_000)):
        with expect_refusal("maximum-needs-derogation", kind=LimitRefused) as refused:
            campione.do(change(500, {kind: over}))
        assert (refused.value.clause, refused.value.limit) == ("it-campione/5", largest)


@pytest.mark.clause("it-campione/5")
def test_a_derogation_that_was_told_raises_plein_and_cheval(campione: DayInHand) -> None:
    (changed,) = campione.do(change(500, {"plein": 150_000, "cheval": 200_000}, derogation=TOLD))
    assert isinstance(changed, e.LimitsChanged)
    assert changed.derogation == campione.state.derogation == TOLD
    campione.do(c.AnnounceBetsOpen(), bet("plein:17", 150_000), bet("cheval:17-20", 200_000))
    for kind, amount in (("plein", 150_001), ("cheval", 200_001), ("carre", 200_001)):
        with expect_refusal("maximum-over-derogation", kind=LimitRefused) as refused:
            campione.do(change(500, {kind: amount}, derogation=TOLD))
        assert (refused.value.clause, refused.value.value) == ("it-campione/5", amount)


@pytest.mark.clause("it-campione/5")
def test_another_derogation_for_the_same_figures_is_recorded(campione: DayInHand) -> None:
    granted = change(500, {"plein": 150_000}, derogation=TOLD)
    campione.do(granted)
    assert campione.do(granted) == []
    again = Derogation(authorisers=(DIRECTOR.person.name,), notice="letter 13 to the municipality")
    (changed,) = campione.do(change(500, {"plein": 150_000}, derogation=again))
    assert isinstance(changed, e.LimitsChanged)
    assert changed.derogation == campione.state.derogation == again
    assert changed.limits == changed.previous


@pytest.mark.clause("it-campione/5")
def test_a_derogation_ends_with_limits_that_need_none(campione: DayInHand) -> None:
    campione.do(change(500, {"plein": 150_000}, derogation=TOLD))
    with expect_refusal("maximum-needs-derogation", kind=LimitRefused):
        campione.do(change(1000, {"plein": 150_000}))
    campione.do(change(1000, {"plein": 50_000}))
    assert campione.state.derogation is None


@pytest.mark.clause("it-campione/5")
def test_without_its_derogation_a_maximum_that_is_not_named_falls_back_to_the_posted_one(
    campione: DayInHand,
) -> None:
    ordinary = posted(campione).maximums
    campione.do(change(500, {"carre": 90_000}), change(500, {"plein": 150_000}, derogation=TOLD))
    campione.do(change(1000))
    assert posted(campione) == Limits(minimum=1000, maximums={**ordinary, "carre": 90_000})
    assert campione.state.derogation is None


@pytest.mark.clause("it-campione/5")
def test_another_derogation_leaves_the_maximums_that_stand_by_the_last_one(campione: DayInHand) -> None:
    campione.do(change(500, {"plein": 150_000}, derogation=TOLD))
    campione.do(change(1000, {"cheval": 200_000}, derogation=TOLD))
    found = posted(campione).maximums
    assert (found["plein"], found["cheval"]) == (150_000, 200_000)


@pytest.mark.clause("it-campione/5")
@pytest.mark.parametrize(
    ("derogation", "code"),
    [
        (Derogation(notice=""), "derogation-without-notice"),
        (Derogation(notice="  "), "derogation-without-notice"),
    ],
)
def test_a_derogation_without_notice_is_refused(
    campione: DayInHand, derogation: Derogation, code: str
) -> None:
    before = posted(campione)
    with expect_refusal(code) as refused:
        campione.do(change(500, {"plein": 150_000}, derogation=derogation))
    assert refused.value.clause == "it-campione/5"
    assert posted(campione) == before


@pytest.mark.clause("it-campione/5")
@pytest.mark.parametrize("maximums", [{}, {"plein": 100_000}, {"cheval": 90_000}])
def test_limits_within_the_posted_ones_need_no_derogation(
    campione: DayInHand, maximums: dict[str, int]
) -> None:
    with expect_refusal("no-derogation-needed") as refused:
        campione.do(change(1000, maximums, derogation=TOLD))
    assert refused.value.clause == "it-campione/5"


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param("it-venezia", "it-venezia/general-9", marks=pytest.mark.clause("it-venezia/general-10")),
        ("it-live", "it-live/minimum"),
        ("pt-francesa", "pt-francesa/24"),
        ("pt-americana", "pt-americana/34"),
    ],
)
def test_a_house_without_derogations_grants_none(house: str, clause: str) -> None:
    day = DayInHand(get_rulebook(house))
    with expect_refusal("no-derogation-here") as refused:
        day.do(change(1000, derogation=TOLD))
    assert refused.value.clause == clause
