"""Changes of people's own sign-in, recorded in the stream of access (`access_events.py`).

The metadata of the event has the person. No secret and no session is named. New passwords and PINs, and their
removal by two people, are in the register of people (`tables/registers/people/events.py`).
"""

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.events import Person

Factor = Literal["totp", "passkey"]
"""A second factor: codes of an authenticator app, or a passkey."""
Proof = Literal["password", "totp", "passkey", "recovery_code"]
"""Proof of a sign-in."""


class SignedIn(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="signed_in"):
    """A person signed in from `address`, by these proofs in their order."""

    person: Person
    address: str
    proofs: tuple[Proof, ...]


class SignedOut(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="signed_out"):
    """A person ended their session."""

    person: Person


class WrongCodeGiven(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="wrong_code_given"):
    """After the right password, or where a person is asked again, a code came from `address` that is none of theirs."""

    person: Person
    address: str
    locked_until: datetime | None = None


class SecondFactorAdded(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="second_factor_added"
):
    """A person has one more second factor; a passkey has a name."""

    person: Person
    factor: Factor
    name: str = ""


class SecondFactorRemoved(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="second_factor_removed"
):
    """A person has one second factor less; a passkey has a name."""

    person: Person
    factor: Factor
    name: str = ""


class RecoveryCodesMade(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="recovery_codes_made"
):
    """A person has new recovery codes; earlier ones are void."""

    person: Person
    count: int


class RecoveryCodeUsed(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="recovery_code_used"):
    """A person gave a recovery code in place of a second factor; `left` remain."""

    person: Person
    left: int


class SessionLocked(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="session_locked"):
    """A person's session locked: nobody acted in it for too long, or somebody pressed it."""

    person: Person
    why: Literal["idle", "pressed"]


class SessionUnlocked(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="session_unlocked"):
    """A person opened their locked session again."""

    person: Person


SignInEvent = (
    SignedIn
    | SignedOut
    | WrongCodeGiven
    | SecondFactorAdded
    | SecondFactorRemoved
    | RecoveryCodesMade
    | RecoveryCodeUsed
    | SessionLocked
    | SessionUnlocked
)
