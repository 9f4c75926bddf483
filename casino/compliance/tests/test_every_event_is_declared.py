"""Every type of event reads in the report and on the page of the record; none is forgotten."""

from typing import Any

import pytest

from casino.compliance.background import background_of
from casino.compliance.declared import LISTED, Day, DayEvent
from casino.compliance.declared.type_names import TYPE_NAMES
from casino.compliance.report import CODECS
from casino.compliance.tests.samples import (
    ALERTED,
    AT,
    DRAWN,
    LIFE,
    OF_ACCESS,
    OF_BALLS,
    OF_BOXES,
    OF_INSPECTIONS,
    OF_SCREENS,
    OF_SLIPS,
    OF_THE_HOUSE,
    OF_WHEELS,
    REVIEWED,
    of_the_table,
)
from casino.people import access_events as access
from casino.seats import screen_events as screens
from settlement.bank.events import BANK_EVENTS
from settlement.boxes import events as boxes
from settlement.slips import events as slips
from tables.compliance import events as life
from tables.compliance.alerts.events import ALERT_EVENTS
from tables.compliance.draws.events import DRAW_EVENTS
from tables.compliance.inspections.events import PLAN_EVENTS, SHEET_EVENTS
from tables.compliance.review.events import REVIEW_EVENTS
from tables.compliance.rules import DEADLINES
from tables.play.events import TYPES
from tables.play.reader.heard import Dated
from tables.registers.balls import BALL_TYPES
from tables.registers.casino_day import events as house_day
from tables.registers.chip_series import SERIES_EVENTS
from tables.registers.entries.events import REGISTER_EVENTS
from tables.registers.people.events import PERSON_EVENTS
from tables.registers.rota.plan import ROTA_EVENTS
from tables.registers.wheels import WHEEL_TYPES
from tables.roulette.loader import get_rulebook, rulebooks

EVERY_TYPE = (
    TYPES
    | life.TYPES
    | slips.TYPES
    | boxes.TYPES
    | house_day.TYPES
    | WHEEL_TYPES
    | BALL_TYPES
    | access.TYPES
    | screens.TYPES
    | REVIEW_EVENTS.types
    | DRAW_EVENTS.types
    | SHEET_EVENTS.types
    | PLAN_EVENTS.types
    | ALERT_EVENTS.types
)
BESIDE = (
    *LIFE,
    *REVIEWED,
    *DRAWN,
    *OF_INSPECTIONS,
    *ALERTED,
    *OF_SLIPS,
    *OF_BOXES,
    *OF_THE_HOUSE,
    *OF_WHEELS,
    *OF_BALLS,
    *OF_ACCESS,
    *OF_SCREENS,
)


def type_of(event: Any) -> str:
    return str(event.__struct_config__.tag)


def test_every_type_of_event_is_listed_and_has_a_name() -> None:
    assert set(LISTED) == EVERY_TYPE
    assert set(TYPE_NAMES) == EVERY_TYPE


def test_every_type_is_of_one_kind_of_stream() -> None:
    kinds = (*CODECS, BANK_EVENTS, SERIES_EVENTS, ROTA_EVENTS, PERSON_EVENTS, REGISTER_EVENTS)
    assert len({type_ for kind in kinds for type_ in kind.types}) == sum(len(kind.types) for kind in kinds)


def test_every_listed_type_has_a_sample_that_these_tests_read() -> None:
    samples = {type_of(each) for each in (*of_the_table(get_rulebook("it-venezia")), *BESIDE)}
    assert samples == set(LISTED)


@pytest.mark.parametrize("name", rulebooks())
def test_every_entry_reads_in_words_and_by_a_clause_of_the_rulebook_under_every_rulebook(name: str) -> None:
    rulebook = get_rulebook(name)
    events = (*of_the_table(rulebook), *BESIDE)
    background = background_of(Dated(version, AT, event) for version, event in enumerate(events, start=1))
    day = Day(rulebook, background)
    for version, event in enumerate(events, start=1):
        of_day = DayEvent(event, day, version)
        entry = LISTED[type_of(event)].of(of_day)
        words, clause = entry.text(of_day), entry.clause(of_day)
        assert words and "None" not in words and words == words.strip(), words
        own = getattr(event, "clause", None) or getattr(getattr(event, "held", None), "clause", None)
        assert clause is None or clause == own or clause in rulebook.clauses, (type_of(event), clause)


def test_declared_events_close_known_deadlines() -> None:
    names = {rule.name for rule in DEADLINES}
    assert {rule for entry in LISTED.values() for rule in entry.closes} <= names


def test_a_bet_in_time_is_of_the_usual_course_and_a_late_one_is_not() -> None:
    rulebook = get_rulebook("it-campione")
    late, in_time = [each for each in of_the_table(rulebook) if type_of(each) == "bet_placed"]
    entries = [LISTED["bet_placed"].of(DayEvent(each, Day(rulebook))) for each in (late, in_time)]
    assert [(entry.kind, entry.is_course) for entry in entries] == [("Late bet", False), ("Bet", True)]
