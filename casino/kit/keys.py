"""The keys that a page has, as its dialog lists them (`templates/kit/_keys.html`)."""

import msgspec


class KeyRow(msgspec.Struct, frozen=True):
    """Keys of which each does the same, and what they do (translated where it is shown)."""

    keys: tuple[str, ...]
    does: str
