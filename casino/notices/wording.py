"""What is told of an event: a subject, a few lines for a person, and the same as data for a machine."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from casino.kit.sentences.violations import violation_sentence
from tables.compliance.rules import rule_tells
from tables.handling.streams import table_and_day
from tables.play.events import ViolationRaised
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A notice in words and as data."""

    subject: str
    body: str
    payload: dict[str, Any]


def told_of(event: RecordedEvent, rulebook: Rulebook) -> Told | None:
    """What the inspectors are told of an event of a table; None where they are told nothing by e-mail or webhook.

    A violation whose rule tells the inspectors, and a force majeure at the ball, which they are told of at once
    (pt-americana/35).
    """
    words = WORDS.get(event.type)
    said = words(event.data, rulebook) if words else None
    if said is None:
        return None
    subject, lines, clause = said
    table, day = table_and_day(event.stream_id)
    reference = rulebook.clauses.get(clause or "", "")
    at = event.occurred_at
    body = "\n".join(
        (
            *lines,
            f"Table {table}, gaming day {day}, at {_clock(at)} UTC",
            *((f"{rulebook.title}, {reference}",) if reference else ()),
        )
    )
    payload = {
        "type": f"permanence.{event.type}",
        "timestamp": at.isoformat(),
        "data": {
            "event": str(event.id),
            "table": table,
            "day": day,
            "version": event.version,
            "clause": clause,
            "reference": reference,
            **event.data,
            "detail": subject,
        },
    }
    return Told(subject=f"{table}: {subject}", body=body, payload=payload)


Words = tuple[str, tuple[str, ...], str | None]


def _violation(data: dict[str, Any], rulebook: Rulebook) -> Words | None:
    if "inspectors" not in rule_tells(data["rule"]):
        return None
    sentence = violation_sentence(msgspec.convert(data, ViolationRaised, str_keys=True))
    return sentence, (f"Violation: {sentence}.",), data["clause"]


def _excused(data: dict[str, Any], rulebook: Rulebook) -> Words | None:
    if data["kind"] != "force-majeure":
        return None
    name, rule = data["person"]["name"], rulebook.time_at_ball
    return (
        f"{name} stays at the ball by force majeure",
        (f"{name} stays at the ball: {data['words']}.",),
        rule.clause if rule else None,
    )


WORDS: dict[str, Callable[[dict[str, Any], Rulebook], Words | None]] = {
    "violation_raised": _violation,
    "time_at_ball_excused": _excused,
}
"""By type of event: subject, lines and clause."""


def _clock(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}"
