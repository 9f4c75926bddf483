"""Conditions that raise an alert: pure functions on values from the record and on the thresholds of the table.

Each function returns None if there is no alert. `lasting` means that the alert was on at the last look. A milder
threshold then applies, so that a value near the threshold does not switch the alert on and off.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import numpy as np

from tables.compliance.alerts.events import AlertKind
from tables.play.reader.observation import Rotation
from tables.roulette.statistics.pace import pace
from tables.roulette.statistics.watching import Evidence

ROTOR_LAUNCHES = 3
"""Number of launches in a row that are too slow or too fast, or all right again. A single launch proves nothing."""


class Thresholds(msgspec.Struct, frozen=True, kw_only=True):
    """Alert thresholds of a table, from its register entry: see tables.registers.entries.kinds.tables."""

    evidence: int
    pace_target: int | None
    pace_percent: int
    pace_minutes: int
    fast_percent: int
    idle_minutes: int
    rotor_slowest: int | None
    rotor_fastest: int | None
    same_direction: int
    silent_minutes: int


class Fallen(msgspec.Struct, frozen=True):
    """A number of a table's day: when it fell (UTC), which way its ball ran, and how fast the rotor turned (turns a
    minute), where that is known."""

    at: datetime
    ball_direction: Rotation | None = None
    rotor_rpm: float | None = None


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """Condition with its begin and its subject; see AlertRaised."""

    kind: AlertKind
    code: str
    parameters: dict[str, Any]
    since: datetime
    subject: str = ""


class WatchedStretch(msgspec.Struct, frozen=True, kw_only=True):
    """Watched stretch of a wheel.

    `subject` is its name in the record, `since` its begin. `wheel` is the wheel's serial, empty for an unregistered
    wheel. `table` is the table of the wheel's last number.
    """

    subject: str
    since: datetime
    wheel: str
    table: str


def biased(evidence: Evidence, of: WatchedStretch) -> Condition | None:
    """Return the condition that the evidence of biased pockets has reached an alarm; else None."""
    if not evidence.is_alarm:
        return None
    return Condition(
        kind="bias",
        code="alert-bias" if of.wheel else "alert-bias-unregistered",
        parameters={
            "wheel": of.wheel,
            "table": of.table,
            "evidence": int(evidence.most),
            "spins": evidence.since,
        },
        since=of.since,
        subject=of.subject,
    )


def drop_zone(evidence: Evidence, of: WatchedStretch) -> Condition | None:
    """Return the condition that the evidence of preferred distances from the number before has reached an alarm; else
    None.
    """
    if not evidence.is_alarm:
        return None
    return Condition(
        kind="drop-zone",
        code="alert-drop-zone" if of.wheel else "alert-drop-zone-unregistered",
        parameters={
            "wheel": of.wheel,
            "table": of.table,
            "evidence": int(evidence.most),
            "spins": evidence.since,
        },
        since=of.since,
        subject=of.subject,
    )


def too_slow(
    fallen: Sequence[Fallen], of: Thresholds, now: datetime, *, lasting: bool = False
) -> Condition | None:
    """Return the condition that the table is slower than its target; None if the table is fast enough.

    The shortfall is in per cent, over the last minutes: both come from the thresholds. Pauses of a quarter of an hour
    do not count as play. If the table played for less than half of the time, the condition stays as it was. The
    condition ends once half of the shortfall is made up.
    """
    if of.pace_target is None or not of.pace_percent:
        return None
    per_hour, known = _per_hour(fallen, of, now)
    short = of.pace_percent / (2 if lasting else 1)
    is_slow = per_hour < of.pace_target * (1 - short / 100) if known else lasting
    return _off_pace(per_hour, of.pace_target, of, now, fast=False) if is_slow else None


def too_fast(
    fallen: Sequence[Fallen], of: Thresholds, now: datetime, *, lasting: bool = False
) -> Condition | None:
    """Return the condition that the table was faster than its target, over the last minutes; else None.

    As for `too_slow`, pauses do not count, and the table must have played for half of the time. The condition ends once
    half of the excess is gone.
    """
    if of.pace_target is None or not of.fast_percent:
        return None
    per_hour, known = _per_hour(fallen, of, now)
    over = of.fast_percent / (2 if lasting else 1)
    is_fast = per_hour > of.pace_target * (1 + over / 100) if known else lasting
    return _off_pace(per_hour, of.pace_target, of, now, fast=True) if is_fast else None


def _per_hour(fallen: Sequence[Fallen], of: Thresholds, now: datetime) -> tuple[float, bool]:
    """Return the coups an hour of play in the last minutes, and True if the table played for half of them."""
    begins = now - timedelta(minutes=of.pace_minutes)
    moments = [each.at.timestamp() for each in fallen if each.at >= begins]
    found = pace(np.diff(np.array(moments)))
    per_hour = found.coups / found.hours if found.hours else 0.0
    return per_hour, found.hours >= of.pace_minutes / 120


def _off_pace(per_hour: float, target: int, of: Thresholds, now: datetime, *, fast: bool) -> Condition:
    return Condition(
        kind="pace",
        code="alert-pace-fast" if fast else "alert-pace",
        parameters={"pace": round(per_hour), "target": target, "minutes": of.pace_minutes},
        since=now - timedelta(minutes=of.pace_minutes),
    )


def no_coup(expected_since: datetime | None, of: Thresholds, now: datetime) -> Condition | None:
    """Return the condition that no number fell at an open table for so many minutes; else None.

    `expected_since` is the time since which a coup is expected there (UTC), None if none is. The condition ends with
    the next number.
    """
    if not of.idle_minutes or expected_since is None:
        return None
    if now - expected_since < timedelta(minutes=of.idle_minutes):
        return None
    return Condition(
        kind="no-coup",
        code="alert-no-coup",
        parameters={"minutes": of.idle_minutes},
        since=expected_since,
    )


def rotor_off(fallen: Sequence[Fallen], of: Thresholds, *, lasting: bool = False) -> Condition | None:
    """Return the condition that the rotor was too slow, or too fast, at each of the last launches of known speed; else
    None.

    The condition ends when all of the last launches are right.
    """
    known = [(each.at, each.rotor_rpm) for each in fallen if each.rotor_rpm is not None][-ROTOR_LAUNCHES:]
    slowest, fastest = of.rotor_slowest or 0, of.rotor_fastest or float("inf")
    slow = [rpm < slowest for _, rpm in known]
    fast = [rpm > fastest for _, rpm in known]
    few = len(known) < ROTOR_LAUNCHES
    so = any((*slow, *fast)) if lasting else not few and (all(slow) or all(fast))
    if not so:
        return None
    mean = sum(rpm for _, rpm in known) / len(known)
    return Condition(
        kind="rotor-speed",
        code="alert-rotor-slow" if any(slow) else "alert-rotor-fast",
        parameters={
            "rpm": round(mean, 1),
            "turn": round(60 / mean, 1) if mean else 0,
            "least": of.rotor_slowest,
            "most": of.rotor_fastest,
        },
        since=known[0][0],
    )


def all_the_same_way(fallen: Sequence[Fallen], of: Thresholds, *, lasting: bool = False) -> Condition | None:
    """Return the condition that the ball ran the same way in so many launches in a row; else None. The condition ends
    with the first launch the other way.
    """
    known = [each for each in fallen if each.ball_direction is not None]
    run = 0
    for each in reversed(known):
        if each.ball_direction != known[-1].ball_direction:
            break
        run += 1
    if not of.same_direction or run < (2 if lasting else of.same_direction):
        return None
    return Condition(
        kind="direction",
        code="alert-direction",
        parameters={"launches": run, "direction": known[-1].ball_direction},
        since=known[-run].at,
    )


def away(
    reader: str, state: str, since: datetime | None, of: Thresholds, now: datetime, *, detail: str = ""
) -> Condition | None:
    """Return the condition that the table's reader was silent, for the reason `detail`, or reported a fault, for so
    many minutes.
    """
    if not of.silent_minutes or state not in ("silent", "fault") or since is None:
        return None
    if now - since < timedelta(minutes=of.silent_minutes):
        return None
    return Condition(
        kind="device-offline",
        code=(
            "alert-device-fault"
            if state == "fault"
            else "alert-device-not-understood"
            if detail == "no_valid_message"
            else "alert-device-cut-off"
            if detail.startswith("cut_off")
            else "alert-device-silent"
        ),
        parameters={"reader": reader, "minutes": of.silent_minutes},
        since=since,
        subject=reader,
    )
