"""Secrets of entries that no other app keeps: a sign's token is kept as a hash, so nobody reads it again."""

import hashlib
import secrets

from tables.handling.models import EntrySecret, RegisterEntry
from tables.registers.entries.state import Entry

TOKEN_BYTES = 32


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Return a quick hash of the token: nobody guesses 32 random bytes."""
    return hashlib.sha256(token.encode()).hexdigest()


def keep_hashed(casino_id: int, entry: Entry, token: str) -> None:
    keep(casino_id, entry, hashed(token))


def keep(casino_id: int, entry: Entry, secret: str) -> None:
    """Store a secret as it is; the reader of the secret has hashed or encrypted it."""
    EntrySecret.objects.update_or_create(
        casino_id=casino_id, kind=entry.kind, code=entry.code, defaults={"secret": secret}
    )


def kept(casino_id: int, kind: str, code: str) -> str:
    """Return the stored form of the secret; empty if there is none."""
    of_entry = EntrySecret.objects.filter(casino_id=casino_id, kind=kind, code=code)
    return of_entry.values_list("secret", flat=True).first() or ""


def entry_with_token(kind: str, token: str) -> tuple[int, str] | None:
    """Return the casino and the code of the entry in use that has this token; None if there is none."""
    found = (
        EntrySecret.objects.filter(kind=kind, secret=hashed(token)).values_list("casino_id", "code").first()
    )
    if found is None:
        return None
    casino_id, code = found
    in_use = RegisterEntry.objects.filter(casino_id=casino_id, kind=kind, code=code, withdrawn=False)
    return (casino_id, code) if in_use.exists() else None
