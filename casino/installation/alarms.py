"""Alarms of the casino's machines, in words for a pit boss and for /readyz."""

import time
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from casino.installation.disk import MIB, no_room
from casino.installation.server_address import cluster_folder
from casino.kit.sentences.marks import gettext_noop
from tables.wheels.models import GatewayReport

DISK_FULL = gettext_noop("Disk full")
"""Text in the bar of every live page."""


def disk_alarm() -> str:
    """Return the reason why there is no room on the disks of this process, in words; empty if there is room.

    A small file is written in the data folder, because the free space does not show a quota.
    """
    return _no_room(write_in=settings.DATA_DIR)


def disk_seen() -> str:
    """Return the disk alarm without a trial write, at most one second old; empty if there is room.

    A write could hold up the streams that ask.
    """
    return _seen_in(int(time.monotonic()))


@lru_cache(maxsize=1)
def _seen_in(_second: int) -> str:
    """Return the alarm, computed once a second, because a thousand streams may ask in the same second."""
    return _no_room(write_in=None)


def _no_room(write_in: Path | None) -> str:
    folders = [settings.DATA_DIR, settings.WHEEL_SPOOL_DIR, *settings.DISK_FOLDERS]
    if settings.DATABASE_IS_EMBEDDED:
        folders.append(cluster_folder(settings.DATA_DIR))
    return no_room(folders, least_bytes=settings.DISK_LEAST_FREE_MB * MIB, write_in=write_in)


def spool_alarms() -> list[GatewayReport]:
    """Return the gateways that cannot write their spools, the longest in trouble first. One query."""
    return list(GatewayReport.objects.filter(since__isnull=False).order_by("since", "gateway"))
