"""An announcement that was turned down is recorded, with why and by which clause; it is no part of the coup."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.command import REASON_AT_MOST
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

TIERS = c.RefuseAnnouncement(player="P1", announcement="tiers", amount=3_000, reason="unclear")


@pytest.fixture
def day() -> DayInHand:
    """A table of Campione with bets open."""
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen())
    return day


def refused(day: DayInHand, command: c.RefuseAnnouncement) -> e.AnnouncementRefused:
    (event,) = day.do(command)
    assert isinstance(event, e.AnnouncementRefused)
    return event


def test_refused_announcement_is_recorded_and_lays_nothing(day: DayInHand) -> None:
    before = day.state
    assert refused(day, replace(TIERS, words=" nobody heard the amount ")) == e.AnnouncementRefused(
        coup=1,
        player="P1",
        announcement="tiers",
        amount=3_000,
        reason="unclear",
        clause="it-campione/17",
        words="nobody heard the amount",
    )
    assert (day.state.bets, day.state.phase) == (before.bets, before.phase) == ((), "betting")


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        pytest.param("without_amount", "it-campione/17", marks=pytest.mark.clause("it-campione/17")),
        pytest.param("unclear", "it-campione/17", marks=pytest.mark.clause("it-campione/17")),
        pytest.param("not_repeated", "it-campione/18", marks=pytest.mark.clause("it-campione/18")),
        pytest.param("too_late", "it-campione/9", marks=pytest.mark.clause("it-campione/9")),
        pytest.param("chief", "it-campione/9", marks=pytest.mark.clause("it-campione/9")),
        pytest.param("over_limits", "it-campione/6", marks=pytest.mark.clause("it-campione/6")),
    ],
)
def test_each_reason_has_its_clause(day: DayInHand, reason: e.AnnouncementRefusal, clause: str) -> None:
    assert refused(day, replace(TIERS, reason=reason, amount=0)).clause == clause


@pytest.mark.clause("it-venezia/announcements")
def test_in_venice_it_is_the_clause_on_announcements() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    for reason in ("not_repeated", "unclear", "without_amount"):
        assert refused(day, replace(TIERS, reason=reason)).clause == "it-venezia/announcements"


@pytest.mark.clause("it-campione/17")
def test_the_forbidden_announcement_is_recorded_in_its_words(day: DayInHand) -> None:
    game = replace(TIERS, announcement="gioco del signor Rossi", amount=0, reason="forbidden")
    event = refused(day, game)
    assert (event.announcement, event.clause) == ("gioco del signor Rossi", "it-campione/17")


def test_refused_announcement_between_coups_belongs_to_the_next() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    assert refused(day, TIERS).coup == 1
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=5))
    assert refused(day, TIERS).coup == 2


def test_a_bets_name_in_the_houses_language_is_recorded_as_its_code(day: DayInHand) -> None:
    assert refused(day, replace(TIERS, announcement="Orfanelli")).announcement == "orphelins"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (replace(TIERS, announcement="  "), "refused-announcement-not-named"),
        (replace(TIERS, announcement="x" * 81), "refused-announcement-too-long"),
        (replace(TIERS, amount=-1), "refused-announcement-below-nothing"),
        (replace(TIERS, reason="other"), "announcement-refused-without-reason"),
        (replace(TIERS, words="x" * (REASON_AT_MOST + 1)), "reason-too-long"),
        (replace(TIERS, player=" P1"), "name-with-blanks"),
    ],
)
def test_empty_announcement_is_not_recorded(day: DayInHand, wrong: c.RefuseAnnouncement, code: str) -> None:
    with expect_refusal(code):
        day.do(wrong)
