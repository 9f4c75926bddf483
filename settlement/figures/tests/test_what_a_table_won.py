"""The win of a table's day, by hand and for any day whatsoever, at count tables and imprest tables."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from settlement.figures.figures import absent, counted, estimated
from settlement.figures.table_result import CountDay, ImprestDay, closing, hold, win

AMOUNTS = st.integers(0, 10**9)

DAY = CountDay(
    drop=counted(1_200_000),
    opening=counted(5_000_000),
    closing=counted(4_100_000),
    fills=counted(400_000),
    credits=counted(350_000),
)
IMPREST = ImprestDay(
    par=5_000_000,
    drop=counted(1_200_000),
    opening=counted(5_000_000),
    fills=counted(400_000),
    credits=counted(350_000),
    closing_fill=counted(900_000),
    closing_credit=counted(0),
)


def test_the_win_is_drop_and_closing_and_credits_less_opening_and_fills() -> None:
    assert win(DAY) == counted(1_200_000 + 4_100_000 + 350_000 - 5_000_000 - 400_000)


def test_an_imprest_table_that_opened_at_par_won_by_its_slips_alone() -> None:
    assert win(IMPREST) == counted(1_200_000 + 350_000 - 400_000 - 900_000)
    assert closing(IMPREST) == counted(4_100_000)


@given(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS), AMOUNTS)
def test_the_same_day_gives_the_same_win_whichever_way_the_table_is_run(
    amounts: tuple[int, int, int, int, int], par: int
) -> None:
    drop, opening, lay_there, fills, back = map(counted, amounts)
    assert lay_there.amount is not None
    as_counted = CountDay(drop=drop, opening=opening, closing=lay_there, fills=fills, credits=back)
    brought_back = ImprestDay(
        par=par,
        drop=drop,
        opening=opening,
        fills=fills,
        credits=back,
        closing_fill=counted(max(0, par - lay_there.amount)),
        closing_credit=counted(max(0, lay_there.amount - par)),
    )
    assert win(as_counted) == win(brought_back)


@given(par=AMOUNTS, more=st.integers(-(10**6), 10**6))
def test_a_fill_that_raises_the_par_wins_and_loses_nothing(par: int, more: int) -> None:
    nothing = counted(0)
    raised = ImprestDay(
        par=par + more,
        drop=nothing,
        opening=counted(par),
        fills=counted(max(0, more)),
        credits=counted(max(0, -more)),
        closing_fill=nothing,
        closing_credit=nothing,
    )
    assert win(raised) == counted(0)


def test_a_day_with_an_estimated_opening_is_an_estimate_on_that_basis() -> None:
    won = win(replace(DAY, opening=estimated(5_000_000, "last closing")))
    assert (won.amount, won.label, won.bases) == (250_000, "estimated", ("last closing",))


def test_the_label_of_a_day_is_the_weakest_of_its_parts_and_nothing_is_taken_for_zero() -> None:
    won = win(replace(DAY, opening=estimated(5_000_000, "par"), closing=absent("closing count")))
    assert (won.amount, won.label, won.missing) == (None, "absent", ("closing count",))
    unfinished = win(replace(IMPREST, closing_fill=absent("closing fill")))
    assert (unfinished.amount, unfinished.missing) == (None, ("closing fill",))


def test_the_hold_is_an_exact_fraction_of_the_drop() -> None:
    assert hold(counted(250_000), counted(1_200_000)) == Fraction(5, 24)
    assert hold(counted(-400), counted(1_200)) == Fraction(-1, 3)
    assert hold(counted(0), counted(1_200)) == 0


def test_there_is_no_hold_without_a_drop_or_a_win() -> None:
    assert hold(counted(5), counted(0)) is None
    assert hold(counted(-5), counted(-100)) is None, "more was paid out for chips than came for them"
    assert hold(counted(5), absent("drop")) is None
    assert hold(absent("closing"), counted(100)) is None
