"""The checks of /readyz. Each is one function that names the fault; none loops over the casinos."""

import shlex
from collections.abc import Callable
from operator import itemgetter
from typing import NamedTuple

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from casino.api.webhooks.turn import UNTRIED_S, longest_untried
from casino.health.runs import LATE_AFTER, late_tasks
from casino.installation.alarms import disk_alarm
from casino.notices.deliveries import failing_ways
from casino.web.unavailable import is_database_away
from tables.handling.deadlines.sweep import longest_unswept
from tables.handling.models import Casino
from tables.stream import AFTER_RESTORE, casinos_from_elsewhere, sequencer_lags
from tables.stream.feed import ages_after
from tables.stream.following import follower_lags
from tables.stream.merkle.checkpoints import signed_sizes
from tables.stream.merkle.house_key import MAKE_KEY
from tables.stream.privileges import MAKE_ROLES, rights_beyond
from tables.wheels.gateway import REPORT_EVERY_S
from tables.wheels.house import count_dialled_readers
from tables.wheels.models import GatewayReport

SWEEP_PATIENCE_S = 30.0
"""Least delay of a sweep that the check names, however short the interval is."""
BROKER_PATIENCE_S = 2.0
"""Time for the broker to answer a new connection."""
GATEWAY_SILENT_S = 6 * REPORT_EVERY_S
"""A gateway without a report for this long is not at work, or cannot reach the database."""
NO_SWEEP = "the sweeper, beat or the broker is away"


class Answer(NamedTuple):
    """Result of a check: `ok`, and its finding in a few words; `seconds` if the check measures a lag."""

    ok: bool
    detail: str
    seconds: float | None = None


def database() -> Answer:
    """Check that the database answers and takes writes: a standby in recovery does not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        [in_recovery] = cursor.fetchone()
    if in_recovery:
        return Answer(
            False, "in recovery: a standby takes no writes; promote it, or name the primary in DATABASE_URL"
        )
    return Answer(True, "answers and takes writes")


def migrations() -> Answer:
    """Every migration of the code is applied to the database."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in missing[:5])
        return Answer(False, f"{len(missing)} not applied: {names}")
    return Answer(True, "all applied")


def privileges() -> Answer:
    """Check that the role of this process has no right by which the record could be changed."""
    if beyond := rights_beyond():
        return Answer(
            False, f"the role of DATABASE_URL could change the record: it {beyond}; run {MAKE_ROLES}"
        )
    return Answer(True, "the record can be read and added to, and no more")


def sealer() -> Answer:
    """Check that no event has waited for its position longer than SEALER_LAG_LIMIT_SECONDS.

    A restored record comes first: its new events do not count as waiting, and would wait for ever.
    """
    if restored := casinos_from_elsewhere():
        numbers = ", ".join(map(str, restored))
        return Answer(
            False, f"casino {numbers}: restored from another server; close the house and run {AFTER_RESTORE}"
        )
    lags = sequencer_lags(Casino.objects.values_list("pk", flat=True))
    worst = max(lags, key=lambda casino: lags[casino], default=None)
    if worst is None:
        return Answer(True, "no event waits", 0.0)
    seconds = round(lags[worst], 3)
    if seconds > settings.SEALER_LAG_LIMIT_SECONDS:
        return Answer(False, f"casino {worst}: an event has waited {seconds} s for its seal", seconds)
    return Answer(True, "keeps up", seconds)


def checkpoints() -> Answer:
    """Report the longest time that a sequenced event has waited for a signed checkpoint; fail at a false checkpoint.

    A casino that cannot sign goes on working, so the wait alone does not fail the check. It does not look for the key,
    which the sequencer alone can read.
    """
    signed = signed_sizes(list(Casino.objects.values_list("pk", flat=True)))
    waits = ages_after(signed.sizes.items())
    (casino, _), waited = max(waits.items(), key=itemgetter(1), default=((0, 0), 0.0))
    seconds = round(waited, 3)
    if signed.false:
        return Answer(False, f"{'; '.join(signed.false)}; manage.py verify_record finds the changes", seconds)
    if seconds > LATE_AFTER * settings.CHECKPOINT_SECONDS:
        words = f"casino {casino}: an event has waited {seconds} s for a checkpoint"
        return Answer(True, f"{words}; the sealer's log says why", seconds)
    if any(signed.sizes.values()):
        return Answer(True, "keep up", seconds)
    return Answer(True, f"none is signed yet; {MAKE_KEY} makes the key where the sealer has none", seconds)


def followers() -> Answer:
    """Check that every asynchronous projection follows the feed within FOLLOWER_LAG_LIMIT_SECONDS."""
    lags = follower_lags(Casino.objects.values_list("pk", flat=True))
    seconds = round(max((lag.seconds for lag in lags), default=0.0), 3)
    limit: float = settings.FOLLOWER_LAG_LIMIT_SECONDS
    late = [
        f"{lag.name} {'is stuck' if lag.is_stuck else 'lags'} at {lag.casinos} casinos,"
        f" by {lag.seconds:.0f} s at casino {lag.casino_id}"
        for lag in lags
        if lag.is_stuck or lag.seconds > limit
    ]
    return Answer(not late, "; ".join(late) or "keep up", seconds)


def webhooks() -> Answer:
    """Check that the sender tries the waiting deliveries. A receiver that is away is not the sender's fault."""
    longest = longest_untried(timezone.now())
    if longest is None:
        return Answer(True, "tried in time", 0.0)
    stretch, waited = longest
    seconds = round(waited, 3)
    if waited > UNTRIED_S:
        words = f"webhook {stretch.webhook_id} of casino {stretch.webhook.casino_id}"
        return Answer(
            False, f"{words}: an event has waited {seconds} s to be tried; is the sender away?", seconds
        )
    return Answer(True, "tried in time", seconds)


def notices() -> Answer:
    """Report the notices that fail. Their receivers are at fault, not this installation, so the check never fails."""
    ways = failing_ways()
    if not ways:
        return Answer(True, "sent in time", 0.0)
    seconds = round((timezone.now() - min(way.since for way in ways)).total_seconds(), 3)
    failing = "; ".join(f"{way.notices} by {way.way} failed and are tried again" for way in ways)
    return Answer(True, f"{failing}; the worker's log has the reasons", seconds)


def broker() -> Answer:
    """Check that the broker lets a client in."""
    with current_app.connection_for_read(connect_timeout=BROKER_PATIENCE_S) as line:
        try:
            line.connect()
        except Exception as refused:  # each transport of kombu has errors of its own
            reason = " ".join(str(refused).split()) or type(refused).__name__
            return Answer(False, f"the broker does not answer: {reason}")
    return Answer(True, "answers")


def sweep() -> Answer:
    """Check that the shift rules were swept lately: beat asks for a sweep, the broker brings it, a worker makes it."""
    longest = longest_unswept()
    if longest is None:
        return Answer(True, "no casino yet", 0.0)
    casino, swept_at = longest
    if swept_at is None:
        return Answer(False, f"no sweep of the shift rules was made yet; {NO_SWEEP}")
    seconds = round((timezone.now() - swept_at).total_seconds(), 3)
    if seconds > max(LATE_AFTER * settings.SHIFT_SWEEP_SECONDS, SWEEP_PATIENCE_S):
        return Answer(
            False, f"casino {casino}: the shift rules were last swept {seconds} s ago; {NO_SWEEP}", seconds
        )
    return Answer(True, "made in time", seconds)


def tasks() -> Answer:
    """Check that each scheduled task succeeds in time: beat asks for it, the broker brings it, a worker runs it."""
    if not Casino.objects.exists():
        return Answer(True, "no casino yet")
    now = timezone.now()
    words = []
    for task, ran_at, succeeded_at in late_tasks(now):
        if ran_at is None:
            words.append(f"{task} has not run yet")
        elif succeeded_at is None:
            words.append(f"{task} has never succeeded")
        else:
            words.append(f"{task} last succeeded {(now - succeeded_at).total_seconds():.0f} s ago")
    remedy = "; the worker, beat or the broker is away, or the worker's log has the reason"
    return Answer(not words, "; ".join(words) + remedy if words else "run in time")


def disk() -> Answer:
    """Check that the disks of this process have room and take a real write."""
    words = disk_alarm()
    return Answer(not words, words or "room to write")


def spools() -> Answer:
    """Check that every wheel gateway reports, writes its spool, and delivers its observations in time."""
    now = timezone.now()
    reports = list(GatewayReport.objects.order_by("gateway"))
    troubles: list[str] = []
    oldest = 0.0
    for report in reports:
        silent = (now - report.reported_at).total_seconds()
        waited = (now - report.oldest_waiting_at).total_seconds() if report.oldest_waiting_at else 0.0
        oldest = max(oldest, waited)
        if report.disk_trouble:
            troubles.append(report.disk_trouble)
        if silent > GATEWAY_SILENT_S:
            troubles.append(
                f"{report} has reported nothing for {silent:.0f} s, and {report.waiting} observations waited then;"
                f" start it, or run manage.py wheel_gateway --forget {shlex.quote(report.gateway)}"
            )
        elif waited > settings.SPOOL_LAG_LIMIT_SECONDS:
            troubles.append(
                f"{report} does not deliver: {report.waiting} observations wait, the oldest for {waited:.0f} s"
            )
    if not reports and (readers := count_dialled_readers()):
        troubles.append(
            f"no wheel gateway reports, and {readers} wheel readers are enabled; start permanence-gateway"
        )
    return Answer(not troubles, "; ".join(troubles) or "written and delivered", round(oldest, 3))


CHECKS: dict[str, Callable[[], Answer]] = {
    "database": database,
    "migrations": migrations,
    "privileges": privileges,
    "sealer": sealer,
    "checkpoints": checkpoints,
    "followers": followers,
    "webhooks": webhooks,
    "notices": notices,
    "broker": broker,
    "sweep": sweep,
    "tasks": tasks,
    "disk": disk,
    "spools": spools,
}
WITHOUT_DATABASE = frozenset({"broker", "disk"})


def ask_all() -> dict[str, Answer]:
    """Return the answer of every check.

    While the database does not answer, the checks that need it are not asked: each would wait as long again.
    """
    answers: dict[str, Answer] = {}
    away = ""
    for name, check in CHECKS.items():
        if away and name not in WITHOUT_DATABASE:
            answers[name] = Answer(False, away)
            continue
        try:
            answers[name] = check()
        except DatabaseError as error:
            first_line = (str(error).strip().splitlines() or [type(error).__name__])[0]
            answers[name] = Answer(False, f"the database does not answer: {first_line}")
            if is_database_away(error):
                away = answers[name].detail
    return answers
