"""Signatures on the floor's screens: the person who acts has signed, and a colleague countersigns with name and PIN."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.utils.translation import gettext
from msgspec.structs import replace

from casino.kit.forms.fields import Form, text
from casino.kit.forms.secret_fields import secrets_form, secrets_in
from casino.kit.sentences.lists import with_or
from casino.kit.sentences.words import word
from casino.people.confirmation import check_count_together
from casino.people.models import Person
from casino.people.signing import own_signature, signature_of
from casino.people.two_people import takes_two
from tables.play.commands import Command, Signed
from tables.play.events import Signature

SIGNER, PIN = "signer", "pin"
"""The fields of `kit/_signature.html`: any number of them, numbered from the second on (`signer-2`, `pin-2`)."""
PLACES = ("", "-2", "-3")
"""The endings of the names of these fields."""
SIGNERS = tuple(f"{SIGNER}{place}" for place in PLACES)
PINS = tuple(f"{PIN}{place}" for place in PLACES)
PinsForm = secrets_form(*PINS)


class SignsBeside(msgspec.Struct, frozen=True):
    """Required second signatory: the role, or several with spaces between of which one signs, and the text of the
    form."""

    role: str
    words: str

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of which one signs."""
        return tuple(self.role.split())


def reserved_to(role: str | None, deputies: Sequence[str] = ()) -> SignsBeside | None:
    """Return the signatory of a decision that a rulebook reserves to `role`, or to it and its `deputies`; None if the
    rulebook reserves it to no role."""
    if role is None:
        return None
    roles = (role, *deputies)
    who = with_or([word("role", each) for each in roles])
    return SignsBeside(role=" ".join(roles), words=gettext("Decides, and signs: {who}").format(who=who))


def signed(command: Command, form: Form, person: Person, now: datetime) -> Command:
    """Return the command with the signatures of the person who acts and of the colleagues who countersigned, before
    those that it has. Raises SigningFailed, and NotTwoPeople if one of two does not count as a person."""
    if not isinstance(command, Signed):
        return command
    given = signatures(form, person, now)
    if command.signatures or takes_two(command):
        check_count_together(person.casino_id, (*given, *command.signatures))
    return replace(command, signatures=(*given, *command.signatures))


def signatures(form: Form, person: Person, now: datetime) -> tuple[Signature, ...]:
    """Return the signature of the person who acts, and of each colleague whose PIN the form has. Raises
    SigningFailed, and NotTwoPeople if one of two does not count as a person."""
    pins = secrets_in(PinsForm, form)
    beside = [
        signature_of(name, pins[pin], beside=person, now=now)
        for signer, pin in zip(SIGNERS, PINS, strict=True)
        if (name := text(form, signer))
    ]
    given = (own_signature(person), *beside)
    if beside:
        check_count_together(person.casino_id, given)
    return given


def signatory(name: str, role: str) -> str:
    """Return the name of a signer with the role: `Anna B. (pit boss)`."""
    return f"{name} ({word('role', role).removeprefix('the ')})"
