"""What may be keyed in as an inspection sheet, who may do it, and the draw of a month's videos."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from tables.codec import encode
from tables.compliance.inspections.commands import CorrectSheet, EnterSheet, OpenVideoPlan
from tables.compliance.inspections.decide import Surroundings, decide, decide_plan
from tables.compliance.inspections.drawing import days_of, drawn
from tables.compliance.inspections.events import SHEET_EVENTS, AnySheetEvent, InspectionSheetCorrected
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    Figures,
    FloatFigures,
    Kind,
    SignFigures,
    VideoFigures,
)
from tables.compliance.inspections.state import Sheet, SheetName, VideoPlan, evolve, evolve_plan
from tables.play.events import Person, Signature
from tables.refusal import Refused

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
THERE = Surroundings(today="2026-11-20", currency="EUR", values=frozenset({500, 10_000}))
INSPECTOR = Signature(person=Person(id="person/1", name="Ines P."), role="games_inspector")
BOSS = Signature(person=Person(id="person/2", name="Bruno"), role="pit_boss")
COUNTER = Person(id="person/3", name="Carla")
EMPTY = Sheet()
PIECES = FloatFigures(pieces={500: 20, 10_000: 3})


def entered(figures: Figures = PIECES, by: Signature = INSPECTOR, **content: object) -> EnterSheet:
    filled = Content(counted_by=COUNTER, done_at=NOW, figures=figures)
    return EnterSheet(content=msgspec.structs.replace(filled, **content), signatures=(by,))


def decided(
    command: EnterSheet | CorrectSheet,
    kind: Kind = "opening",
    *,
    sheet: Sheet = EMPTY,
    day: str = THERE.today,
) -> AnySheetEvent:
    return decide(sheet, command, SheetName(kind, day, "RF1", 1), THERE, NOW)


def refused(
    command: EnterSheet | CorrectSheet,
    kind: Kind = "opening",
    *,
    sheet: Sheet = EMPTY,
    day: str = THERE.today,
) -> str:
    with pytest.raises(Refused) as refusal:
        decided(command, kind, sheet=sheet, day=day)
    return refusal.value.code


def test_a_sheet_that_somebody_else_counted_is_recorded_as_it_was_filled_in() -> None:
    event = decided(entered(remark=" one chip is worn "))
    sheet = evolve(Sheet(), event)
    assert sheet.content == Content(
        counted_by=COUNTER, done_at=NOW, figures=PIECES, remark="one chip is worn"
    )
    assert (sheet.version, sheet.corrections, sheet.currency) == (1, 0, "EUR")
    assert SHEET_EVENTS.decode(*encode(event)) == event


@pytest.mark.parametrize(
    "counted_by",
    [INSPECTOR.person, Person(id="", name="ines  p.")],
    ids=["by register", "by the name alone"],
)
def test_counter_cannot_enter_a_sheet(counted_by: Person) -> None:
    assert refused(entered(counted_by=counted_by)) == "inspection-keyed-in-by-counter"


def test_somebody_who_is_not_registered_may_have_counted() -> None:
    guest = Person(id="", name="A guest of the authority")
    content = evolve(Sheet(), decided(entered(counted_by=guest))).content
    assert content is not None and content.counted_by == guest


def test_nobody_but_an_inspector_keys_a_sheet_in() -> None:
    assert refused(entered(by=BOSS)) == "inspection-sheet-unsigned"


@pytest.mark.parametrize(
    ("command", "kind", "code"),
    [
        (entered(counted_by=Person(id="", name=" ")), "opening", "inspection-counter-missing"),
        (entered(counted_by=Person(id="", name="x" * 81)), "opening", "inspection-words-too-long"),
        (entered(done_at=NOW + timedelta(minutes=1)), "opening", "inspection-done-later"),
        (entered(remark="x" * 1001), "opening", "inspection-words-too-long"),
        (entered(PIECES), "audit", "inspection-of-another-kind"),
        (entered(FloatFigures(pieces={})), "opening", "inspection-not-counted"),
        (entered(FloatFigures(pieces={500: 2, 700: 1})), "closing", "inspection-value-unknown"),
        (entered(SignFigures(seen="open")), "minimums", "inspection-minimum-missing"),
        (
            entered(SignFigures(seen="open", minimum=500, maximum=100)),
            "minimums",
            "inspection-minimum-over-maximum",
        ),
        (entered(AuditFigures(balance=0, adjustment=-1)), "audit", "inspection-adjustment-without-reason"),
        (entered(VideoFigures(recording=" ", minutes=9, drop=0)), "video", "inspection-recording-missing"),
        (entered(VideoFigures(recording="C4", minutes=0, drop=0)), "video", "inspection-minutes-missing"),
    ],
)
def test_malformed_sheet_is_refused(command: EnterSheet, kind: Kind, code: str) -> None:
    assert refused(command, kind) == code


def test_a_day_that_has_not_begun_has_no_sheet() -> None:
    assert refused(entered(), day="2026-11-21") == "inspection-of-a-day-to-come"


def test_a_correction_keeps_what_the_sheet_said_and_says_why() -> None:
    sheet = evolve(Sheet(), decided(entered()))
    right = entered(FloatFigures(pieces={500: 21, 10_000: 3})).content
    correction = CorrectSheet(content=right, reason="a pile was counted twice", signatures=(INSPECTOR,))
    event = decided(correction, sheet=sheet)
    assert isinstance(event, InspectionSheetCorrected)
    assert (event.before, event.after) == (sheet.content, right)
    after = evolve(sheet, event)
    assert (after.content, after.corrections) == (right, 1)
    again = msgspec.structs.replace(correction, reason="once more")
    assert refused(again, sheet=after) == "inspection-correction-changes-nothing"
    silent = CorrectSheet(content=entered().content, reason=" ", signatures=(INSPECTOR,))
    assert refused(silent, sheet=after) == "inspection-correction-without-reason"
    assert refused(correction) == "inspection-unknown"


def test_counter_cannot_correct_a_sheet() -> None:
    sheet = evolve(Sheet(), decided(entered()))
    by_the_counter = Signature(person=COUNTER, role="public_controller")
    elsewhere = Person(id="", name="Dora")
    for content in (entered().content, entered(counted_by=elsewhere).content):
        correction = CorrectSheet(content=content, reason="mine", signatures=(by_the_counter,))
        assert refused(correction, sheet=sheet) == "inspection-keyed-in-by-counter"


TABLES = ("AM1", "RF1", "RF2", "RF3", "VE1")


def plan(month: str = "2026-11", share: int = 40, by: Signature = INSPECTOR) -> OpenVideoPlan:
    return OpenVideoPlan(month=month, share=share, signatures=(by,))


def test_the_draw_of_a_month_is_repeated_from_its_seed() -> None:
    event = decide_plan(VideoPlan(), plan(), seed="ab" * 16, tables=TABLES, today="2026-11-20")
    assert event.chosen == drawn("2026-11", "ab" * 16, 40, reversed(TABLES))
    assert len(event.chosen) == 3
    assert set(event.chosen) <= set(days_of("2026-11"))
    assert [len(tables) for tables in event.chosen.values()] == [2, 2, 2]
    assert evolve_plan(VideoPlan(), event).chosen == event.chosen


def test_other_seeds_draw_every_day_and_every_table_about_as_often() -> None:
    draws = [drawn("2026-02", f"seed {turn}", 20, TABLES) for turn in range(700)]
    of_days = [sum(day in draw for draw in draws) for day in days_of("2026-02")]
    assert min(of_days) > 45 and max(of_days) < 110, "75 each, as chance has it"
    of_tables = [sum(table in seen for draw in draws for seen in draw.values()) for table in TABLES]
    assert min(of_tables) > 340 and max(of_tables) < 500, "420 each, as chance has it"


def test_at_least_one_table_is_seen_and_all_are_at_a_hundred_per_cent() -> None:
    assert {len(of) for of in drawn("2026-11", "s", 1, TABLES).values()} == {1}
    assert set(drawn("2026-11", "s", 100, TABLES).values()) == {TABLES}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (plan(by=BOSS), "inspection-sheet-unsigned"),
        (plan("2026-12"), "video-plan-of-another-month"),
        (plan("2026-09"), "video-plan-of-another-month"),
        (plan(share=0), "video-plan-share"),
        (plan(share=101), "video-plan-share"),
    ],
)
def test_malformed_plan_of_videos_is_refused(command: OpenVideoPlan, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        decide_plan(VideoPlan(), command, seed="s", tables=TABLES, today="2026-11-20")
    assert refusal.value.code == code


def test_a_month_is_drawn_once_and_from_some_table() -> None:
    first = decide_plan(VideoPlan(), plan("2025-12"), seed="s", tables=TABLES, today="2026-01-02")
    for state, tables, code in (
        (evolve_plan(VideoPlan(), first), TABLES, "video-plan-drawn-already"),
        (VideoPlan(), (), "video-plan-without-tables"),
    ):
        with pytest.raises(Refused) as refusal:
            decide_plan(state, plan("2025-12"), seed="t", tables=tables, today="2026-01-02")
        assert refusal.value.code == code
