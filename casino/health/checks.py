"""What must hold for the house to do its work, each as one function that says what is wrong."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from casino.health.alarms import disk_alarm, spool_alarms
from tables.handling.models import Casino
from tables.stream import AFTER_RESTORE, casinos_from_elsewhere, sequencer_lag
from tables.stream.merkle.checkpoints import latest_checkpoint, unsigned_since
from tables.stream.merkle.house_key import MAKE_KEY
from tables.stream.privileges import MAKE_ROLES, rights_beyond

LATE_AFTER = 3
"""So many times the checkpoints' interval an event may wait before the check names it."""


class Answer(NamedTuple):
    """`ok`, and in a few words what was seen; `seconds` where the check measures a lag."""

    ok: bool
    detail: str
    seconds: float | None = None


def database() -> Answer:
    """The database answers a query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Answer(True, "answers")


def migrations() -> Answer:
    """Every migration of the code is applied to the database."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in missing[:5])
        return Answer(False, f"{len(missing)} not applied: {names}")
    return Answer(True, "all applied")


def privileges() -> Answer:
    """The role of this process may read the record and add to it, and no more."""
    if beyond := rights_beyond():
        return Answer(
            False, f"the role of DATABASE_URL could change the record: it {beyond}; run {MAKE_ROLES}"
        )
    return Answer(True, "the record can be read and added to, and no more")


def sealer() -> Answer:
    """No event of any casino has waited for its seal longer than SEALER_LAG_LIMIT_SECONDS, nor would wait for ever.

    A restored record comes first: what is appended to it may not even count as waiting.
    """
    if restored := casinos_from_elsewhere():
        numbers = ", ".join(map(str, restored))
        return Answer(
            False, f"casino {numbers}: restored from another server; close the house and run {AFTER_RESTORE}"
        )
    limit: float = settings.SEALER_LAG_LIMIT_SECONDS
    lags = {casino: sequencer_lag(casino) for casino in Casino.objects.values_list("pk", flat=True)}
    worst = max(lags, key=lambda casino: lags[casino], default=None)
    if worst is None:
        return Answer(True, "no casino yet", 0.0)
    seconds = round(lags[worst], 3)
    if seconds > limit:
        return Answer(False, f"casino {worst}: an event has waited {seconds} s for its seal", seconds)
    return Answer(True, "keeps up", seconds)


def checkpoints() -> Answer:
    """How long a sealed event has waited for a signed checkpoint.

    Always well: a house that cannot sign goes on working, and the answer has the words and the seconds. It does not
    look for the key, which the sealer alone can read.
    """
    casinos = list(Casino.objects.values_list("pk", flat=True))
    now = timezone.now()
    waits = {casino: (now - since).total_seconds() for casino in casinos if (since := unsigned_since(casino))}
    worst = max(waits, key=lambda casino: waits[casino], default=None)
    seconds = round(waits[worst], 3) if worst is not None else 0.0
    late = seconds > LATE_AFTER * settings.CHECKPOINT_SECONDS
    if late:
        waited = f"casino {worst}: an event has waited {seconds} s for a checkpoint"
        return Answer(True, f"{waited}; the sealer's log says why", seconds)
    if any(map(latest_checkpoint, casinos)):
        return Answer(True, "keep up", seconds)
    return Answer(True, f"none is signed yet; {MAKE_KEY} makes the key where the sealer has none", seconds)


def disk() -> Answer:
    """There is room on the disks that this process sees, and a real write is taken."""
    words = disk_alarm()
    return Answer(not words, words or "room to write")


def spools() -> Answer:
    """Every wheel gateway can write its spool: what readers say is on a disk and not in memory alone."""
    alarms = "; ".join(str(alarm) for alarm in spool_alarms())
    return Answer(not alarms, alarms or "written")


CHECKS: dict[str, Callable[[], Answer]] = {
    "database": database,
    "migrations": migrations,
    "privileges": privileges,
    "sealer": sealer,
    "checkpoints": checkpoints,
    "disk": disk,
    "spools": spools,
}


def ask_all() -> dict[str, Answer]:
    """Every check's answer; one that meets a broken database says so instead of raising."""
    answers: dict[str, Answer] = {}
    for name, check in CHECKS.items():
        try:
            answers[name] = check()
        except DatabaseError as error:
            first_line = (str(error).strip().splitlines() or [type(error).__name__])[0]
            answers[name] = Answer(False, f"the database does not answer: {first_line}")
    return answers
