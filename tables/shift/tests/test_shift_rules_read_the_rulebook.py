"""What the rules take from a rulebook, and how they count time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tables.roulette.loader import get_rulebook
from tables.shift.rules import BALL_CHANGE, RULES, Terms, closed_by, opened_by, rule_named, warn_and_due

HOURLY = Terms(lasts=timedelta(hours=1), warns_before=timedelta(minutes=5), clause="pt-francesa/9")


@pytest.mark.clause("pt-francesa/9")
def test_the_french_ball_changes_by_the_hour_with_a_warning_five_minutes_before():
    assert BALL_CHANGE.terms(get_rulebook("pt-francesa")) == HOURLY


@pytest.mark.clause("pt-americana/17")
def test_the_american_ball_changes_by_the_hour_by_its_own_clause():
    terms = BALL_CHANGE.terms(get_rulebook("pt-americana"))
    assert terms is not None
    assert (terms.lasts, terms.clause) == (timedelta(hours=1), "pt-americana/17")


@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia", "it-live"])
def test_a_rulebook_that_demands_no_ball_change_has_no_case(rulebook):
    assert BALL_CHANGE.terms(get_rulebook(rulebook)) is None


def test_a_ball_change_ends_one_case_and_begins_the_next():
    assert BALL_CHANGE in closed_by("ball_changed")
    assert BALL_CHANGE in opened_by("ball_changed")
    assert opened_by("table_closed") == ()
    assert closed_by("bet_placed") == ()


def test_every_rule_has_a_name_of_its_own():
    assert [rule_named(rule.name) for rule in RULES] == list(RULES)


LISBON = ZoneInfo("Europe/Lisbon")


@pytest.mark.parametrize(
    ("opened_on_the_wall", "due"),
    [
        # 25 October 2026: at two in summer time it is one again.
        (datetime(2026, 10, 25, 1, 30, tzinfo=LISBON), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),
        (datetime(2026, 10, 25, 1, 30, fold=1, tzinfo=LISBON), datetime(2026, 10, 25, 2, 30, tzinfo=UTC)),
        # 28 March 2027: at one it is two.
        (datetime(2027, 3, 28, 0, 30, tzinfo=LISBON), datetime(2027, 3, 28, 1, 30, tzinfo=UTC)),
    ],
    ids=["the first half past one", "the second half past one", "the hour that is missing"],
)
def test_an_hour_is_an_hour_on_the_nights_when_the_clocks_change(opened_on_the_wall, due):
    assert warn_and_due(HOURLY, opened_on_the_wall) == (due - timedelta(minutes=5), due)
