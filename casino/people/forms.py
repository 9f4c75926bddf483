"""The sign-in form."""

from typing import TYPE_CHECKING

from django.contrib.auth.forms import AuthenticationForm

from casino.people.models import SIGN_IN

if TYPE_CHECKING:
    from casino.people.models import Person


class SignInForm(AuthenticationForm):
    """Name and password; one message for a wrong name and a wrong password alike."""

    error_messages = {
        "invalid_login": "This name and password do not go together. Both are case-sensitive.",
        "inactive": "This person no longer signs in here.",
    }

    def confirm_login_allowed(self, user: "Person") -> None:
        """Turns away who no longer works here, and whose role has no sign-in, whatever password they were given."""
        super().confirm_login_allowed(user)
        if user.role not in SIGN_IN and not user.is_superuser:
            raise self.get_invalid_login_error()
