"""Wheels and balls as the screens show them: where each is, how it was found, and its life event by event."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime

import msgspec
from django.utils.translation import gettext

from casino.kit.actors import called
from casino.kit.dates import long_day
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from tables.registers.balls import BallAssigned, BallEvent, BallInspected, BallRegistered, RegisteredBall
from tables.registers.equipment import Inspection
from tables.registers.make import BallMake
from tables.registers.wheels import Wheel, WheelEvent, WheelInspected, WheelMoved, WheelRegistered
from tables.roulette.wheel import colour, written
from tables.stream import RecordedEvent

STORE = _("Store")
STEPS = {
    "registered": _("Registered"),
    "inspected": _("Inspected"),
    "moved": _("Moved"),
    "assigned": _("Assigned"),
    "withdrawn": _("Withdrawn"),
}
"""Label by the event's type, without the kind of thing before it."""
CONDITIONS = {"fit": _("fit"), "unfit": _("unfit")}


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Result of the last inspection, and the tone of its words on the screen."""

    words: str
    tone: str
    at: datetime | None = None
    due: date | None = None


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    serial: str
    what: str
    place: str
    found: Found
    withdrawn: str = ""


class Pocket(msgspec.Struct, frozen=True, kw_only=True):
    """A pocket of the wheel; `same` where it has the colour of the next one."""

    number: str
    look: str
    same: bool


class Stay(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a thing, with the times of its stay; `until` is None while the thing is there."""

    place: str
    since: datetime
    until: datetime | None = None


class LifeStep(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    name: str
    words: str
    by: str


def wheel_thing(wheel: Wheel, today: date) -> Thing:
    numbering = _numbering(wheel.numbering) or gettext("a numbering of its own")
    width = f"{wheel.diameter_mm}\u00a0mm" if wheel.diameter_mm else gettext("not measured")
    return Thing(
        kind="wheel",
        serial=wheel.serial,
        what=", ".join(part for part in (wheel.maker, numbering, width) if part),
        place=_place(wheel.table, "", wheel.withdrawn),
        found=_found(wheel.inspected, wheel.withdrawn, today),
        withdrawn=wheel.withdrawn,
    )


def ball_thing(ball: RegisteredBall, today: date) -> Thing:
    return Thing(
        kind="ball",
        serial=ball.serial,
        what=_ball_words(ball.diameter_mm, ball.make),
        place=_place(ball.table, ball.letter, ball.withdrawn),
        found=_found(ball.inspected, ball.withdrawn, today),
        withdrawn=ball.withdrawn,
    )


def _ball_words(diameter_mm: float, make: BallMake) -> str:
    known = [word("made", each) for each in (make.material, make.colour) if each]
    return ", ".join((f"{diameter_mm:g}\u00a0mm", *known))


def _place(table: str, letter: str, withdrawn: str = "") -> str:
    if withdrawn:
        return "–"
    if letter:
        return gettext("{table}, ball {letter}").format(table=table, letter=letter)
    return table or gettext(STORE)


def ball_place(table: str, letter: str) -> str:
    """The table and letter of a ball; without a letter it is a spare there, without a table in the store."""
    return _place(table, letter) if letter or not table else gettext("{table}, spare").format(table=table)


def _numbering(name: str) -> str:
    return gettext("{name} numbering").format(name=word("numbering", name)) if name else ""


def _found(inspected: Inspection | None, withdrawn: str, today: date) -> Found:
    if withdrawn:
        return Found(words=gettext("Withdrawn: {reason}").format(reason=withdrawn), tone="gone")
    if inspected is None:
        return Found(words=gettext("Never inspected"), tone="due")
    if inspected.condition == "unfit":
        return Found(
            words=" · ".join(filter(None, (gettext("Unfit"), inspected.remarks))),
            tone="broken",
            at=inspected.at,
        )
    due = date.fromisoformat(inspected.next_due) if inspected.next_due else None
    overdue = due is not None and due < today
    return Found(
        words=gettext("Inspection due") if overdue else gettext("Fit"),
        tone="due" if overdue else "good",
        at=inspected.at,
        due=due,
    )


def pockets(wheel: Wheel) -> tuple[Pocket, ...]:
    same = {one for one, _ in wheel.side_by_side}
    return tuple(
        Pocket(number=written(number), look=colour(number) or "zero", same=number in same)
        for number in wheel.pockets
    )


def same_colour_pairs(wheel: Wheel) -> str:
    """The neighbouring numbers of one colour, pair by pair; empty where the colours alternate all around."""
    return ", ".join(
        gettext("%(one)s and %(next)s") % {"one": one, "next": after} for one, after in wheel.side_by_side
    )


def stays(moves: Iterable[tuple[datetime, str]], ended: datetime | None) -> tuple[Stay, ...]:
    """Return the places of a thing, the last one first. `moves` are its places with the times of arrival."""
    came = list(moves)
    left = [*(at for at, _ in came[1:]), ended]
    return tuple(
        Stay(place=place, since=at, until=until) for (at, place), until in zip(came, left, strict=True)
    )[::-1]


def wheel_stays(life: Sequence[tuple[RecordedEvent, WheelEvent]]) -> tuple[Stay, ...]:
    came = [
        (record.occurred_at, (event.table if isinstance(event, WheelMoved) else "") or gettext(STORE))
        for record, event in life
        if isinstance(event, WheelRegistered | WheelMoved)
    ]
    return stays(came, _end(life))


def ball_stays(life: Sequence[tuple[RecordedEvent, BallEvent]]) -> tuple[Stay, ...]:
    """Table by table where a ball was, with its letter there."""
    came = [
        (
            record.occurred_at,
            ball_place(event.table, event.letter) if isinstance(event, BallAssigned) else gettext(STORE),
        )
        for record, event in life
        if isinstance(event, BallRegistered | BallAssigned)
    ]
    return stays(came, _end(life))


def _end(life: Sequence[tuple[RecordedEvent, object]]) -> datetime | None:
    gone = [record.occurred_at for record, _ in life if record.type.endswith("_withdrawn")]
    return gone[-1] if gone else None


def life_steps(life: Sequence[tuple[RecordedEvent, WheelEvent | BallEvent]]) -> tuple[LifeStep, ...]:
    return tuple(
        LifeStep(
            at=record.occurred_at,
            name=gettext(STEPS[record.type.partition("_")[2]]),
            words=_words(event),
            by=", ".join((called(record.metadata["by"]["name"]), *_beside(record, event))),
        )
        for record, event in reversed(life)
    )


def _words(event: WheelEvent | BallEvent) -> str:
    match event:
        case WheelRegistered():
            return ", ".join(
                filter(None, (event.maker, _numbering(event.numbering), event.rulebook, event.remarks))
            )
        case BallRegistered():
            words = _ball_words(event.diameter_mm, event.make)
            return ", ".join(filter(None, (words, event.rulebook, event.remarks)))
        case WheelInspected() | BallInspected():
            due = gettext("next on {date}").format(date=_date(event.next_due)) if event.next_due else ""
            return ", ".join(filter(None, (gettext(CONDITIONS[event.condition]), event.remarks, due)))
        case WheelMoved():
            moved = gettext("from {before} to {after}").format(
                before=event.previous or gettext("the store"), after=event.table or gettext("the store")
            )
            return moved + _was_there(event.found)
        case BallAssigned():
            return ball_place(event.table, event.letter) + _was_there(event.found)
        case _:
            return event.reason


def _was_there(found: bool) -> str:
    return gettext(", as it stood when the register was begun") if found else ""


def _date(iso: str) -> str:
    return long_day(iso)


def _beside(record: RecordedEvent, event: WheelEvent | BallEvent) -> list[str]:
    """Return the names of the people who signed, without the person who acted."""
    if not isinstance(event, WheelInspected | BallInspected):
        return []
    acted = record.metadata["by"]["id"]
    return [each.person.name for each in event.signatures if each.person.id != acted]
