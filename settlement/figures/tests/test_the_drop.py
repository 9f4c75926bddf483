"""The drop is counted once every box is, and an estimate by the cash taken until then; and tips held against it."""

from fractions import Fraction

import pytest

from settlement.figures.figures import absent, counted, estimated
from settlement.figures.table_result import BoxOfDay, drop_of, tips_to_result

FULL = BoxOfDay(recorded=20_000, counted=19_500)
LAST = BoxOfDay(recorded=5_000, counted=5_000)
UNCOUNTED = BoxOfDay(recorded=5_000, counted=None)
AT_THE_TABLE = BoxOfDay(recorded=0, counted=None)


def test_a_table_without_boxes_has_the_cash_that_it_recorded() -> None:
    assert drop_of(25_000, ()) == estimated(25_000, "cash taken")
    assert drop_of(0, ()) == estimated(0, "cash taken"), "nobody has counted that it was nothing"


def test_drop_is_the_content_of_all_counted_boxes() -> None:
    assert drop_of(25_000, (FULL, LAST)) == counted(24_500)
    assert drop_of(0, (BoxOfDay(recorded=0, counted=0),)) == counted(0)


@pytest.mark.parametrize("still", [UNCOUNTED, AT_THE_TABLE])
def test_drop_with_an_uncounted_box_is_an_estimate(
    still: BoxOfDay,
) -> None:
    assert drop_of(25_000, (FULL, still)) == estimated(24_500, "cash taken")


def test_notes_that_are_in_no_box_leave_it_an_estimate() -> None:
    assert drop_of(26_000, (FULL, LAST)) == estimated(25_500, "cash taken")


def test_drop_with_notes_of_an_earlier_day_is_an_estimate() -> None:
    stayed = BoxOfDay(recorded=30_000, counted=30_000)
    assert drop_of(25_000, (stayed,)) == estimated(25_000, "cash taken")


@pytest.mark.parametrize(
    ("tips", "result", "share"),
    [
        (counted(2_500), counted(100_000), Fraction(1, 40)),
        (counted(0), estimated(100_000, "bets"), Fraction(0)),
        (counted(2_500), counted(0), None),
        (counted(2_500), counted(-5_000), None),
        (counted(2_500), absent("closing count"), None),
        (absent("tips"), counted(100_000), None),
    ],
)
def test_tips_are_read_as_a_part_of_what_was_won(tips, result, share) -> None:  # type: ignore[no-untyped-def]
    assert tips_to_result(tips, result) == share
