"""The text of a notice: a subject, a few lines for a person, and the same as data for a machine."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.kit.dates import long_day, utc_second
from casino.kit.sentences.alerts import alert_label, alert_sentence
from casino.kit.sentences.violations import violation_sentence
from tables.compliance.rules import rule_tells
from tables.handling.streams import table_and_day
from tables.play.events import ViolationRaised
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent
from tables.text import visible


class NoticeText(msgspec.Struct, frozen=True, kw_only=True):
    subject: str
    body: str
    payload: dict[str, Any]


def text_of(event: RecordedEvent, rulebook: Rulebook) -> NoticeText | None:
    """Return the notice to the inspectors about an event of a table; None if it is not for them.

    They get one about a violation whose rule informs the inspectors, about force majeure at the ball
    (pt-americana/35), and about an alert.
    """
    words = WORDS.get(event.type)
    found = words(event.data, rulebook) if words else None
    if found is None:
        return None
    subject, lines, clause = found
    table, day = table_and_day(event.stream_id)
    reference = rulebook.clauses.get(clause or "", "")
    at = event.occurred_at
    body = "\n".join(
        (
            *map(visible, lines),
            gettext("Table {table}, gaming day {day}, at {time} UTC").format(
                table=table, day=long_day(day), time=utc_second(at)
            ),
            *((f"{rulebook.title}, {reference}",) if reference else ()),
        )
    )
    payload = {
        "type": f"permanence.{event.type}",
        "timestamp": at.isoformat(),
        "data": {
            "event": str(event.event_id),
            "table": table,
            "day": day,
            "version": event.version,
            "clause": clause,
            "reference": reference,
            **event.data,
            "detail": subject,
        },
    }
    return NoticeText(subject=visible(f"{table}: {subject}"), body=body, payload=payload)


Words = tuple[str, tuple[str, ...], str | None]


def _violation(data: dict[str, Any], rulebook: Rulebook) -> Words | None:
    if "inspectors" not in rule_tells(data["rule"]):
        return None
    sentence = violation_sentence(msgspec.convert(data, ViolationRaised, str_keys=True))
    return sentence, (gettext("Violation: {sentence}.").format(sentence=sentence),), data["clause"]


def _excused(data: dict[str, Any], rulebook: Rulebook) -> Words | None:
    if data["kind"] != "force-majeure":
        return None
    name, rule = data["person"]["name"], rulebook.time_at_ball
    return (
        gettext("{name} stays at the ball by force majeure").format(name=name),
        (gettext("{name} stays at the ball: {reason}.").format(name=name, reason=data["words"]),),
        rule.clause if rule else None,
    )


def _alert(data: dict[str, Any], rulebook: Rulebook) -> Words | None:
    sentence = alert_sentence(data["code"], data["parameters"])
    return sentence, (f"{alert_label(data['kind'])}: {sentence}.",), None


def rule_of(event: RecordedEvent) -> str | None:
    """Return the rule by which a recipient chooses the event: the broken rule, or the kind of an alert; None for an
    event that goes to all.
    """
    if event.type == "alert_raised":
        return rule_of_alerts(event.data["kind"])
    rule: str | None = event.data.get("rule")
    return rule


def rule_of_alerts(kind: str) -> str:
    return f"alert-{kind}"


WORDS: dict[str, Callable[[dict[str, Any], Rulebook], Words | None]] = {
    "violation_raised": _violation,
    "time_at_ball_excused": _excused,
    "alert_raised": _alert,
}
"""Subject, lines and clause by the type of event."""
