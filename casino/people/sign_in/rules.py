"""Sign-in rules of a casino: second factors of some roles, a lock after idle minutes, and new passwords."""

from datetime import datetime, timedelta

import msgspec
from django.conf import settings
from django.core.cache import cache

from casino.people.models import Person
from casino.web.revocation import subjects
from casino.web.revocation.heard import heard
from tables.handling.models import Casino


class SignInRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one casino, as its register has them. 0 minutes: a session locks by hand alone; 0 days: a
    password never grows old."""

    second_factor_roles: tuple[str, ...]
    idle_minutes: int
    password_days: int


NONE = SignInRules(second_factor_roles=(), idle_minutes=0, password_days=0)
"""Rules of an unregistered casino.

The demonstration's has the same in its register: its people have a public password, so a second factor would guard
nothing, and only delay a newcomer.
"""


def rules_of(casino_id: int) -> SignInRules:
    """The rules of a casino as they were read at most SIGN_IN_RULES_BELIEVED_SECONDS ago, and not before the last
    change of rules that this process has heard of."""
    key, mark = f"people.sign-in-rules.{casino_id}", heard.mark(subjects.CASINO)
    believed: tuple[SignInRules, object] | None = cache.get(key)
    if believed is not None and believed[1] == mark:
        return believed[0]
    rules = _read(casino_id)
    cache.set(key, (rules, mark), settings.SIGN_IN_RULES_BELIEVED_SECONDS)
    return rules


def _read(casino_id: int) -> SignInRules:
    row = Casino.objects.filter(pk=casino_id).first()
    if row is None:
        return NONE
    return SignInRules(
        second_factor_roles=tuple(row.second_factor_roles),
        idle_minutes=row.idle_minutes,
        password_days=row.password_days,
    )


def second_factor_required(person: Person) -> bool:
    """Return True if the casino lets this person in with a second factor alone."""
    return person.role in rules_of(person.casino_id).second_factor_roles


def password_is_old(person: Person, now: datetime) -> bool:
    """Return True if the casino asks this person for a new password."""
    days = rules_of(person.casino_id).password_days
    return bool(days) and now - (person.password_set_at or person.date_joined) >= timedelta(days=days)
