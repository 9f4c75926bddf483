"""The forms of signing in. Secrets are taken as they were typed; what is longer than any is cut off."""

from django import forms

from casino.kit.forms.command_form import VerbatimField
from casino.people.models import Person
from casino.people.sign_in.passkeys import LONGEST_ANSWER
from casino.people.sign_in.second_factors import LONGEST_NAME
from tables.roulette.refusal import Refused

LONGEST_CODE, LONGEST_SECRET = 40, 4096


class CodeForm(forms.Form):
    """A code of an app or a recovery code, or what a passkey answered."""

    code = VerbatimField(longest=LONGEST_CODE)
    credential = VerbatimField(longest=LONGEST_ANSWER)


class NewPasskeyForm(forms.Form):
    """What a browser made, and what its owner calls it."""

    name = VerbatimField(longest=LONGEST_NAME)
    credential = VerbatimField(longest=LONGEST_ANSWER)

    def named(self) -> str:
        """The name that the passkey gets. Raises Refused for one that nobody can read."""
        name = str(self.cleaned_data["name"]).strip()
        if not name or not name.isprintable():
            raise Refused("passkey-without-name")
        return name


class FactorForm(forms.Form):
    """Which second factor is to go."""

    factor = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class SecretForm(forms.Form):
    """The PIN or the password with which a locked session is opened."""

    secret = VerbatimField(longest=LONGEST_SECRET)


class AgainForm(CodeForm):
    """The password, a code, or what a passkey answered."""

    password = VerbatimField(longest=LONGEST_SECRET)


class OwnPasswordForm(forms.Form):
    """The password in force, and the new one twice."""

    old = VerbatimField(longest=LONGEST_SECRET)
    new = VerbatimField(longest=LONGEST_SECRET)
    again = VerbatimField(longest=LONGEST_SECRET)

    def new_password(self, person: Person) -> str:
        """The new password. Raises Refused for one that differs the second time, or is the one in force."""
        new = str(self.cleaned_data["new"])
        if new != self.cleaned_data["again"]:
            raise Refused("new-passwords-differ")
        if person.check_password(new):
            raise Refused("password-as-before")
        return new
