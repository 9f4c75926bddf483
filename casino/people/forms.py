"""The sign-in form."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError

from casino.embedded.whose_house import is_demonstration_person, is_loopback
from casino.people.models import SIGN_IN
from casino.trusted_proxies import FROM_UNKNOWN_PROXY

if TYPE_CHECKING:
    from casino.people.models import Person


class SignInForm(AuthenticationForm):
    """Name and password; one message for a wrong name and a wrong password alike."""

    error_messages = {
        "invalid_login": "This name and password do not go together. Both are case-sensitive.",
        "inactive": "This person no longer signs in here.",
        "demonstration": "The demonstration's people have a public password and sign in on this machine alone.",
    }

    def confirm_login_allowed(self, user: "Person") -> None:
        """Turns away who no longer works here, whose role has no sign-in, whatever password they were given, and the
        demonstration's people from elsewhere."""
        super().confirm_login_allowed(user)
        if user.role not in SIGN_IN:
            raise self.get_invalid_login_error()
        by_proxy = getattr(self.request, "scope", {}).get(FROM_UNKNOWN_PROXY, False)
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        from_here = is_loopback(address) and not by_proxy
        if is_demonstration_person(user) and not from_here and not settings.DEMONSTRATION_IS_PUBLIC:
            raise ValidationError(self.error_messages["demonstration"], code="demonstration")
