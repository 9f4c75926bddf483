"""Who relieves the spinner takes seat and ball at once, and whoever spun rests."""

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand

NINA = e.Person(id="nina", name="Nina R.")


def test_relief_takes_seat_and_ball_and_the_other_rests() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    spun = day.state.spinner
    assert spun is not None
    seat = next(position for position, who in day.state.staff.items() if who == spun)
    made = day.do(c.ChangeSpinner(person=NINA, relieved=True))
    assert [type(event) for event in made] == [e.StaffChanged, e.SpinnerChanged, e.BreakBegun]
    assert (day.state.staff[seat], day.state.spinner) == (NINA, NINA)
    assert [each.person for each in day.state.roster.breaks] == [spun]


def test_relief_from_another_seat_leaves_that_seat() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    spun = day.state.spinner
    own, other = next((seat, who) for seat, who in day.state.staff.items() if who != spun)
    seat = next(position for position, who in day.state.staff.items() if who == spun)
    day.do(c.ChangeSpinner(person=other, relieved=True))
    assert (day.state.staff[seat], day.state.spinner) == (other, other)
    assert own not in day.state.staff


def test_returning_relief_ends_the_own_break() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    spun = day.state.spinner
    assert spun is not None
    day.do(c.ChangeSpinner(person=NINA, relieved=True))
    day.pass_time(minutes=20)
    day.do(c.ChangeSpinner(person=spun, relieved=True))
    assert (day.state.spinner, [each.person for each in day.state.roster.breaks]) == (spun, [NINA])
