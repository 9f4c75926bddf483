"""Recordings of readers' raw bytes: asked for by a person, made by the gateway, and downloaded as one file.

`recorded_bytes` has the form of the file; `simulate_wheel --replay` sends its bytes again with the same pauses.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from tables.refusal import Refused
from tables.wheels.models import ReaderRecording, ReaderRecordingPart
from tables.wheels.recorded_bytes import HEADER

LONGEST_S = 900.0
MOST_BYTES = 5_000_000
LEAST_BYTES = 1_000
RECORDINGS_KEPT = 20
"""The recordings kept for one reader. A new one drops the oldest."""


def ask_recording(
    casino_id: int, reader: str, *, by: str, seconds: float = LONGEST_S, most_bytes: int = MOST_BYTES
) -> ReaderRecording:
    """Ask the gateway to record a reader until the time or the size is reached.

    Raises Refused for more than 15 minutes or 5 MB, and if a recording of the reader runs.
    """
    if not (1 <= seconds <= LONGEST_S and LEAST_BYTES <= most_bytes <= MOST_BYTES):
        raise Refused(
            "reader-recording-bounds", minutes=round(LONGEST_S / 60), megabytes=MOST_BYTES // 1_000_000
        )
    _drop_old(casino_id, reader)
    try:
        with transaction.atomic():
            # One that no gateway ended has run out: its gateway is gone.
            _open(casino_id, reader).filter(until__lt=Now() - timedelta(seconds=10)).update(
                state="ended", ended_by="lost", ended_at=Now()
            )
            made = ReaderRecording.objects.create(
                casino_id=casino_id,
                reader=reader,
                asked_by=by,
                asked_at=Now(),
                until=Now() + timedelta(seconds=seconds),
                most_bytes=most_bytes,
            )
    except IntegrityError:
        raise Refused("reader-recording-runs", reader=reader) from None
    made.refresh_from_db()
    return made


def stop_recording(casino_id: int, recording: int) -> bool:
    """Let the gateway end a recording on its next turn. Return False if it has ended already."""
    running = ReaderRecording.objects.filter(casino_id=casino_id, pk=recording).exclude(state="ended")
    return bool(running.update(until=Now(), ended_by="stopped"))


def recordings(casino_id: int, reader: str) -> list[ReaderRecording]:
    """Return the recordings of a reader, the newest first."""
    return list(ReaderRecording.objects.filter(casino_id=casino_id, reader=reader).order_by("-pk"))


def recording_file(casino_id: int, recording: int) -> Iterator[bytes]:
    """Yield the parts of the file; nothing if the casino has no such recording."""
    if not ReaderRecording.objects.filter(casino_id=casino_id, pk=recording).exists():
        return
    yield HEADER.encode()
    parts = ReaderRecordingPart.objects.filter(casino_id=casino_id, recording=recording).order_by("part")
    for body in parts.values_list("body", flat=True).iterator(chunk_size=50):
        yield body.encode("ascii")


def _open(casino_id: int, reader: str) -> QuerySet[ReaderRecording]:
    return ReaderRecording.objects.filter(casino_id=casino_id, reader=reader).exclude(state="ended")


def _drop_old(casino_id: int, reader: str) -> None:
    """Delete recordings behind the newest ones, with their bytes."""
    ended = ReaderRecording.objects.filter(casino_id=casino_id, reader=reader, state="ended").order_by("-pk")
    old = list(ended.values_list("pk", flat=True)[RECORDINGS_KEPT - 1 :])
    if old:
        ReaderRecordingPart.objects.filter(casino_id=casino_id, recording__in=old).delete()
        ReaderRecording.objects.filter(casino_id=casino_id, pk__in=old).delete()
