"""Attempt to deliver an item, and its consequences."""

import logging
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

import msgspec
from django.db import transaction
from django.utils import timezone

from casino.kit.delivery.backoff import NO_WAIT, Backoff, Failures
from tables.stream.service import DATABASE_AWAY

log = logging.getLogger(__name__)

LONGEST_FAILURE = 500
"""Characters of the reason of a failed attempt that are kept."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of an attempt. `failure` is the reason why the item was not taken, and empty if it was."""

    at: datetime
    failure: str = ""
    retry_after: timedelta = NO_WAIT
    """The least wait that the other side wants."""
    is_final: bool = False
    """No other try would do better until somebody changes something."""


Item = TypeVar("Item")
Tried = TypeVar("Tried", bound=Attempt)


class Kind(ABC, Generic[Item, Tried]):
    """One kind of delivery. `attempt` runs outside a transaction, since an open one holds back the sequencing of the
    feed in the whole casino; everything else runs inside the transaction that writes the attempt down."""

    backoff: Backoff

    @abstractmethod
    def attempt(self, item: Item, now: datetime) -> Tried:
        """Try to deliver the item. Each exception that it raises counts as a failed attempt."""

    @abstractmethod
    def failed(self, item: Item, at: datetime, failure: str) -> Tried:
        """Return the attempt that ended with an exception."""

    @abstractmethod
    def locked(self, item: Item) -> Item | None:
        """Return the item as it is stored, locked; None if it is gone, or somebody else moved it."""

    @abstractmethod
    def failures(self, item: Item, tried: Tried) -> Failures:
        """Return the failures of the item, including this attempt."""

    def record(self, item: Item, tried: Tried) -> None:
        """Keep a line about the attempt. Most kinds keep none."""

    @abstractmethod
    def succeed(self, item: Item, now: datetime) -> None:
        """Write down that the item was taken."""

    @abstractmethod
    def put_off(self, item: Item, tried: Tried, until: datetime) -> None:
        """Write down that the item is tried again then."""

    @abstractmethod
    def give_up(self, item: Item, tried: Tried, now: datetime) -> None:
        """Write down that the item is not tried again."""


def deliver(
    kind: Kind[Item, Tried],
    item: Item,
    *,
    now: Callable[[], datetime] = timezone.now,
    chance: Callable[[], float] = random.random,
) -> bool:
    """Attempt to deliver an item that the caller has claimed; True if it was taken.

    The other side decides what it answers, and no answer of it may stop the items behind this one: each exception is a
    failed attempt. Raises only the errors of a database that is away, which is not the other side's fault.
    """
    at = now()
    try:
        tried = kind.attempt(item, at)
    except DATABASE_AWAY:
        raise
    except Exception as error:
        log.debug("%s: the attempt ended with an exception", item, exc_info=True)
        tried = kind.failed(item, at, str(error) or type(error).__name__)
    tried = msgspec.structs.replace(tried, failure=storable(tried.failure))
    return settle(kind, item, tried, now=now(), chance=chance())


def storable(text: str) -> str:
    """Return a text from outside as the database can hold it: without NUL and lone surrogates, of bounded length."""
    return text[:LONGEST_FAILURE].replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()


def settle(kind: Kind[Item, Tried], item: Item, tried: Tried, *, now: datetime, chance: float) -> bool:
    """Record an attempt, and move the item on, put it off or give it up; return True if it was taken.

    An item that meanwhile was moved by somebody else, or is no more, is left alone.
    """
    with transaction.atomic():
        stored = kind.locked(item)
        if stored is None:
            return False
        kind.record(stored, tried)
        if not tried.failure:
            kind.succeed(stored, now)
            return True
        failures = kind.failures(stored, tried)
        until = kind.backoff.next_try(failures, now, chance, tried.retry_after)
        if until is None or tried.is_final:
            log.error("%s is given up after %s tries: %s", stored, failures.tries, tried.failure)
            kind.give_up(stored, tried, now)
        else:
            log.warning("%s failed, tried again from %s: %s", stored, until.isoformat(), tried.failure)
            kind.put_off(stored, tried, until)
        return False


def deliver_all(kind: Kind[Item, Tried], claim: Callable[[list[Item]], Item | None], *, now: datetime) -> int:
    """Attempt one item after another until `claim` finds no more; return the number of taken items.

    `claim` gets the items tried so far.
    """
    tried: list[Item] = []
    taken = 0
    while (item := claim(tried)) is not None:
        tried.append(item)
        taken += deliver(kind, item, now=lambda: now)
    return taken
