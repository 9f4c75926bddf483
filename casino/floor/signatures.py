"""Signatures on the floor's screens: whoever acts has signed, and a colleague signs beside with name and PIN."""

from datetime import datetime

from msgspec.structs import replace

from casino.floor.form_fields import Form, text
from casino.people.models import Person
from casino.people.signing import own_signature, signature_of
from tables.play.commands import Command, Signed

SIGNER, PIN = "signer", "pin"
"""The fields of `floor/_signature.html`: any number of them, numbered from the second on (`signer-2`, `pin-2`)."""
AT_MOST = 3


def signed(command: Command, form: Form, person: Person, now: datetime) -> Command:
    """The command with the signatures of who acts and of those who signed beside. Raises SigningFailed."""
    if not isinstance(command, Signed):
        return command
    beside = [
        signature_of(name, form.get(f"{PIN}{suffix}", ""), beside=person, now=now)
        for suffix in ("", *(f"-{place}" for place in range(2, AT_MOST + 1)))
        if (name := text(form, f"{SIGNER}{suffix}"))
    ]
    return replace(command, signatures=(own_signature(person), *beside))
