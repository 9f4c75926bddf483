"""The sign-in form."""

from django.contrib.auth.forms import AuthenticationForm


class SignInForm(AuthenticationForm):
    """Name and password; one message for a wrong name and a wrong password alike."""

    error_messages = {
        "invalid_login": "This name and password do not go together. Both are case-sensitive.",
        "inactive": "This person no longer signs in here.",
    }
