"""A closing count is not taken while a ball runs, with bets on the cloth or without."""

from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

BOTH = (
    Signature(person=Person(id="person/1", name="Boss"), role="pit_boss"),
    Signature(person=Person(id="person/2", name="Desk"), role="cash_desk"),
)


def test_a_closing_count_waits_for_the_ball() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    closing = c.CountFloat(moment="closing", pieces={10_000: 10}, signatures=BOTH)
    day.do(c.AnnounceBetsOpen(), c.LaunchBall())
    with expect_refusal("closing-count-while-coup-runs", coup=1):
        day.do(closing)
    day.do(c.CloseBets())
    with expect_refusal("closing-count-while-coup-runs", coup=1):
        day.do(closing)
    day.do(c.DeclareNumber(number=17), closing)
    assert day.state.direction.float_at_closing == 100_000
