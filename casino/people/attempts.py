"""Limits for secrets that can be guessed: passwords, PINs and the codes of a second factor.

An attempt is counted before its secret is compared, so many simultaneous attempts do not get round a limit. A right
secret deletes its count. SIGN_IN_ATTEMPTS wrong ones lock the pair of source and owner for SIGN_IN_LOCKED_MINUTES; each
further lock takes twice as long, up to a day. A source that fails at the secrets of SIGN_IN_NAMES people within a day
is locked for all of them. The limit counts pairs and not people alone: nobody can lock out somebody at another
terminal.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from casino.people.models import AttemptCounter

Kind = Literal["password", "pin", "code"]
ANYBODY = ""
"""Value in place of the owner of a secret: the count of a source's locks for all people."""
LONGEST_LOCK = timedelta(days=1)
SPREAD_WITHIN = timedelta(days=1)
REMEMBERED = timedelta(days=7)
"""For so long after the last wrong attempt earlier ones are counted, and earlier locks make the next one longer."""


class Lock(msgspec.Struct, frozen=True):
    """End of a lock (UTC); `all_names` is true if the source is locked for everybody."""

    until: datetime
    all_names: bool = False


class AttemptRequest(HttpRequest):
    """A request to sign in, as django-axes hands it on, with its time and the result of the limits."""

    axes_attempt_time: datetime
    attempt_lock: Lock | None
    attempt_was_made: bool


def begin_attempt(kind: Kind, by: str, whose: str, now: datetime) -> Lock | None:
    """Count an attempt of source `by` (an address, a person, a client) at the secret of `whose`, before it is compared.

    Returns the lock that refuses it, and has then counted nothing; None where the secret may be compared.
    """
    with transaction.atomic():
        if lock := lock_of(kind, by, whose, now):
            return lock
        counter = _held(kind, by, whose, now)
        # It may have been locked by another request meanwhile.
        if counter.locked_until and now < counter.locked_until:
            return Lock(counter.locked_until)
        counter.failures += 1
        if counter.failures >= settings.AXES_FAILURE_LIMIT:
            _lock(counter, now)
        counter.save()
    return None


def failed_attempt(kind: Kind, by: str, whose: str, now: datetime) -> Lock | None:
    """The attempt was wrong: lock the source for all names if it failed at too many. Returns the lock from here on."""
    with transaction.atomic():
        source = AttemptCounter.objects.filter(kind=kind, by=by, whose=ANYBODY).first()
        since = max(now - SPREAD_WITHIN, source.last_at) if source else now - SPREAD_WITHIN
        names = AttemptCounter.objects.filter(kind=kind, by=by, last_at__gt=since).exclude(whose=ANYBODY)
        if names.count() >= settings.SIGN_IN_NAMES:
            source = _held(kind, by, ANYBODY, now)
            if not (source.locked_until and now < source.locked_until):
                _lock(source, now)
                source.save()
    return lock_of(kind, by, whose, now)


def forget_attempts(kind: Kind, whose: str, by: str | None = None) -> None:
    """The secret was right: delete the count of this source; without one of all, since the secret is a new one."""
    counters = AttemptCounter.objects.filter(kind=kind, whose=whose)
    (counters if by is None else counters.filter(by=by)).delete()


def lock_of(kind: Kind, by: str, whose: str, now: datetime) -> Lock | None:
    """The lock in force that ends last; None where attempts are open."""
    locked = AttemptCounter.objects.filter(kind=kind, by=by, whose__in=(whose, ANYBODY), locked_until__gt=now)
    found = locked.order_by("-locked_until").first()
    if found is None or found.locked_until is None:
        return None
    return Lock(found.locked_until, all_names=found.whose == ANYBODY)


def unlock(kind: Kind | None = None, **only: str) -> int:
    """Delete the counts of this kind, `by` a source or of `whose` name if given. Return their number."""
    kinds = {"kind": kind} if kind else {}
    return AttemptCounter.objects.filter(**kinds, **only).delete()[0]


def _held(kind: Kind, by: str, whose: str, now: datetime) -> AttemptCounter:
    """The counter, locked in the database for this transaction; old failures are forgotten."""
    counter, _ = AttemptCounter.objects.select_for_update().get_or_create(
        kind=kind, by=by, whose=whose, defaults={"last_at": now}
    )
    if counter.last_at < now - REMEMBERED:
        counter.failures = counter.locks = 0
    counter.last_at = now
    return counter


def _lock(counter: AttemptCounter, now: datetime) -> None:
    counter.locked_until = now + min(settings.AXES_COOLOFF_TIME * 2**counter.locks, LONGEST_LOCK)
    counter.failures, counter.locks = 0, min(counter.locks + 1, 16)
