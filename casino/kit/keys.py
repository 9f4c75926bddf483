"""The keys that a page has, as its dialog lists them (`templates/kit/_keys.html`)."""

import msgspec


class KeyRow(msgspec.Struct, frozen=True):
    """Keys with the same function, and the function in words (translated when shown)."""

    keys: tuple[str, ...]
    does: str
