"""A checkpoint that somebody has kept outside of the house, to hold the record against."""

import re
from collections.abc import Collection
from pathlib import Path

import msgspec

from tables.outside.files import LARGEST_NOTE, OutsideFileRefused, read_plain
from tables.stream.merkle.note import CheckpointText, Note, NoteRefused, VerifierKey

_LOG = re.compile(r".+/casino/([1-9][0-9]{0,9})")


class KeptCheckpoint(msgspec.Struct, frozen=True):
    """Statement of a kept checkpoint about a casino's record: it began with `size` events whose tree has this root."""

    source: str
    """The file, for messages."""
    casino_id: int
    size: int
    root: bytes
    note: Note

    def require_signed(self, trusted: Collection[VerifierKey]) -> None:
        """Raise NoteRefused if none of these keys has signed it."""
        try:
            self.note.verify(trusted)
        except NoteRefused as refused:
            raise NoteRefused(f"{self.source}: {refused}; name its key with --vkey") from None


class _Answer(msgspec.Struct):
    """Used fields of the API's answer in JSON."""

    note: str


def read_kept(path: Path) -> KeptCheckpoint:
    """Return the checkpoint in a file as the API gave it, in JSON or as the signed note alone. Raises NoteRefused,
    which names the file and the fault.
    """
    try:
        text = read_plain(path, LARGEST_NOTE).decode()
        note = Note.parse(msgspec.json.decode(text, type=_Answer).note if text.startswith("{") else text)
        kept = CheckpointText.parse(note.text)
    except OutsideFileRefused as refused:
        raise NoteRefused(str(refused)) from None
    except UnicodeDecodeError:
        raise NoteRefused(f"{path} holds no signed checkpoint: it is not UTF-8 text") from None
    except (NoteRefused, msgspec.MsgspecError, RecursionError) as refused:
        raise NoteRefused(f"{path} holds no signed checkpoint: {refused}") from None
    of_casino = _LOG.fullmatch(kept.origin)
    if not of_casino:
        raise NoteRefused(
            f"{path} is a checkpoint of {kept.origin}, and the log of a casino is called like"
            " casino.example/permanence/casino/1"
        )
    return KeptCheckpoint(str(path), int(of_casino[1]), kept.size, kept.root, note)
