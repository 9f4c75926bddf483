"""Dead letters for people: copies of the observations that the house refused, and requests to deliver or discard
them.

The observations stay in the spool of their gateway, which carries requests out in its turn.
"""

import msgspec
from django.db.models import QuerySet
from django.db.models.functions import Now

from tables.refusal import Refused
from tables.wheels.models import ReaderDeadLetter

REQUESTS = ("retry", "discard")
DONE = ("delivered", "discarded")


def dead_letters(casino_id: int, reader: str, *, limit: int = 200) -> list[ReaderDeadLetter]:
    """Return the dead letters of a reader: the open ones first, the newest first in each part."""
    of_reader = ReaderDeadLetter.objects.filter(casino_id=casino_id, reader=reader)
    found = [
        *_open(of_reader).order_by("-pk")[:limit],
        *of_reader.filter(outcome__in=DONE).order_by("-pk")[:limit],
    ]
    return found[:limit]


def count_open(casino_id: int, reader: str) -> int:
    """Return the number of dead letters that wait for a person."""
    return _open(ReaderDeadLetter.objects.filter(casino_id=casino_id, reader=reader)).count()


def _open(letters: QuerySet[ReaderDeadLetter]) -> QuerySet[ReaderDeadLetter]:
    return letters.exclude(outcome__in=DONE)


def ask_dead_letter(
    casino_id: int, letter: int, request: str, *, by: str, reason: str, signed: object = ()
) -> ReaderDeadLetter:
    """Ask the gateway to deliver a dead letter again (`retry`) or to drop it from its spool (`discard`).

    `signed` are the signatures of the request, kept with it. Raises Refused for an unknown letter, one that is done or
    already asked for, and without a reason.
    """
    if request not in REQUESTS:
        raise ValueError(f"{request} is not one of {REQUESTS}")
    if not reason.strip():
        raise Refused("dead-letter-reason-missing")
    found = ReaderDeadLetter.objects.filter(casino_id=casino_id, pk=letter)
    if not found.exists():
        raise Refused("dead-letter-unknown", letter=letter)
    # One that was refused again may be asked for again.
    free = _open(found).filter(done_at__isnull=False) | _open(found).filter(request="")
    asked = free.update(
        request=request,
        requested_by=by,
        requested_at=Now(),
        request_reason=reason.strip(),
        signed=msgspec.to_builtins(signed),
        outcome="",
        done_at=None,
    )
    if not asked:
        raise Refused("dead-letter-done", letter=letter)
    return found.get()
