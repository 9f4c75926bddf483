"""The forms of people: signing in, and the PIN of one's own."""

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casino.installation.trusted_proxies import FROM_UNKNOWN_PROXY
from casino.kit.forms.readable_form import ReadableForm, ReadableTexts, VerbatimField
from casino.kit.forms.secret_fields import SecretField
from casino.people.known_browsers import browser_known_to
from casino.people.models import SIGN_IN, Person
from casino.people.pin_rules import check_pin
from casino.people.whose_house import is_demonstration_person, is_loopback, is_real_house
from tables.refusal import Refused


class SignInForm(ReadableTexts, AuthenticationForm):
    """Name and password; one message for a wrong name and a wrong password alike."""

    error_messages = {
        "invalid_login": _("This name and password do not go together. Both are case-sensitive."),
        "inactive": _("This person no longer signs in here."),
        "demonstration": _(
            "The demonstration's people have a public password and sign in on this machine alone."
        ),
        "real_house": _(
            "This server belongs to a real casino: the demonstration's people do not sign in here."
        ),
    }

    def clean_username(self) -> str:
        """Return the name with the casino's number where it is somebody's, so that attempts are counted for one person.

        In a browser in which one person of the name has signed in before, the bare name is that person's.
        """
        typed = str(self.cleaned_data["username"])
        person = Person.objects.meant_by(typed)
        # Also for an unknown name, so that the time of the answer does not reveal whether the name exists.
        called = [each for each in Person.objects.called(typed) if each.username == typed]
        if person is None and self.request is not None:
            known = [each for each in called if browser_known_to(self.request, each.account_name)]
            person = known[0] if len(known) == 1 else None
        return typed if person is None else person.account_name

    def confirm_login_allowed(self, user: Person) -> None:
        """Turns away people who no longer work here, people whose role has no sign-in, and the demonstration's people
        from elsewhere."""
        super().confirm_login_allowed(user)
        if user.role not in SIGN_IN:
            raise self.get_invalid_login_error()
        by_proxy = getattr(self.request, "scope", {}).get(FROM_UNKNOWN_PROXY, False)
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        from_here = is_loopback(address) and not by_proxy
        if not is_demonstration_person(user):
            return
        if is_real_house():
            raise ValidationError(self.error_messages["real_house"], code="real_house")
        if not from_here and not settings.DEMONSTRATION_IS_PUBLIC:
            raise ValidationError(self.error_messages["demonstration"], code="demonstration")


class OwnPinForm(ReadableForm):
    """The old PIN, or the password for the first one, and the new PIN twice."""

    old = SecretField()
    new = SecretField()
    again = SecretField()
    key = VerbatimField(longest=100)

    def new_pin(self) -> str:
        """The new PIN. Raises Refused for one that nobody can have, or that differs the second time."""
        check_pin(self.cleaned_data["new"])
        if self.cleaned_data["new"] != self.cleaned_data["again"]:
            raise Refused("new-pins-differ")
        return str(self.cleaned_data["new"])
