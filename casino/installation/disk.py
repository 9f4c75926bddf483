"""Whether there is room to write: what is free, and whether a real write is taken.

Nothing here imports Django: the supervisor asks it as the web does.
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
"""What a disk answers that takes no more. A folder that is not ours to write in is another matter."""


def no_room(folders: Iterable[Path], *, least_bytes: int, write_in: Path | None = None) -> str:
    """Why there is no room in the folders, in words; nothing where all is well.

    Each file system is looked at once, and a folder that is not there is left out. Where `write_in` is given, a small
    file is written there and removed: a quota, or a file system that is read only by now, shows in no other way.
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
    """Why a small write in the folder is refused, in words; nothing where it is taken or nobody may write there."""
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
