"""The forms of the register of people."""

from django import forms

from casino.kit.forms.command_form import CommandForm, TextField
from casino.kit.forms.fields import Form
from casino.kit.forms.readable_form import ReadableForm
from casino.kit.forms.secret_fields import SecretField
from casino.people.models import SIGN_IN, Person, Role, Standing
from casino.people.pin_rules import check_pin
from casino.people.register.confirming import NewSecrets
from casino.people.register.presenters import STEPS
from tables.refusal import Refused
from tables.registers.people import commands as c


class PersonForm(CommandForm):
    """A form about somebody; `person` is their number, from the address."""

    def __init__(self, person: int, entered: Form) -> None:
        super().__init__(entered)
        self.person = person

    def command(self) -> c.OfPerson:
        """Return the command about that person."""
        made: c.OfPerson = type(self).makes(person=self.person, **self.cleaned_data)
        return made


FORMS: dict[str, type[PersonForm]] = {
    "rename-person": PersonForm.of(c.RenamePerson, name=TextField()),
    "change-role": PersonForm.of(c.ChangeRole, role=TextField()),
    "change-language": PersonForm.of(c.ChangeLanguage, language=TextField()),
    "suspend-person": PersonForm.of(c.SuspendPerson, reason=TextField()),
    "restore-person": PersonForm.of(c.RestorePerson),
    "end-engagement": PersonForm.of(c.EndEngagement, reason=TextField()),
    "issue-setup-link": PersonForm.of(c.IssueSetupLink),
    "reset-password": PersonForm.of(c.ResetPassword),
    "reset-pin": PersonForm.of(c.ResetPin),
    "reset-second-factor": PersonForm.of(c.ResetSecondFactor),
}
"""The forms about somebody, by the command's name in the address."""


class ConfirmForm(ReadableForm):
    """The PIN of the person who is present, and the new PIN and password that the person chooses, twice each."""

    key = forms.CharField(required=False, max_length=100)
    pin = SecretField(longest=100)
    new_pin = SecretField(longest=100)
    new_pin_again = SecretField(longest=100)
    new_password = SecretField(longest=4096)
    new_password_again = SecretField(longest=4096)

    def secrets_for(self, person: Person) -> NewSecrets:
        """Return what the person chose. Raises Refused for two that differ, and for a PIN that nobody can have."""
        entered = self.cleaned_data
        check_pin(entered["new_pin"])
        if entered["new_pin"] != entered["new_pin_again"]:
            raise Refused("new-pins-differ")
        if person.role not in SIGN_IN:
            return NewSecrets(pin=entered["new_pin"])
        if entered["new_password"] != entered["new_password_again"]:
            raise Refused("new-passwords-differ")
        return NewSecrets(pin=entered["new_pin"], password=entered["new_password"])


EngageForm = CommandForm.of(
    c.EngagePerson, name=TextField(), sign_in=TextField(), role=TextField(), language=TextField()
)


class PeopleFilter(ReadableForm):
    """Filter of the list by role and standing; without a choice, everybody who has not left."""

    role = forms.ChoiceField(choices=[("", ""), *Role.choices], required=False)
    standing = forms.ChoiceField(choices=[("", ""), *Standing.choices], required=False)


class AccessFilter(ReadableForm):
    """Filter for access events: a gaming day, a person, a kind."""

    day = forms.DateField(required=False)
    person = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    kind = forms.ChoiceField(choices=[("", ""), *STEPS.items()], required=False)


class SetupForm(ReadableForm):
    """The first secrets of somebody: a password where they sign in, and a PIN, twice each."""

    password = SecretField(longest=4096)
    password_again = SecretField(longest=4096)
    pin = SecretField(longest=100)
    pin_again = SecretField(longest=100)

    def secrets_for(self, person: Person) -> tuple[str, str]:
        """The password and the PIN; the PIN is empty where it is left for later, as who signs in may. Raises Refused
        for two that differ, and for a PIN that nobody can have."""
        entered = self.cleaned_data
        signs_in = person.role in SIGN_IN
        if signs_in and entered["password"] != entered["password_again"]:
            raise Refused("new-passwords-differ")
        pin = "" if person.pin else entered["pin"]
        if pin or not signs_in:
            check_pin(pin)
            if pin != entered["pin_again"]:
                raise Refused("new-pins-differ")
        return (entered["password"] if signs_in else "", pin)
