"""Requests to the register of people."""

from tables.play.command import Request, Signed


class PersonCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests to the register; an administrator asks, and has signed."""


class EngagePerson(PersonCommand, frozen=True, kw_only=True, tag="engage-person"):
    """Engage somebody who has no account: the name on the screens and in the record, the name to sign in with, the
    role, and the language of their screens, where it is not the casino's own."""

    name: str
    sign_in: str
    role: str
    language: str = ""


class OfPerson(PersonCommand, frozen=True, kw_only=True):
    """The base of the requests about somebody who has an account: `person` is their number."""

    person: int


class RenamePerson(OfPerson, frozen=True, kw_only=True, tag="rename-person"):
    """Call somebody otherwise on the screens and in the record."""

    name: str


class ChangeRole(OfPerson, frozen=True, kw_only=True, tag="change-role"):
    """Give somebody another role in place of theirs."""

    role: str


class ChangeLanguage(OfPerson, frozen=True, kw_only=True, tag="change-language"):
    """Set the language of a person's screens; empty for the casino's own."""

    language: str = ""


class SuspendPerson(OfPerson, frozen=True, kw_only=True, tag="suspend-person"):
    """Let somebody neither sign in nor sign for anything, for a reason; their sessions end."""

    reason: str


class RestorePerson(OfPerson, frozen=True, kw_only=True, tag="restore-person"):
    """Let somebody back who is suspended or has left, with the account that they had."""


class EndEngagement(OfPerson, frozen=True, kw_only=True, tag="end-engagement"):
    """Say that somebody has left; their sessions end, and their account stays theirs."""

    reason: str = ""


class IssueSetupLink(OfPerson, frozen=True, kw_only=True, tag="issue-setup-link"):
    """Issue a new one-time link to a person who has not used theirs."""


class Reset(OfPerson, frozen=True, kw_only=True):
    """The base of the requests that take a secret away: an administrator and a second officer sign."""


class ResetPassword(Reset, frozen=True, kw_only=True, tag="reset-password"):
    """Take somebody's password away; they set another with a one-time link, and their sessions end."""


class ResetPin(Reset, frozen=True, kw_only=True, tag="reset-pin"):
    """Take somebody's PIN away; they set another with their password, or with a one-time link where they have none."""


class ResetSecondFactor(Reset, frozen=True, kw_only=True, tag="reset-second-factor"):
    """Take somebody's second factor away; they set another up at their next sign-in, and their sessions end."""


class ConfirmPerson(OfPerson, frozen=True, kw_only=True, tag="confirm-person"):
    """Confirm a person who is present at the terminal. An officer signs who had no part in making the account, and the
    person with their own PIN."""


class ErasePerson(OfPerson, frozen=True, kw_only=True, tag="erase-person"):
    """Erase somebody who has left: the name and all secrets, for ever. An administrator and a second officer sign. The
    casino's own machine sends this (manage.py erase_person)."""


class NotePasswordSet(OfPerson, frozen=True, kw_only=True, tag="note-password-set"):
    """Note that somebody has a new password. The service that stores the password sends this, once the person is
    identified.
    """


class NotePinSet(OfPerson, frozen=True, kw_only=True, tag="note-pin-set"):
    """Note that somebody has a new PIN, likewise."""


Noted = NotePasswordSet | NotePinSet
