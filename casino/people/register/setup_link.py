"""The one-time link with which a person sets first secrets, or new ones after two people removed the old.

Its token is bound to the present password and PIN: setting one of them ends it, and so does another link. It is
shown once, on the screen where the second officer has just signed, and stored nowhere.
"""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse

from casino.people.models import SIGN_IN, Person
from tables.registers.people import commands as c


class SetupTokens(PasswordResetTokenGenerator):
    """Django's tokens, which are good for PASSWORD_RESET_TIMEOUT."""

    key_salt = "casino.people.register.setup_link"

    def _make_hash_value(self, user: Person, timestamp: int) -> str:
        return f"{user.pk}/{user.password}/{user.pin}/{user.standing}/{timestamp}"


TOKENS = SetupTokens()
LINK_AFTER = (c.EngagePerson, c.IssueSetupLink, c.ResetPassword, c.ResetPin, c.ChangeRole)
"""The commands after which the link is shown, if the person has then to set a secret. Two officers sign each of them at
that screen, so no link is for the eyes of one alone."""


def waits_for_secrets(person: Person) -> bool:
    """Return True if the person has yet to set a password; or a PIN, where they do not sign in."""
    if person.role in SIGN_IN:
        return not person.has_usable_password()
    return not person.pin


def setup_path(person: Person) -> str:
    """The address on which the person sets their secrets, without the host."""
    return reverse("setup_link", args=(person.pk, TOKENS.make_token(person)))


def person_of_link(number: int, token: str) -> Person | None:
    """Return the person of a link; None for a link that is used, replaced, too old or unknown."""
    person = Person.objects.filter(pk=number, is_active=True).first()
    if person is None or not waits_for_secrets(person) or not TOKENS.check_token(person, token):
        return None
    return person
