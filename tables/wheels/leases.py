"""Leases of readers: the register as one gateway sees it, with the readers that no other gateway listens to."""

from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from time import monotonic
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now
from msgspec.structs import replace

from tables.wheels.gateway import RegisteredReader
from tables.wheels.house import reached, read_register
from tables.wheels.known_games import last_game
from tables.wheels.models import ReaderLease
from tables.wheels.spool import Spool

LEASE_S = 3.0
"""Length of a lease after its last renewal. A gateway renews its leases with each reading of the register."""
SLOW_S = 1.0
"""A database that took longer to answer was away: other gateways may not have been able to renew their leases."""


class LeasedRegister:
    """Register of a gateway. Each call renews the leases that it holds, and claims those that nobody holds."""

    def __init__(
        self,
        spool: UUID,
        gateway: str,
        *,
        remembered: Iterable[RegisteredReader] = (),
        casino_id: int | None = None,
        readers: Collection[str] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Claim readers of one casino, or with these codes, alone if `casino_id` or `readers` is given.

        `remembered` are the readers that the spool has from the last run.
        """
        self._spool = spool
        self._gateway = gateway
        self._held = {reader.who: reader for reader in remembered if reader.lease}
        self._casino_id = casino_id
        self._readers = readers
        self._clock = clock
        self._reached_at = float("-inf")
        self._reached_since = float("-inf")

    def __call__(self) -> list[RegisteredReader]:
        """Return the readers whose leases this gateway holds now. Blocks; raises HouseAway."""
        began, reached_at = self._clock(), self._reached_at
        self._reached_at = float("-inf")
        with reached():
            wanted = read_register(self._casino_id, self._readers)
            self._renew(wanted)
            leases = {(each.casino_id, each.reader): each for each in _all_leases()}
            may_take = self._in_time_for(began, reached_at) >= LEASE_S
            held = [self._leased(each, leases.get(each.who), may_take=may_take) for each in wanted]
        self._reached_at = self._clock()
        self._held = {reader.who: reader for reader in held if reader is not None}
        return list(self._held.values())

    def release(self, *, but: Collection[tuple[int, str]] = ()) -> None:
        """Let others take the readers at once, except those whose observations still wait. Raises HouseAway."""
        with reached():
            for casino_id, reader in self._held.keys() - but:
                mine = ReaderLease.objects.filter(casino_id=casino_id, reader=reader, spool=self._spool)
                mine.update(expires_at=Now())

    def _in_time_for(self, began: float, reached_at: float) -> float:
        """Return the seconds for which each answer of the database has come in time, up to the one that was asked for
        at `began`.

        After an outage the former holders have this long to renew their leases.
        """
        now = self._clock()
        if began - reached_at > LEASE_S or now - began > SLOW_S:
            self._reached_since = now
        return now - self._reached_since

    def _renew(self, wanted: list[RegisteredReader]) -> None:
        ReaderLease.objects.filter(
            spool=self._spool,
            casino_id__in={reader.casino_id for reader in wanted},
            reader__in={reader.code for reader in wanted},
        ).update(holder=self._gateway, expires_at=_expiry())

    def _leased(
        self, reader: RegisteredReader, lease: ReaderLease | None, *, may_take: bool
    ) -> RegisteredReader | None:
        """Return the reader with its lease; None if another gateway holds it, or was quicker."""
        held = self._held.get(reader.who)
        own = lease is not None and lease.spool == self._spool
        if lease is not None and own and held is not None and held.lease == lease.lease:
            return replace(reader, lease=lease.lease, known=held.known)
        least = 1 if held is None else held.lease + 1
        if lease is None:
            number = self._first(reader, least)
        elif own or (may_take and lease.expired):  # type: ignore[attr-defined]
            number = self._take(lease, least)
        else:
            return None
        return None if number is None else replace(reader, lease=number, known=last_game(*reader.who))

    def _first(self, reader: RegisteredReader, number: int) -> int | None:
        _, created = ReaderLease.objects.get_or_create(
            casino_id=reader.casino_id, reader=reader.code, defaults={"lease": number, **self._as_holder()}
        )
        return number if created else None

    def _take(self, seen: ReaderLease, least: int) -> int | None:
        """Take the lease as it was seen. None if it changed since, or an observation is being recorded under it."""
        free = Q(spool=self._spool) | Q(expires_at__lte=Now())
        unchanged = ReaderLease.objects.filter(free, pk=seen.pk, lease=seen.lease)
        with transaction.atomic():
            if unchanged.select_for_update(skip_locked=True).first() is None:
                return None
            number = max(seen.lease + 1, least)
            ReaderLease.objects.filter(pk=seen.pk).update(lease=number, **self._as_holder())
        return number

    def _as_holder(self) -> dict[str, Any]:
        return {"spool": self._spool, "holder": self._gateway, "expires_at": _expiry()}


def remembered_readers(spool: Spool) -> list[RegisteredReader]:
    """Return the readers that a gateway with this spool listened to last."""
    known = spool.register()
    return [] if known is None else msgspec.json.decode(known, type=list[RegisteredReader])


def _expiry() -> Any:
    return Now() + timedelta(seconds=LEASE_S)


def _all_leases() -> Iterable[ReaderLease]:
    """Return all leases, each with `expired` by the database's clock."""
    expired = ExpressionWrapper(Q(expires_at__lte=Now()), output_field=BooleanField())
    return ReaderLease.objects.annotate(expired=expired)
