"""What lies in prison after the day's last coup is divided, given back, kept by the bank, or waits for the next day."""

from pathlib import Path

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import load_rulebook
from tables.roulette.rulebook import Rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal
from testkit.rulebooks import SEVENTH

SIGNED = tuple(
    e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
)
SAYS = 'at_last_coup = "divided"'
seventh = load_rulebook(SEVENTH)


def other(folder: Path, *changes: tuple[str, str]) -> Rulebook:
    """The seventh house with other words."""
    text = SEVENTH.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "seventh.toml"
    path.write_text(text, encoding="utf-8")
    return load_rulebook(path)


def count(moment: e.Moment) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces={1_000: 300}, signatures=SIGNED)


def with_zeros(rulebook: Rulebook, zeros: int, amount: int = 10_001) -> DayInHand:
    """A day on which a stake on red lies under so many zeros, and its last coup is paid."""
    day = DayInHand(rulebook)
    day.do(count("opening"))
    bets = [c.PlaceBet(player="P1", bet="rouge", amount=amount)]
    for _ in range(zeros):
        day.coup(0, *bets)
        bets = []
    return day


def ends(day: DayInHand) -> list[tuple[str, int, int]]:
    return [(end.ref, end.amount, end.returned) for end in day.of_type(e.PrisonEnded)]


@pytest.mark.parametrize(
    ("zeros", "returned"), [(1, 5_000), (2, 2_500), (3, 1_250)], ids=["one zero", "two", "three"]
)
def test_a_stake_is_divided_at_its_level_before_the_float_is_counted(zeros: int, returned: int) -> None:
    day = with_zeros(seventh, zeros)
    assert [bet.level for bet in day.state.bets] == [zeros]
    happened = day.do(count("closing"))
    assert [type(event) for event in happened[:2]] == [e.PrisonEnded, e.FloatCounted]
    assert ends(day) == [("b1", 10_001, returned)]
    assert day.of_type(e.PrisonEnded)[0].clause == "seventh/4"
    assert day.state.bets == () and day.state.choices == ()
    day.do(c.CloseTable())
    assert day.of_type(e.TableClosed)[0].bound == ()
    assert len(ends(day)) == 1


@pytest.mark.parametrize(("says", "returned"), [("returned", 10_001), ("kept", 0)])
def test_a_stake_is_given_back_or_kept_as_the_rulebook_says(tmp_path: Path, says: str, returned: int) -> None:
    day = with_zeros(other(tmp_path, (SAYS, f'at_last_coup = "{says}"')), 2)
    day.do(c.ChoosePrison(ref="b1", choice="stay"), count("closing"), c.CloseTable())
    assert ends(day) == [("b1", 10_001, returned)]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(((SAYS, 'at_last_coup = "next-day"'),), id="says so"),
        pytest.param(((f"{SAYS}\n", ""), ('at_last_coup_clause = "seventh/4"\n', "")), id="says nothing"),
    ],
)
def test_a_stake_waits_in_prison_for_the_next_day(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    day = with_zeros(other(tmp_path, *changes), 1)
    day.do(c.ChoosePrison(ref="b1", choice="stay"), count("closing"), c.CloseTable())
    assert ends(day) == []
    assert [(stake.ref, stake.level) for stake in day.of_type(e.TableClosed)[0].bound] == [("b1", 1)]
    following = DayInHand(day.rulebook, after=day.state)
    assert [(bet.ref, bet.level) for bet in following.state.bets] == [("b1", 1)]


def test_a_float_that_was_counted_before_is_counted_again() -> None:
    day = with_zeros(seventh, 0)
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=0))
    day.do(count("closing"), c.ConfirmPayments())
    with expect_refusal("float-counted-before-prison-ended", count=1) as refused:
        day.do(c.CloseTable())
    assert refused.value.clause == "seventh/4"
    day.do(count("closing"), c.CloseTable())
    assert ends(day) == [("b1", 10_000, 5_000)]


def test_a_stake_that_its_owner_split_has_ended_already() -> None:
    day = with_zeros(seventh, 1)
    day.do(c.ChoosePrison(ref="b1", choice="partage"), count("closing"), c.CloseTable())
    assert ends(day) == []
