"""The database's side of a gateway's turn: its report is stored, and people's new requests are handed out."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Coalesce, Now

from tables.wheels.house import reached
from tables.wheels.models import (
    ReaderDeadLetter,
    ReaderProbe,
    ReaderRecording,
    ReaderRecordingPart,
    ReaderWatch,
)
from tables.wheels.turns import (
    Desk,
    LetterAsked,
    LetterCopy,
    LetterDone,
    LineStatus,
    Orders,
    ProbeAsked,
    ProbeReport,
    RecordedPart,
    RecordingAsked,
    Turn,
    Who,
)

MOVE_STATUS = (Path(__file__).parent / "move_reader_status.sql").read_text()
LETTERS_A_TURN = 20
OUTCOMES = {"retry": "delivered", "discard": "discarded"}
"""The outcome of a request if the spool no longer has the dead letter."""


def desk_of(gateway: str, spool: UUID, casino_id: int | None = None) -> Desk:
    """Return the desk of a gateway, which has this name and this spool. It serves probes of one casino, or of all."""

    def take(turn: Turn) -> Orders:
        with reached(), transaction.atomic():
            _move_status(gateway, turn.lines)
            _show_lines(turn)
            for part in turn.parts:
                _store_part(part)
            _follow_spool(gateway, spool, turn)
            for report in turn.probes:
                _store_probe(gateway, report)
            return Orders(
                watched=_watched(turn.readers),
                recordings=tuple(_recordings(turn.readers)),
                letters=tuple(_letters(spool)),
                probes=tuple(_probes(gateway, casino_id, turn.may_probe)),
            )

    return take


# ---- lines


def _move_status(gateway: str, lines: Sequence[LineStatus]) -> None:
    """Store these lines; one of an older lease than the stored line's is passed over."""
    if lines:
        rows = [msgspec.to_builtins(line) | {"gateway": gateway} for line in lines]
        with connection.cursor() as cursor:
            cursor.execute(MOVE_STATUS, [msgspec.json.encode(rows).decode()])


def _show_lines(turn: Turn) -> None:
    for watched in turn.watched:
        of_reader = ReaderWatch.objects.filter(casino_id=watched.casino_id, reader=watched.reader)
        of_reader.update(lines=msgspec.to_builtins(watched.lines), written_at=Now())


def _watched(readers: Iterable[Who]) -> frozenset[Who]:
    watched = ReaderWatch.objects.filter(watched_until__gt=Now()).values_list("casino_id", "reader")
    return frozenset(watched) & frozenset(readers)


# ---- recordings


def _store_part(part: RecordedPart) -> None:
    """Store bytes with the size so far. A part that is there already was stored by a turn that broke off."""
    running = ReaderRecording.objects.filter(casino_id=part.casino_id, pk=part.recording).exclude(
        state="ended"
    )
    if not running.select_for_update().exists():
        return
    ReaderRecordingPart.objects.get_or_create(
        casino_id=part.casino_id, recording=part.recording, part=part.part, defaults={"body": part.body}
    )
    ended = {"state": "ended", "ended_by": part.ended_by, "ended_at": Now()} if part.ended_by else {}
    moved: dict[str, Any] = {
        "size": part.size,
        "state": "recording",
        "started_at": Coalesce("started_at", Now()),
    }
    running.update(**(moved | ended))


def _recordings(readers: Iterable[Who]) -> Iterable[RecordingAsked]:
    mine = frozenset(readers)
    left = ExpressionWrapper(F("until") - Now(), output_field=DurationField())
    elapsed = ExpressionWrapper(Now() - Coalesce("started_at", Now()), output_field=DurationField())
    asked = ReaderRecording.objects.exclude(state="ended").annotate(left=left, elapsed=elapsed)
    for each in asked:
        if (each.casino_id, each.reader) not in mine:
            continue
        last = ReaderRecordingPart.objects.filter(recording=each.pk).order_by("-part").first()
        yield RecordingAsked(
            recording=each.pk,
            casino_id=each.casino_id,
            reader=each.reader,
            elapsed=each.elapsed.total_seconds(),
            seconds=each.left.total_seconds(),
            size=each.size,
            most_bytes=each.most_bytes,
            part=(last.part if last else 0) + 1,
            stopped=each.ended_by == "stopped",
        )


# ---- dead letters


def _follow_spool(gateway: str, spool: UUID, turn: Turn) -> None:
    """Update the copies of this spool's dead letters."""
    of_spool = ReaderDeadLetter.objects.filter(spool=spool)
    for done in turn.done:
        _store_outcome(of_spool.filter(row=done.row), done)
    if turn.rows is not None:
        gone = of_spool.filter(outcome__in=("", "refused_again")).exclude(row__in=turn.rows)
        # A gateway that was killed after it had carried out a request could not report the outcome.
        for request, outcome in OUTCOMES.items():
            gone.filter(request=request, outcome="").update(outcome=outcome, done_at=Now())
        # Letters that somebody put back with the command line are dead letters no longer.
        gone.delete()
    ReaderDeadLetter.objects.bulk_create(
        [_as_row(gateway, spool, letter) for letter in turn.letters],
        update_conflicts=True,
        unique_fields=["spool", "row"],
        update_fields=["gateway", "reason", "refusal"],
    )


def _store_outcome(letters: Any, done: LetterDone) -> None:
    newest = {"reason": done.reason, "refusal": done.refusal} if done.reason else {}
    letters.exclude(request="").update(outcome=done.outcome, done_at=Now(), **newest)


def _as_row(gateway: str, spool: UUID, letter: LetterCopy) -> ReaderDeadLetter:
    return ReaderDeadLetter(gateway=gateway, spool=spool, **msgspec.structs.asdict(letter))


def _letters(spool: UUID) -> Iterable[LetterAsked]:
    asked = (
        ReaderDeadLetter.objects.filter(spool=spool, outcome="").exclude(request="").order_by("requested_at")
    )
    for row, request in asked.values_list("row", "request")[:LETTERS_A_TURN]:
        yield LetterAsked(row=row, request=request)


# ---- probes


def _store_probe(gateway: str, report: ProbeReport) -> None:
    mine = ReaderProbe.objects.filter(pk=report.probe, gateway=gateway).exclude(state="ended")
    ended = {"ended_at": Now()} if report.state == "ended" else {}
    mine.update(**{**_fields_of(report), **ended})


def _fields_of(report: ProbeReport) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(report)
    del fields["probe"]
    return fields


def _probes(gateway: str, casino_id: int | None, more: int) -> Iterable[ProbeAsked]:
    """Yield the probes that this gateway serves; it claims those that none serves yet."""
    left = ExpressionWrapper(F("expires_at") - Now(), output_field=DurationField())
    running = ReaderProbe.objects.exclude(state="ended").filter(expires_at__gt=Now())
    free = (
        running.filter(gateway="") if casino_id is None else running.filter(gateway="", casino_id=casino_id)
    )
    claimed = list(free.order_by("pk").values_list("pk", flat=True)[: max(0, more)])
    # The second of two gateways finds no free row after the first one's update.
    ReaderProbe.objects.filter(pk__in=claimed, gateway="").update(gateway=gateway)
    for each in running.filter(gateway=gateway).annotate(left=left):
        yield ProbeAsked(
            probe=each.pk,
            casino_id=each.casino_id,
            url=each.url,
            options=each.options,
            seconds=each.left.total_seconds(),
        )
