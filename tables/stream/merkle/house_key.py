"""The house's private key: the setting CHECKPOINT_KEY, or the file CHECKPOINT_KEY_FILE. It never enters the database.

Who can read it can sign as the house. The sequencer alone needs it: all others check with the public key.
"""

import os
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from tables.stream.errors import StreamError
from tables.stream.merkle.note import NoteRefused, SigningKey, new_signing_key

MAKE_KEY = "manage.py make_checkpoint_key"
NO_KEY = f"the house has no checkpoint key, so its feed is sealed but not signed: {MAKE_KEY} makes one"


OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Permissions that only the owner of the file may have."""


class KeyRefused(StreamError):
    """The key cannot be read, or cannot be made. The message has the remedy, and nothing of the key."""


def house_key() -> SigningKey | None:
    """Return the key that checkpoints are signed with, or None in a house that has none. Raises KeyRefused."""
    entered: str = settings.CHECKPOINT_KEY
    where = "The setting CHECKPOINT_KEY"
    if not entered:
        path: Path = settings.CHECKPOINT_KEY_FILE
        where = f"The file {path}"
        try:
            mode = _mode(path)
            entered = path.read_text()
        except FileNotFoundError:
            return None
        except PermissionError:
            raise KeyRefused(
                f"{where} can be read by its owner alone: run this as the sealer's user"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise KeyRefused(f"{where} cannot be read: {error}") from None
        if mode & OTHERS:
            raise KeyRefused(
                f"{where} is open to others (mode {mode:04o}), who could sign as the house: chmod 600 {path}, and make"
                " another key if somebody may have read it"
            )
    try:
        return SigningKey.parse(entered)
    except NoteRefused as refused:
        raise KeyRefused(f"{where} holds no checkpoint key: {refused}") from None


def close_key_file() -> bool:
    """Take from all but its owner the right to read the file of the key, as one put back from a backup may give it;
    True if somebody had it. Raises KeyRefused where the file is somebody else's."""
    path: Path = settings.CHECKPOINT_KEY_FILE
    try:
        if settings.CHECKPOINT_KEY or not _mode(path) & OTHERS:
            return False
        path.chmod(0o600)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise KeyRefused(
            f"The file {path} is open to others, and cannot be closed: {error.strerror}"
        ) from None
    return True


def make_house_key(name: str = "") -> SigningKey:
    """Make the key and keep it in its file, readable by its owner only. Without a name it is named after itself.

    Raises KeyRefused where there is one: its signatures could not be distinguished from those of another.
    """
    if settings.CHECKPOINT_KEY:
        raise KeyRefused("The setting CHECKPOINT_KEY gives the key already; a file would not be read")
    try:
        key = new_signing_key(name or "permanence")
    except NoteRefused as refused:
        raise KeyRefused(f"{name!r} is no name for it: {refused}") from None
    if not name:
        key = key.named(f"permanence-{sha256(key.verifier.public).hexdigest()[:8]}")
    _keep(key, settings.CHECKPOINT_KEY_FILE)
    return key


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _keep(key: SigningKey, path: Path) -> None:
    """Written beside its place and linked there whole, so that nobody reads half of a key, and none is overwritten."""
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix="checkpoint-key-")
        try:
            with os.fdopen(handle, "w") as file:
                file.write(key.secret_text() + "\n")
            os.link(draft, path)
        finally:
            Path(draft).unlink()
    except FileExistsError:
        raise KeyRefused(f"There is a key already, in {path}. Keep it: the old checkpoints are its") from None
    except OSError as error:
        raise KeyRefused(f"The file {path} cannot be written: {error.strerror}") from None
