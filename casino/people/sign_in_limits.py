"""The limits of sign-in, as django-axes calls them before and after a password is compared."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.signals import user_locked_out
from django.http import HttpRequest

from casino.installation.trusted_proxies import address_of
from casino.people.access import record_wrong_sign_in
from casino.people.attempts import AttemptRequest, begin_attempt, failed_attempt, forget_attempts, unlock
from casino.people.known_browsers import browser_known_to
from casino.people.models import LONGEST_ACCOUNT_NAME, Person


class SignInLimits(AxesDatabaseHandler):  # type: ignore[misc]  # django-axes has no types
    """Counter of attempts, as attempts.py counts them.

    The source is the address, or the browser if the name is known to it. The secret belongs to the person whose name
    was typed, with the casino's number, or to a name of nobody. The counting of axes itself is not used: its lock has
    one length for all, and the end of one lock forgets all. Its log of sign-ins is kept.
    """

    def is_allowed(self, request: AttemptRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Return True if the password may be compared; if so, the attempt is counted already."""
        name = _name(credentials)
        request.attempt_lock = begin_attempt(
            "password", source_of(request, name), name, request.axes_attempt_time
        )
        request.attempt_was_made = request.attempt_lock is None
        return request.attempt_lock is None

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any
    ) -> None:
        """Record the attempt if there was one, and answer with the page of the lock if there is one now."""
        if request is None:
            return
        name, now = _name(credentials), request.axes_attempt_time
        source = source_of(request, name)
        if request.attempt_was_made:
            request.attempt_lock = failed_attempt("password", source, name, now)
            meant, address = Person.objects.meant_by(name), request.axes_ip_address or ""
            record_wrong_sign_in(meant, address=address, lock=request.attempt_lock, now=now)
        if request.attempt_lock is not None:
            request.axes_locked_out, request.axes_credentials = True, credentials
            user_locked_out.send("axes", request=request, username=name, ip_address=request.axes_ip_address)

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        """The password was right: its earlier attempts from here count no more."""
        super().user_logged_in(sender, request, user, **kwargs)
        name = user.account_name
        forget_attempts("password", name, source_of(request, name))

    def reset_attempts(
        self, *, ip_address: str | None = None, username: str | None = None, ip_or_username: bool = False
    ) -> int:
        """For `manage.py axes_reset`, `axes_reset_ip` and `axes_reset_username`."""
        by = {"by": source_of_address(ip_address)} if ip_address else {}
        if not username:
            return unlock("password", **by) if by else unlock()
        names = {username, *(each.account_name for each in Person.objects.called(username))}
        if ip_or_username:
            return unlock("password", **by) + sum(unlock("password", whose=name) for name in names)
        return sum(unlock("password", **by, whose=name) for name in names)


def source_of(request: HttpRequest, name: str) -> str:
    """Return the source of a sign-in with this name, for the limits: a known browser, else the address."""
    return browser_known_to(request, name) or source_of_address(request.META.get("REMOTE_ADDR", ""))


def source_of_address(address: str) -> str:
    """The address; of IPv6 the network of 64 bits, all of whose addresses belong to one customer."""
    found = address_of(address)
    if found is None or found.version == 4:
        return str(found or address)
    return f"{':'.join(found.exploded.split(':')[:4])}::/64"


def _name(credentials: dict[str, Any] | None) -> str:
    return str((credentials or {}).get("username") or "")[:LONGEST_ACCOUNT_NAME]
