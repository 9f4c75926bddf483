"""The forms of signing in. Secrets are taken as they were typed, and cut off at their greatest length."""

from casino.kit.forms.readable_form import ReadableForm, VerbatimField
from casino.kit.forms.secret_fields import SecretField
from casino.people.models import Person
from casino.people.sign_in.passkeys import LONGEST_ANSWER
from casino.people.sign_in.second_factors import LONGEST_NAME
from tables.refusal import Refused
from tables.text import normalized, text_fault

LONGEST_CODE, LONGEST_SECRET = 40, 4096


class CodeForm(ReadableForm):
    """A code of an app, a recovery code, or the answer of a passkey."""

    one_time_code = SecretField(longest=LONGEST_CODE)
    credential = SecretField(longest=LONGEST_ANSWER)


class NewPasskeyForm(ReadableForm):
    """A new passkey: the browser's credential and the owner's name for it."""

    name = VerbatimField(longest=LONGEST_NAME)
    credential = SecretField(longest=LONGEST_ANSWER)

    def named(self) -> str:
        """Return the name that the passkey gets. Raises Refused for an empty or unreadable one."""
        name = normalized(str(self.cleaned_data["name"])).strip()
        if not name or text_fault(name) is not None:
            raise Refused("passkey-without-name")
        return name


class FactorForm(ReadableForm):
    """Choice of the second factor to remove."""

    factor = VerbatimField(longest=16)


class SecretForm(ReadableForm):
    """The PIN or the password with which a locked session is opened."""

    secret = SecretField(longest=LONGEST_SECRET)


class AgainForm(CodeForm):
    """The proof that a person gives again: the password, a code, or the answer of a passkey."""

    password = SecretField(longest=LONGEST_SECRET)

    def given(self) -> dict[str, str]:
        """Return the proof as `proving.prove` takes it."""
        entered = self.cleaned_data
        return {
            "password": entered["password"],
            "code": entered["one_time_code"],
            "credential": entered["credential"],
        }


class ProofForm(ReadableForm):
    """Proof sent together with another form, whose fields may have the same names."""

    proof_password = SecretField(longest=LONGEST_SECRET)
    proof_code = SecretField(longest=LONGEST_CODE)
    proof_credential = SecretField(longest=LONGEST_ANSWER)

    def given(self) -> dict[str, str]:
        """Return the proof as `proving.prove` takes it."""
        return {name.removeprefix("proof_"): value for name, value in self.cleaned_data.items()}


class OwnPasswordForm(ReadableForm):
    """The password in force, and the new one twice."""

    old = SecretField(longest=LONGEST_SECRET)
    new = SecretField(longest=LONGEST_SECRET)
    again = SecretField(longest=LONGEST_SECRET)

    def new_password(self, person: Person) -> str:
        """The new password. Raises Refused for one that differs the second time, or is the one in force."""
        new = str(self.cleaned_data["new"])
        if new != self.cleaned_data["again"]:
            raise Refused("new-passwords-differ")
        if person.check_password(new):
            raise Refused("password-as-before")
        return new
