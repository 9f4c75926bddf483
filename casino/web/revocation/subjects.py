"""The subjects of notifications: the row that decides, by the words that the triggers send (migrations/0001)."""

from hashlib import sha256

CHANNEL = "permanence_revocation"
"""NOTIFY channel of the triggers; the payload is a subject."""

CASINO, CLIENT = "casino", "client"
"""Kinds of subjects that values of `heard.py` depend on."""


def person(pk: int) -> str:
    """Return the subject of a person: role, standing, password and end of all sessions."""
    return f"person/{pk}"


def session(key: str) -> str:
    """Return the subject of a session. Its key is a secret, so the notification has its hash."""
    return f"session/{sha256(key.encode()).hexdigest()}"


def casino(pk: int) -> str:
    """Return the subject of a casino's rules of sign-in."""
    return f"{CASINO}/{pk}"


def client(pk: int) -> str:
    """Return the subject of an API client: withdrawal, scopes, secret and end of its tokens."""
    return f"{CLIENT}/{pk}"


def seat_screen(pk: int) -> str:
    """Return the subject of a seat's screen."""
    return f"seat-screen/{pk}"


def sign(casino_id: int, code: str) -> str:
    """Return the subject of a registered sign: its token, its table, its content, its withdrawal."""
    return f"entry/{casino_id}/sign/{code}"


def kind_of(subject: str) -> str:
    """Return the kind of a subject."""
    return subject.partition("/")[0]
