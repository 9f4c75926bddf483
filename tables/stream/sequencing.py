"""The sequencer: gives the casino's events their places in the feed.

One sequencer is active for a casino at a time, by an advisory lock that its session holds. It is taken before any
statement that sequences, so each of them sees all that an earlier sequencer did.
"""

import logging
import time

from django.db.utils import IntegrityError, OperationalError
from psycopg.errors import QueryCanceled

from tables.postgresql.deadlines import long_statements
from tables.stream.database import SEQUENCER, run
from tables.stream.errors import EventDoesNotFollow
from tables.stream.horizon import (
    AFTER_RESTORE,
    casinos_from_elsewhere,
    horizon_holder,
    month_floor,
    sequencer_lag,
)
from tables.stream.sql import statement

log = logging.getLogger(__name__)

SEAL_EVENTS = statement("seal_events")
SET_UP_SEAL_HEADS = statement("set_up_seal_heads")
TAKE_CASINOS = statement("take_casinos")
FIND_WAITING_CASINOS = statement("find_waiting_casinos")
LIST_CASINOS = statement("list_casinos")
FIND_CASINOS = statement("find_casinos")
OPEN_COMING_MONTHS = statement("open_coming_months")
END_SILENT_SESSION = statement("end_silent_session")
RAISE_MONTH_FLOOR = statement("raise_month_floor")

EVERY_MONTH = 0
"""The month floor that leaves no month out."""

LOOK_AROUND_S = 1.0
"""Interval between two looks for new casinos, casinos without a sequencer, and lags."""

RESTORED_S = 60.0
"""Interval between two checks, with a log line, for a record restored from elsewhere."""

BROKEN_S = 60.0
"""Pause before a feed that contradicts itself is tried, and logged, again."""

MONTHS_S = 3600.0
"""Interval between two preparations of months: coming ones get their parts of the record, past ones leave the
sequencer's look."""

ALARM_LAG_S = 5.0
"""A lag beyond this is logged with the transaction that causes it."""


def casinos_with_events() -> list[int]:
    """Return all casinos of the record, with a feed set up for each, be it empty yet."""
    run(SET_UP_SEAL_HEADS, month_floor=EVERY_MONTH)
    return [casino_id for (casino_id,) in run(LIST_CASINOS)]


def casinos_recorded() -> list[int]:
    """Return the casinos that have a record, for a reader: no feed is set up."""
    return [casino_id for (casino_id,) in run(FIND_CASINOS)]


SILENT_S = 10.0
"""Time for which the server keeps the session of a sequencer that sends nothing."""


def end_session_when_silent() -> None:
    """Have the server end this session, and free its locks, once it has been silent for SILENT_S.

    A sequencer looks for events every few milliseconds. One that is frozen, or whose connection is cut off without a
    reset, must not keep its casinos from the next sequencer.
    """
    run(END_SILENT_SESSION, milliseconds=f"{SILENT_S * 1000:.0f}")


class Sequencer:
    """One sequencer in one database session; after a lost connection a new one begins from nothing."""

    def __init__(self) -> None:
        self.active: set[int] = set()
        """Casinos whose lock this session holds."""
        self._from_elsewhere: set[int] = set()
        """Casinos whose feed does not move since their record was restored from another server."""
        self._again_at: dict[int, float] = {}
        """Time of the next attempt for each casino whose feed contradicts itself. The others' feeds go on meanwhile."""
        self._look_around_at = 0.0
        self._look_for_restored_at = 0.0
        self._open_months_at = 0.0
        self._month_floor = EVERY_MONTH

    def sequence(self) -> int:
        """Sequence the waiting events of every casino of this sequencer; return the number of events sequenced."""
        look_around = time.monotonic() >= self._look_around_at
        if look_around:
            self._look_around_at = time.monotonic() + LOOK_AROUND_S
            self._take_casinos()
        if time.monotonic() >= self._look_for_restored_at:
            self._look_for_restored_at = time.monotonic() + RESTORED_S
            self._from_elsewhere = _warn_of_restored()
        if self.active and time.monotonic() >= self._open_months_at:
            done = open_coming_months()
            self._month_floor = month_floor()
            self._open_months_at = time.monotonic() + (MONTHS_S if done else RESTORED_S)
        sequenceable = self.sequenceable
        waiting = [
            (casino_id, EVERY_MONTH if has_late_events else self._month_floor)
            for casino_id, has_late_events in run(FIND_WAITING_CASINOS, month_floor=self._month_floor)
            if casino_id in sequenceable
        ]
        sequenced = sum(self._sequence_casino(casino_id, floor) for casino_id, floor in sorted(waiting))
        if look_around:
            for casino_id, _ in waiting:
                _watch_lag(casino_id)
        return sequenced

    @property
    def sequenceable(self) -> set[int]:
        """Casinos whose sequencer this is and whose feed can go on."""
        now = time.monotonic()
        broken = {casino_id for casino_id, again_at in self._again_at.items() if now < again_at}
        return self.active - self._from_elsewhere - broken

    def _sequence_casino(self, casino_id: int, month_floor: int) -> int:
        try:
            return sequence_due(casino_id, month_floor=month_floor)
        except EventDoesNotFollow as misfit:
            log.error(
                "the feed of casino %s stands still: %s; manage.py verify_record names the first fault",
                casino_id,
                misfit,
            )
        except IntegrityError as refused:
            log.error(
                "the feed of casino %s stands still: its head contradicts what is sealed (%s);"
                " manage.py verify_record finds out what was changed",
                casino_id,
                str(refused).splitlines()[0],
            )
        self._again_at[casino_id] = time.monotonic() + BROKEN_S
        return 0

    def _take_casinos(self) -> None:
        """Become the sequencer of casinos that have none; wait for those of another one."""
        run(SET_UP_SEAL_HEADS, month_floor=self._month_floor)
        taken = {casino_id for (casino_id,) in run(TAKE_CASINOS, sealer=SEQUENCER, active=list(self.active))}
        if taken:
            log.info("sealing casinos %s", ", ".join(map(str, sorted(taken))))
        self.active |= taken


def open_coming_months() -> bool:
    """Make the missing parts of this month and the next two, and raise the month floor. Return False if another session
    held the record's tables: then try again.

    Events of a month without a part are in the rest, and move when the part is made.
    """
    try:
        with long_statements():
            opened = {
                month for kind in ("event", "sealed_event") for (month,) in run(OPEN_COMING_MONTHS, kind=kind)
            }
        run(RAISE_MONTH_FLOOR)
    except OperationalError as refused:
        log.warning("the record's parts for the coming months could not be made yet: %s", refused)
        return False
    if opened:
        log.info("the record has parts of its own for %s now", ", ".join(map(str, sorted(opened))))
    return True


def sequence_due(casino_id: int, *, month_floor: int = EVERY_MONTH) -> int:
    """Sequence the due events of one casino, whose lock the session must hold, and return their number.

    Above EVERY_MONTH, `month_floor` must come from `horizon.month_floor`; then nothing is sequenced while a late event
    waits. Raises EventDoesNotFollow if one of them does not follow its stream; then nothing is sequenced.
    """
    due = {"casino_id": casino_id, "month_floor": month_floor}
    try:
        rows = run(SEAL_EVENTS, **due)
    except OperationalError as refused:
        if not isinstance(refused.__cause__, QueryCanceled):
            raise
        # More than can be sequenced within the deadline of a statement: an import, or an outage of the sequencer.
        with long_statements():
            rows = run(SEAL_EVENTS, **due)
    if not rows:
        return 0
    _position, events, misfit, version, _notice = rows[0]
    if misfit is not None:
        raise EventDoesNotFollow(misfit, version)
    sequenced: int = events
    return sequenced


def _warn_of_restored() -> set[int]:
    casinos = casinos_from_elsewhere()
    if casinos:
        log.error(
            "the feed stands still: the record of casino %s was restored from another server;"
            " close the house and run %s",
            ", ".join(map(str, casinos)),
            AFTER_RESTORE,
        )
    return set(casinos)


def _watch_lag(casino_id: int) -> None:
    lag = sequencer_lag(casino_id)
    if lag > ALARM_LAG_S:
        holder = horizon_holder()
        log.warning(
            "casino %s: the seal lags by %.1f s, held back by %s", casino_id, lag, holder or "nobody seen"
        )
