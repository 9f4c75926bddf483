"""The sign-in of somebody who has a second factor: the password is right, the session begins after the second step.

django-allauth keeps the login that waits in the session of a browser in which nobody is signed in yet, for
ACCOUNT_LOGIN_TIMEOUT seconds. The password itself is compared by our own sign-in page and not by allauth's: axes counts
the attempts there, by the address or the known browser.
"""

from allauth.account.internal.flows.login import perform_login, perform_password_login
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import Login
from allauth.account.stages import LoginStage, LoginStageController
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.flows import did_use_passwordless_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from casino.people.attempts import forget_attempts
from casino.people.models import Person
from casino.people.sign_in.second_factors import has_second_factor
from casino.people.sign_in_limits import source_of

PROVEN_WITH = "proven_with"
"""Session key of the hash of the given password; a change that ends sessions ends the login too."""


class SecondStepStage(LoginStage):  # type: ignore[misc]  # django-allauth has no types
    """Holds a login for its second step, where the person has a second factor and has not signed in by a passkey."""

    key = "second_step"
    urlname = "second_step"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """The page to go to, and whether the login waits."""
        person = self.login.user
        if did_use_passwordless_login(self.request, person) or not has_second_factor(person):
            return None, True
        return redirect("second_step"), True


def sign_in_by_password(request: HttpRequest, person: Person, following: str) -> HttpResponse:
    """The password was right: on to the second step, or signed in and on to the page `following`."""
    # The right password ends the count of wrong ones; the second step has its own count.
    forget_attempts("password", person.account_name, source_of(request, person.account_name))
    clear_login(request)
    request.session[PROVEN_WITH] = person.get_session_auth_hash()
    login = Login(user=person, redirect_url=following)
    answer: HttpResponse = perform_password_login(request, {"username": person.get_username()}, login)
    return answer


def sign_in_by_passkey(request: HttpRequest, passkey: Authenticator, following: str) -> HttpResponse:
    """The passkey was right, and its holder proven to it: signed in, and on to the page `following`."""
    clear_login(request)
    post_authentication(request, passkey, passwordless=True)
    answer: HttpResponse = perform_login(request, Login(user=passkey.user, redirect_url=following))
    return answer


def waiting_login(request: HttpRequest) -> LoginStage | None:
    """Return the login of this browser that waits for its second step, with its person in `.login.user`.

    None without one, and where the password, the PIN or a factor of the person changed after the password was given.
    """
    stage: LoginStage | None = LoginStageController.enter(request, SecondStepStage.key)
    if stage is None or stage.login.user is None:
        return None
    still_right = request.session.get(PROVEN_WITH) == stage.login.user.get_session_auth_hash()
    return stage if still_right else None


def finish(stage: LoginStage, factor: Authenticator) -> HttpResponse:
    """The second factor was right: the session begins."""
    factor.user = stage.login.user
    post_authentication(stage.request, factor)
    answer: HttpResponse = stage.exit()
    return answer
