"""The one way to write a small file of the embedded parts: whole or not at all, and a full disk stops nobody.

Nothing here imports Django: the supervisor and the settings use it.
"""

from contextlib import suppress
from pathlib import Path


def write_state(path: Path, text: str) -> str:
    """Write `text` to `path` in one step; return why that failed, or nothing where it is done.

    A file that was there stays as it was when the disk takes no more. The caller says so and tries again later.
    """
    draft = path.with_name(path.name + ".new")
    try:
        draft.write_text(text)
        draft.replace(path)
    except OSError as refused:
        with suppress(OSError):
            draft.unlink()
        return refused.strerror or type(refused).__name__
    return ""
