"""Adapters for django-allauth: the end of a login, the storage of secrets, the label of codes in an app."""

from typing import Any, Never

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from casino.kit.encryption import decrypted, encrypted
from casino.people.models import Person
from tables.handling.models import Casino

BACKEND = "django.contrib.auth.backends.ModelBackend"
OF_SECOND_FACTORS = b"permanence: secrets of second factors"
RELYING_PARTY = "Permanence"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # django-allauth has no types
    """Disables sign-up and messages of allauth: events record each step, and pages show it."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_stages(self) -> list[str]:
        """Return the stages between password and session: the second step, and no code or link by e-mail."""
        return ["casino.people.sign_in.second_step.SecondStepStage"]

    def login(self, request: HttpRequest, user: Person) -> None:
        """Begin the session; allauth would take the first backend that there is, which loads nobody."""
        login(request, user, backend=BACKEND)

    def post_login(
        self, request: HttpRequest, user: Person, *, redirect_url: str | None, **more: Any
    ) -> HttpResponse:
        return redirect(redirect_url or "home")

    def respond_user_inactive(self, request: HttpRequest, user: Person) -> HttpResponse:
        return redirect("sign_in")

    def add_message(self, *args: Any, **more: Any) -> None:
        """No page shows such messages."""

    def send_mail(self, *args: Any, **more: Any) -> Never:
        """Raises RuntimeError: nobody has an e-mail address here."""
        raise RuntimeError("a person of a casino has no e-mail address")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # django-allauth has no types
    """Secrets are encrypted under SECRET_KEY; the app shows the casino's name and the person's sign-in."""

    def encrypt(self, text: str) -> str:
        return encrypted(text.encode(), OF_SECOND_FACTORS).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises Unreadable where SECRET_KEY is another one by now."""
        return decrypted(encrypted_text.encode(), OF_SECOND_FACTORS).decode()

    def get_totp_issuer(self) -> str:
        person = context.request.user
        house = Casino.objects.filter(pk=person.casino_id).values_list("name", flat=True).first()
        return house or RELYING_PARTY

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """A passkey belongs to the name by which the browser reaches the house."""
        return {"id": context.request.get_host().partition(":")[0], "name": RELYING_PARTY}
