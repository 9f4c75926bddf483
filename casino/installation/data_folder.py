"""Data folder of one machine for the embedded parts: database, broker, spools, the secret key.

This module does not import Django, because the settings import it.
"""

import contextlib
import os
import secrets
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
EMPTY_HOUSE = "house"
"""Folder in the usual one for a casino without the demonstration (`HOUSE=empty`), with data of its own."""
DEAD_LETTERS = "dead-letters"
"""Folder next to the broker's queue, for messages that cannot be read."""
SECRET_KEY = "secret-key"
SERVER_COPY = "server"
"""Programs of the embedded PostgreSQL, which runs as a user of its own under root."""
OURS = (
    "postgresql-18",
    "postgresql-18.new",
    "postgresql.lock",
    "postgresql.log",
    "socket",
    SERVER_COPY,
    "celery",
    "wheels",
    "test",
    SECRET_KEY,
    "house.pids",
)
"""Names in the data folder. PERMANENCE_DATA may name any folder: nothing else in it is removed or changed."""
SYSTEM_PLACE = Path("/var/lib/permanence")


def data_folder() -> Path:
    """Return the folder of the embedded parts: PERMANENCE_DATA, else `var/` in the checkout.

    PostgreSQL refuses to run as root, so under root it runs as a user of its own, who must reach its data. A checkout
    inside a private folder, such as a home folder, prevents that, and we do not open that folder to others. Such data
    goes to /var/lib/permanence/<checkout>.

    An installation that begins empty (`HOUSE=empty`) has the folder `house` in it, apart from the demonstration.
    """
    if chosen := os.environ.get("PERMANENCE_DATA"):
        return Path(chosen).expanduser().resolve()
    empty = os.environ.get("HOUSE", "").strip().upper() == "EMPTY"
    return _usual_folder() / EMPTY_HOUSE if empty else _usual_folder()


def _usual_folder() -> Path:
    if os.geteuid() == 0 and not open_to_others(CHECKOUT):
        name = f"{CHECKOUT.name}-{sha256(str(CHECKOUT).encode()).hexdigest()[:8]}"
        return SYSTEM_PLACE / name
    return CHECKOUT / "var"


def data_folder_of_tests(worker: str | None) -> Path:
    """Return the folder of a test run: PERMANENCE_DATA, else `test` in the house's own, and in it one for each worker.

    Workers of a parallel run have a server each, because sealing waits for the oldest transaction of the whole server.
    """
    folder = data_folder() if "PERMANENCE_DATA" in os.environ else data_folder() / "test"
    return folder / worker if worker and folder.name != worker else folder


def open_to_others(folder: Path) -> bool:
    """Let other users walk down to this folder, without reading it. Return True if they can."""
    return all(place.stat().st_mode & stat.S_IXOTH for place in (folder, *folder.parents) if place.exists())


def make_folder(folder: Path) -> Path:
    """Make the data folder, or one above a folder of the embedded parts, closed to other users; return it.

    Under root others may walk through it and not read it (0711): the embedded PostgreSQL runs as a user of its own.
    """
    mode = 0o711 if os.geteuid() == 0 else 0o700
    for place in reversed((folder, *folder.parents)):
        if not place.exists():
            place.mkdir(mode=0o700, exist_ok=True)
            place.chmod(mode)  # also against the umask
    return folder


def make_private_folder(folder: Path) -> Path:
    """Make a folder in the data folder, which its user alone can enter; return it.

    One that an older version left open to others is closed.
    """
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.stat()
    if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)
    return folder


class DataFolderOpen(Exception):
    """Other users can reach the data folder, and this process cannot change that. The message names the place."""


def close_to_others(folder: Path) -> list[Path]:
    """Take the rights of other users from everything of ours in the data folder, and return the changed places.

    A file or folder below is closed with the folder above it. Under root, others may still walk through folders: the
    embedded PostgreSQL runs as a user of its own. Raises DataFolderOpen.
    """
    if folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise DataFolderOpen(f"Other users can write in {folder}. Run: chmod go-w {folder}")
    changed = []
    for place in (folder / name for name in (*OURS, "house.lock", "checkpoint-key") if name != SERVER_COPY):
        if not place.exists():
            continue
        found = place.stat()
        others = 0o066 if os.geteuid() == 0 and stat.S_ISDIR(found.st_mode) else 0o077
        if found.st_mode & others:
            try:
                place.chmod(stat.S_IMODE(found.st_mode) & ~others)
            except PermissionError:
                raise DataFolderOpen(
                    f"{place} is open to other users and belongs to another one. Run: chown -R {os.geteuid()} {folder}"
                ) from None
            changed.append(place)
    return changed


def write_privately() -> None:
    """Create all files of this process from now on, and of the processes that it starts, for its user alone."""
    os.umask(0o077)


def secret_key(folder: Path) -> str:
    """Return this installation's own key for sessions and signatures: made once, readable by its owner only.

    Several processes may start at once in a fresh folder. The key is written next to its place and then linked there
    whole. So nobody reads half of a key, and all processes use the first one.
    """
    path = make_folder(folder) / SECRET_KEY
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=folder, prefix=f"{SECRET_KEY}-")
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        Path(draft).unlink()
    key = path.read_text()
    if len(key) < 50:
        raise RuntimeError(f"{path}: the secret key is cut short; remove the file and a new one is made")
    return key


def broker_folders(folder: Path) -> dict[str, str]:
    """Return folders of kombu's filesystem transport, made where missing: what Celery's transport options want."""
    celery = make_private_folder(folder / "celery")
    queue = make_private_folder(celery / "queue")
    control = make_private_folder(celery / "control")
    make_private_folder(celery / DEAD_LETTERS)
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
    }
