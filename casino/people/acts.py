"""Acts of administration and acts that need a fresh proof: the permission of each, its proof, and the API's way.

Screens and the API read this one table. A screen asks for the proof of an act (`act_required`). Over the API a PIN
proves no more than a signature: an act that needs a strong proof waits there until an officer confirms it on a screen.
"""

from enum import StrEnum

import msgspec

from casino.kit.sentences.marks import gettext_noop as _
from tables.registers.entries.two_officers import MANAGEMENT
from tables.registers.people.decide import SECOND_OFFICERS


class Proof(StrEnum):
    """The proof that the person who acts gives, from the weakest to the strongest."""

    SESSION = "session"
    """Being signed in. Over the API, where nobody is signed in, a PIN for each signature."""
    PIN = "pin"
    """The own PIN, entered with the act."""
    STRONG = "strong"
    """The second factor, or the password of a person without one, within the last minutes (`sign_in/proving.py`)."""


class OverApi(StrEnum):
    """The API's way to an act."""

    NEVER = "never"
    AT_ONCE = "at-once"
    """Carried out with the request, signed with PINs."""
    CONFIRMED = "confirmed"
    """Answered with 202, and carried out when an officer confirms it on a screen with the proof of the act."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An act. `second` has the roles of which one countersigns; empty if no second person is needed."""

    words: str
    permission: str
    proof: Proof = Proof.STRONG
    second: tuple[str, ...] = ()
    over_api: OverApi = OverApi.CONFIRMED
    administration: bool = True
    """True if a client of the API needs the scope of administration for it."""


def _of_person(words: str, second: tuple[str, ...] = ()) -> Act:
    return Act(words=words, permission="people.keep", second=second)


def _own(words: str, permission: str) -> Act:
    return Act(words=words, permission=permission, over_api=OverApi.NEVER, administration=False)


def _signed_by_pin(words: str, permission: str) -> Act:
    return Act(
        words=words, permission=permission, proof=Proof.PIN, over_api=OverApi.NEVER, administration=False
    )


def _of_series(words: str) -> Act:
    return Act(words=words, permission="series.change", proof=Proof.SESSION, over_api=OverApi.AT_ONCE)


def _of_equipment(words: str) -> Act:
    return Act(words=words, permission="equipment.keep", proof=Proof.SESSION, over_api=OverApi.AT_ONCE)


ACTS: dict[str, Act] = {
    "people.engage-person": _of_person(_("Engage a person"), SECOND_OFFICERS),
    "people.rename-person": _of_person(_("Change a person's name")),
    "people.change-role": _of_person(_("Change a person's role"), SECOND_OFFICERS),
    "people.change-language": _of_person(_("Change a person's language")),
    "people.suspend-person": _of_person(_("Suspend a person")),
    "people.restore-person": _of_person(_("Restore a person"), SECOND_OFFICERS),
    "people.end-engagement": _of_person(_("End a person's engagement")),
    "people.issue-setup-link": _of_person(_("Issue a one-time link"), SECOND_OFFICERS),
    "people.reset-password": _of_person(_("Reset a password"), SECOND_OFFICERS),
    "people.reset-pin": _of_person(_("Reset a PIN"), SECOND_OFFICERS),
    "people.reset-second-factor": _of_person(_("Reset a second factor"), SECOND_OFFICERS),
    "people.load-staff": Act(
        words=_("Load the list of staff"),
        permission="people.keep",
        second=SECOND_OFFICERS,
        over_api=OverApi.NEVER,
    ),
    "confirmation.confirm-person": Act(
        words=_("Confirm a person who is present"),
        permission="people.confirm",
        over_api=OverApi.NEVER,
        administration=False,
    ),
    "registers.declare": Act(words=_("Register or change an entry"), permission="registers.change"),
    "registers.withdraw": Act(words=_("Withdraw an entry"), permission="registers.change"),
    "registers.issue-secret": Act(words=_("Issue a new secret"), permission="registers.change"),
    "registers.grant-administration": Act(
        words=_("Grant administration to an API client"),
        permission="registers.change",
        second=SECOND_OFFICERS,
    ),
    "registers.declare-by-two": Act(
        words=_("Put a rulebook in force, register a witness, or weaken the proof of people"),
        permission="registers.change",
        second=SECOND_OFFICERS,
    ),
    "registers.declare-limits": Act(
        words=_("Register a table, or put other limits in force at one"),
        permission="registers.change",
        second=MANAGEMENT,
    ),
    "registers.withdraw-by-two": Act(
        words=_("Withdraw a witness"), permission="registers.change", second=SECOND_OFFICERS
    ),
    "requests.decide": Act(
        words=_("Confirm or refuse a request of an API client"),
        permission="requests.decide",
        over_api=OverApi.NEVER,
    ),
    "series.introduce-series": _of_series(_("Introduce a series of chips")),
    "series.issue-chips": _of_series(_("Issue chips of a series")),
    "series.withdraw-chips": _of_series(_("Withdraw chips of a series")),
    "series.end-series": _of_series(_("End a series of chips")),
    "equipment.register-wheel": _of_equipment(_("Register a wheel")),
    "equipment.inspect-wheel": _of_equipment(_("Record the inspection of a wheel")),
    "equipment.move-wheel": _of_equipment(_("Move a wheel")),
    "equipment.withdraw-wheel": _of_equipment(_("Withdraw a wheel")),
    "equipment.register-ball": _of_equipment(_("Register a ball")),
    "equipment.inspect-ball": _of_equipment(_("Record the inspection of a ball")),
    "equipment.assign-ball": _of_equipment(_("Assign a ball to a table")),
    "equipment.withdraw-ball": _of_equipment(_("Withdraw a ball")),
    "account.password": _own(_("Change one's own password"), "sign_in.keep"),
    "account.second-factors": _own(_("Change one's own second factors"), "sign_in.keep"),
    "account.pin": _own(_("Change one's own PIN"), "pin.change"),
    "report.sign": _signed_by_pin(_("Sign a day's report"), "report.sign"),
    "draw.make": _signed_by_pin(_("Draw tables to inspect"), "draw.make"),
    "table.dismiss-waiting": _signed_by_pin(_("Dismiss all numbers that wait at a table"), "table.run"),
    "readers.retry-dead-letter": _signed_by_pin(_("Deliver a dead letter again"), "dead_letter.decide"),
    "readers.discard-dead-letter": _signed_by_pin(_("Discard a dead letter"), "dead_letter.decide"),
    "inspection.enter": _signed_by_pin(_("Enter an inspection sheet"), "finding.raise"),
}
"""Every act by its name: the command's or the button's name behind that of its subject."""

UNSIGNED = frozenset(
    {
        "account-unsigned",
        "account-signed-by-one",
        "administration-granted-by-two",
        "entry-signed-by-one",
    }
)
"""Codes of refusals for a missing countersignature, which an officer brings when confirming."""


def act_named(name: str) -> Act:
    """Return the act of this name. Raises LookupError for an unknown one."""
    found = ACTS.get(name)
    if found is None:
        raise LookupError(f"acts.py has no act {name!r}; it has {', '.join(ACTS)}")
    return found


def acts_about(subject: str) -> dict[str, Act]:
    """Return the acts about a subject, such as `people`, by name."""
    return {name: act for name, act in ACTS.items() if name.startswith(f"{subject}.")}
