"""The card of a reader's statistics in words."""

import pytest
from django.utils import timezone, translation

from casino.kit.reader_statistics import agreement_card
from tables.handling.gaming_day import gaming_day
from testkit.house import OpenHouse
from testkit.watched_table import PRIMARY, WITNESS, Watched

pytestmark = pytest.mark.django_db(transaction=True)


def test_card_has_each_rate_with_its_interval_and_cases(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.lives()
    watched.follow()
    card = agreement_card(casino_id, WITNESS, "2026-11")
    assert (card.month, card.month_name, card.spins, card.undecided) == ("2026-11", "November 2026", "7", "1")
    agreement, misreads, missed = card.rates
    assert agreement.label == f"Agreement with {PRIMARY}"
    assert (misreads.label, misreads.share, misreads.cases) == ("Misreads", "16.67\u00a0%", "1 of 6")
    assert misreads.interval == "3.01\u00a0% to 56.35\u00a0%"
    assert (missed.share, missed.cases) == ("14.29\u00a0%", "1 of 7")
    with translation.override("it"):
        assert agreement_card(casino_id, WITNESS, "2026-11").rates[1].share == "16,67\u00a0%"


def test_card_of_a_reader_without_spins_has_no_share(casino_id: int) -> None:
    OpenHouse(casino_id, "pt-francesa")
    card = agreement_card(casino_id, PRIMARY, "2026-11")
    assert [(each.share, each.interval) for each in card.rates] == [("–", ""), ("–", "")]


def test_card_is_of_the_current_month_where_the_month_is_none(casino_id: int) -> None:
    OpenHouse(casino_id, "pt-francesa")
    current = gaming_day(casino_id, timezone.now()).isoformat()[:7]
    wrong = agreement_card(casino_id, PRIMARY, "2026-13")
    assert (wrong.month, agreement_card(casino_id, PRIMARY).month) == (current, current)
    assert wrong.fault == "'2026-13' is not a month. Write the year and the month: 2026-11."
    assert agreement_card(casino_id, PRIMARY).fault == ""
