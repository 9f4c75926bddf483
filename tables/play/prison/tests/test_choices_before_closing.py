"""The owner of a stake in prison chooses after each zero: no table closes over an open choice."""

from pathlib import Path

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.day.questions import to_be_done
from tables.play.prison.questions import open_choices
from tables.roulette.loader import get_rulebook, load_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal
from testkit.rulebooks import SEVENTH

BOTH = pytest.mark.parametrize(
    "clause",
    [
        pytest.param("it-campione/3", marks=pytest.mark.clause("it-campione/3")),
        pytest.param("it-venezia/prison", marks=pytest.mark.clause("it-venezia/prison")),
    ],
)


@pytest.fixture
def day(clause: str) -> DayInHand:
    """A day whose last coup was a zero, with stakes of two players in prison."""
    day = DayInHand(get_rulebook(clause.partition("/")[0]))
    if day.rulebook.last_coup:
        day.do(c.AnnounceLastCoup())
    bets = (
        c.PlaceBet(player="P1", bet="rouge", amount=10_000),
        c.PlaceBet(player="P2", bet="noir", amount=5_000),
    )
    day.coup(0, *bets)
    return day


@BOTH
def test_table_with_an_open_choice_does_not_close(day: DayInHand, clause: str) -> None:
    with expect_refusal("prison-choices-open", count=2, refs=("b1", "b2")) as refused:
        day.do(c.CloseTable())
    assert refused.value.clause == clause
    assert [each.code for each in to_be_done(day.state, day.rulebook)] == ["prison-choices-open"]
    day.do(c.ChoosePrison(ref="b1", choice="partage"))
    with expect_refusal("prison-choices-open", count=1, refs=("b2",)):
        day.do(c.CloseTable())
    day.do(c.ChoosePrison(ref="b2", choice="stay"), c.CloseTable())
    assert [(bet.ref, bet.level) for bet in day.state.carried] == [("b2", 1)]


@BOTH
def test_open_choice_is_lost_by_no_force(day: DayInHand, clause: str) -> None:
    signed = tuple(
        e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("direction", "pit_boss")
    )
    with expect_refusal("prison-choices-open"):
        day.do(c.CloseTable(forced=True, reason="fire alarm", signatures=signed))


@BOTH
def test_stake_that_stays_is_decided_by_the_first_coup_of_the_next_day(day: DayInHand, clause: str) -> None:
    day.do(c.ChoosePrison(ref="b1", choice="stay"), c.ChoosePrison(ref="b2", choice="move:pair"))
    day.do(c.CloseTable())
    later = DayInHand(day.rulebook, after=day.state)
    assert [(bet.bet, bet.level) for bet in later.state.bets] == [("rouge", 1), ("pair", 1)]
    later.coup(1)
    assert [bet.bet for bet in later.state.bets if bet.level] == []


@BOTH
def test_choice_that_the_next_bets_closed_is_open_no_more(day: DayInHand, clause: str) -> None:
    again = DayInHand(day.rulebook)
    again.coup(0, c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    again.do(c.AnnounceBetsOpen())
    assert [each.stake.ref for each in open_choices(again.state, again.rulebook)] == ["b1"]
    again.do(c.LaunchBall(), c.CloseBets())
    assert open_choices(again.state, again.rulebook) == ()


@BOTH
def test_float_is_counted_after_the_choices(day: DayInHand, clause: str) -> None:
    """A stake that is split afterwards would take chips from the counted float."""
    signed = tuple(
        e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
    )
    count = c.CountFloat(moment="closing", pieces={1_000: 300}, signatures=signed)
    with expect_refusal("prison-choices-open"):
        day.do(count)
    day.do(c.ChoosePrison(ref="b1", choice="stay"), c.ChoosePrison(ref="b2", choice="stay"), count)


@pytest.mark.parametrize(
    ("at_the_end", "blocks"), [("divided", False), ("returned", False), ("kept", True), ("next-day", True)]
)
def test_choice_blocks_only_where_its_owner_would_lose_it(
    tmp_path: Path, at_the_end: str, blocks: bool
) -> None:
    text = SEVENTH.read_text(encoding="utf-8").replace('"divided"', f'"{at_the_end}"', 1)
    path = tmp_path / "seventh.toml"
    path.write_text(text, encoding="utf-8")
    day = DayInHand(load_rulebook(path))
    signed = tuple(
        e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
    )
    day.do(c.CountFloat(moment="opening", pieces={1_000: 300}, signatures=signed))
    day.coup(0, c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    assert bool(open_choices(day.state, day.rulebook)) is blocks
