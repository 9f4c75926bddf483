"""Check of the disks: the free space, and a trial write.

This module does not import Django: the supervisor uses it as the web does.
"""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

TRIAL_NAME = ".disk-trial"
TRIAL = b"\0" * 8192
"""Bytes that PostgreSQL writes at a time."""
MIB = 1024 * 1024
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EFBIG})
"""Errors of a disk that takes no more data. A missing permission is not among them."""


def no_room(folders: Iterable[Path], *, least_bytes: int, write_in: Path | None = None) -> str:
    """Return the reason why the folders have no room, in words; empty if they have.

    Each file system is checked once, and a missing folder is left out. With `write_in` a small file is written there
    and removed: only a write shows a quota or a read-only file system.
    """
    if write_in is not None and (refused := trial_write(write_in)):
        return f"disk full: nothing can be written in {write_in} ({refused})"
    seen: set[int] = set()
    for folder in folders:
        with suppress(OSError):
            device = folder.stat().st_dev
            if device in seen:
                continue
            seen.add(device)
            if (free := free_bytes(folder)) < least_bytes:
                return f"disk full: {_mib(free)} free where {folder} lies, {_mib(least_bytes)} wanted"
    return ""


def free_bytes(folder: Path) -> int:
    """Return the bytes that a process other than root may still write there. Raises OSError."""
    stands = os.statvfs(folder)
    return stands.f_bavail * stands.f_frsize


def trial_write(folder: Path) -> str:
    """Return the reason why the disk takes no small file in the folder, in words; empty if there is none.

    A folder without permission to write gives no reason.
    """
    trial = folder / f"{TRIAL_NAME}-{os.getpid()}"
    try:
        with trial.open("wb") as file:
            file.write(TRIAL)
    except OSError as refused:
        return refused.strerror if refused.errno in FULL and refused.strerror else ""
    finally:
        with suppress(OSError):
            trial.unlink()
    return ""


def _mib(amount: int) -> str:
    return f"{amount // MIB} MiB"
