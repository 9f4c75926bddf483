"""Who sits where, who spins, who rests: recorded as it is seen, and asked for where a table opens."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

NEW = e.Person(id="n1", name="Croupier 9")


@pytest.fixture
def venezia() -> DayInHand:
    return DayInHand(get_rulebook("it-venezia"))


@pytest.mark.clause("it-venezia/staff")
@pytest.mark.parametrize("position", ["chef", "droite", "gauche"])
def test_a_table_does_not_open_without_chief_and_the_croupiers_right_and_left(position: str) -> None:
    rulebook = get_rulebook("it-venezia")
    day = DayInHand(rulebook, opened=False)
    command = opening(rulebook)
    staff = {each: person for each, person in command.staff.items() if each != position}
    with expect_refusal("positions-empty") as refused:
        day.do(replace(command, staff=staff))
    assert refused.value.clause == "it-venezia/staff"


@pytest.mark.clause("pt-francesa/1", "pt-americana/1")
@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_each_layout_of_a_double_table_has_its_own_staff(house: str) -> None:
    rulebook = get_rulebook(house)
    day = DayInHand(rulebook, opened=False)
    with expect_refusal("positions-empty-at-second-layout", positions=("payer",)) as refused:
        day.do(replace(opening(rulebook, double=True), second_staff={}))
    assert refused.value.clause == f"{house}/1"
    day.do(opening(rulebook, double=True))
    assert day.state.roster.second["payer"].name == "Croupier 1 of layout 2"
    day.do(c.ChangeStaff(position="payer", person=NEW, layout=2))
    assert (day.state.roster.second["payer"], day.state.staff["payer"].id) == (NEW, "p2")


def test_nobody_sits_on_two_seats_at_once(venezia: DayInHand) -> None:
    rulebook = venezia.rulebook
    command = opening(rulebook)
    with expect_refusal("person-on-two-seats"):
        DayInHand(rulebook, opened=False).do(
            replace(command, staff={**command.staff, "droite": command.staff["gauche"]})
        )


@pytest.mark.clause("it-venezia/staff")
def test_person_who_takes_a_seat_leaves_the_former(venezia: DayInHand) -> None:
    left = venezia.state.staff["gauche"]
    made = venezia.do(c.ChangeStaff(position="droite", person=left))
    assert [(event.position, event.person) for event in made if isinstance(event, e.StaffChanged)] == [
        ("gauche", None),
        ("droite", left),
    ]
    assert "gauche" not in venezia.state.staff


def test_person_in_the_seat_of_the_spinner_takes_the_ball() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.pass_time(minutes=20)
    day.do(c.ChangeStaff(position="payer", person=NEW))
    assert day.state.spinner == NEW
    (passed,) = day.of_type(e.SpinnerChanged)
    assert isinstance(passed, e.SpinnerChanged) and passed.at_ball_s == 20 * 60


def test_a_break_empties_the_seat_and_ends_when_the_person_sits_down_again(venezia: DayInHand) -> None:
    right = venezia.state.staff["droite"]
    venezia.do(c.BeginBreak(person=right), c.BeginBreak(person=right))
    assert "droite" not in venezia.state.staff
    assert [each.person for each in venezia.state.roster.breaks] == [right]
    venezia.pass_time(minutes=15)
    made = venezia.do(c.ChangeStaff(position="gauche", person=right))
    assert isinstance(made[0], e.BreakEnded) and made[0].lasted_s == 15 * 60
    assert venezia.state.roster.breaks == ()


def test_the_same_person_on_the_same_seat_says_nothing_new(venezia: DayInHand) -> None:
    assert venezia.do(c.ChangeStaff(position="droite", person=venezia.state.staff["droite"])) == []
    assert venezia.do(c.EndBreak(person=NEW)) == []


def test_a_seat_that_the_table_has_not_is_refused(venezia: DayInHand) -> None:
    with expect_refusal("position-unknown", positions=("chef", "droite", "gauche", "bout")):
        venezia.do(c.ChangeStaff(position="payer", person=NEW))
    with expect_refusal("layout-unknown", layout=2, layouts=1):
        venezia.do(c.ChangeStaff(position="droite", person=NEW, layout=2))


@pytest.mark.clause("pt-francesa/25")
def test_longer_time_at_the_ball_is_refused_without_an_excuse() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    with expect_refusal("no-longer-time-at-ball") as refused:
        day.do(c.ExcuseTimeAtBall(words="please"))
    assert refused.value.clause == "pt-francesa/25"


def test_a_name_written_in_another_way_is_nobody_else_and_begins_no_new_time_at_the_ball(
    venezia: DayInHand,
) -> None:
    spinner, since = venezia.state.spinner, venezia.state.spinner_since
    assert spinner is not None
    seat = next(position for position, person in venezia.state.staff.items() if person == spinner)
    written = replace(spinner, name="Croupier Quattro")
    venezia.pass_time(minutes=20)
    assert venezia.do(c.ChangeSpinner(person=written)) == []
    assert venezia.do(c.ChangeStaff(position=seat, person=written)) == [
        e.StaffChanged(position=seat, person=written, previous=spinner)
    ]
    assert venezia.state.spinner_since == since


def test_person_who_takes_the_ball_returns_from_the_break(venezia: DayInHand) -> None:
    venezia.do(c.BeginBreak(person=NEW))
    venezia.pass_time(minutes=15)
    made = venezia.do(c.ChangeSpinner(person=NEW))
    assert made[0] == e.BreakEnded(person=NEW, lasted_s=900)
    assert venezia.state.roster.breaks == ()


def test_unseated_person_who_takes_the_ball_takes_the_seat(venezia: DayInHand) -> None:
    spinner = venezia.state.spinner
    assert spinner is not None
    seat = next(position for position, person in venezia.state.staff.items() if person == spinner)
    seated, spins = venezia.do(c.ChangeSpinner(person=NEW))
    assert seated == e.StaffChanged(position=seat, person=NEW, previous=spinner)
    assert isinstance(spins, e.SpinnerChanged)
    assert (venezia.state.spinner, venezia.state.staff[seat]) == (NEW, NEW)


def test_between_two_who_sit_there_the_ball_alone_changes_hands(venezia: DayInHand) -> None:
    chef = venezia.state.staff["chef"]
    (spins,) = venezia.do(c.ChangeSpinner(person=chef))
    assert isinstance(spins, e.SpinnerChanged)
    assert venezia.state.staff["chef"] == venezia.state.spinner == chef
