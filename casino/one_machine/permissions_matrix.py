"""Every address of the project, asked by every role and by nobody, by GET and POST: what answers, as a table.

The demonstration house is opened for it in a transaction that is undone, and each request is undone before the next.
What an address needs in its middle (a table, a day, a slip) is that house's own, where it has one of the kind.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from casino.kit.guest_signs import key_of_sign
from casino.one_machine.acts_list import acts_list
from casino.one_machine.open_house import open_house
from casino.one_machine.two_people_list import two_people_list
from casino.people.demonstration_house import CASINO_ID, CROUPIERS, PEOPLE
from casino.people.gate import permission_of
from casino.people.models import Person, Role
from casino.people.permissions import RULES
from casino.people.sign_in.session import marks_at_sign_in
from settlement.desk_claim_aggregate import WITH_RECEIPT
from settlement.models import BankEntry, Box, Slip
from tables.handling.gaming_day import gaming_day

NOBODY = "nobody"
WHO = (NOBODY, *(str(role) for role in Role))
"""Viewers in the order of the columns."""
METHODS = ("GET", "POST")
ARGUMENT = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
ANYTHING = "api/^(?P<rest>[\\s\\S]*)$"
BY_KIND: Mapping[str, str] = {
    "int": "1",
    "slug": "none",
    "str": "none",
    "path": "none",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
"""Value of an argument that the demonstration does not have."""

BY_STATE: Mapping[str, str] = {
    "readyz": "page, or 503 while the house is not ready",
    "signs/<str:token>/live": "page, or 404 where no sign has the token",
}
"""Addresses whose answer depends on the state of the installation, and the answer. They are not requested: a stream
gives its connection back."""

SIGNED_IN_ANEW = timedelta(seconds=15)
"""Interval of new sign-ins. A page that needs a recent sign-in then answers the same on a slow machine, and no request
stores a new time of activity."""

Values = Callable[[str, str], str | None]
"""Function from pattern and argument to a value."""
Answers = dict[tuple[str, str], dict[str, str]]
"""Answers by role, for each address and method."""


class Address(msgspec.Struct, frozen=True):
    """A pattern of addresses, with the view behind it."""

    pattern: str
    view: Callable[..., Any]

    @property
    def is_stream(self) -> bool:
        """True if people are answered with a stream, which does not end: its gate is asked alone."""
        return self.pattern.endswith("live") and bool(permission_of(self.view))


def addresses(of: URLResolver | None = None, before: str = "") -> Iterator[Address]:
    """Every pattern of addresses of the project."""
    for each in (of or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from addresses(each, f"{before}{each.pattern}")
        elif isinstance(each, URLPattern):
            yield Address(f"{before}{each.pattern}", each.callback)


def path_of(pattern: str, values: Values) -> str:
    """An address of the pattern, with these values for its arguments."""
    if pattern == ANYTHING:
        return "/api/no-such-address"

    def value(argument: re.Match[str]) -> str:
        return values(pattern, argument["name"]) or BY_KIND[argument["kind"] or "str"]

    return "/" + ARGUMENT.sub(value, pattern)


def values_of_the_demonstration(now: datetime) -> Values:
    """Return the demonstration's value for each argument."""
    day = gaming_day(CASINO_ID, now).isoformat()
    slip = Slip.objects.filter(casino_id=CASINO_ID).order_by("number").first()
    box = Box.objects.filter(casino_id=CASINO_ID).order_by("day", "table").first()
    sale = BankEntry.objects.filter(casino_id=CASINO_ID, what__in=WITH_RECEIPT).first()
    boss = Person.objects.get(username="pitboss", casino_id=CASINO_ID)
    by_name = {
        "code": "RF1",
        "table": "RF1",
        "day": day,
        "date": day,
        "casino_id": str(CASINO_ID),
        "id_": "pt-francesa",
        "rulebook": "pt-francesa",
        "version": "1",
        "kind": "wheel",
        "serial": "W-1041",
    }
    by_pattern: dict[str, dict[str, str | None]] = {
        "live/": {"code": "LV1"},
        "public/": {"key": key_of_sign(CASINO_ID, "RF1")},
        "compliance/inspections/": {"kind": "minimums"},
        "people/": {"number": str(boss.pk), "command": "change-role"},
        "floor/<str:code>/do/": {"command": "bets-open"},
        "floor/<str:code>/direct/": {"command": "suspend-table"},
        "house/equipment/do/": {"command": "register-wheel"},
        "house/series/": {"command": "introduce-series"},
        "house/rota/": {"command": "plan-entry"},
        "compliance/draws/": {"command": "ask"},
        "cash/chips/claims/": {"step": "claim"},
        "cash/chips/receipts/": {"number": str(sale.version) if sale else None},
        "cash/chips/": {"step": "count"},
        "cash/day/": {"step": "close"},
        "cash/slips/": {"number": slip.number if slip else None, "step": "issue"},
        "floor/<str:code>/slips/": {"number": slip.number if slip else None, "step": "receive"},
        "cash/boxes/": {
            "table": box.table if box else None,
            "day": box.day if box else None,
            "serial": box.serial if box else None,
            "use": str(box.use) if box else None,
            "step": "count",
        },
    }

    def value(pattern: str, name: str) -> str | None:
        for prefix, own in by_pattern.items():
            if pattern.startswith(prefix) and name in own:
                return own[name]
        return by_name.get(name)

    return value


def session_of(person: Person, now: datetime) -> str:
    """The key of a session in which the person is signed in, with a second factor."""
    store = SessionStore()
    store.update(
        {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
            HASH_SESSION_KEY: person.get_session_auth_hash(),
            **marks_at_sign_in(second_factor=True, now=now),
        }
    )
    store.create()
    return str(store.session_key)


def answered(client: Client, method: str, path: str) -> HttpResponseBase:
    """Return the answer; its changes are undone."""
    with transaction.atomic():
        response = client.get(path) if method == "GET" else client.post(path)
        transaction.set_rollback(True)
    assert not connection.closed_in_transaction, f"{method} {path} closed the connection"
    return response


def answer_in_words(response: HttpResponseBase) -> str:
    """`page`, `sign in`, `on` (to another page), or the status of a refusal."""
    status = response.status_code
    if status in (301, 302):
        return "sign in" if response.headers["Location"].startswith(f"{settings.LOGIN_URL}?") else "on"
    return "page" if status < 300 else str(status)


def answers(now: datetime) -> Answers:
    """Return the answers to everybody at every address of a demonstration installation that has just been opened."""
    found: Answers = {}
    with transaction.atomic():
        list(open_house(now, wheel_port=4100))
        values = values_of_the_demonstration(now)
        since = timezone.now()
        sessions = _sessions(since)
        # One for all: each builds the whole chain of middleware, which takes longer than most answers.
        client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        for address in addresses():
            if timezone.now() - since > SIGNED_IN_ANEW:
                since = timezone.now()
                sessions = _sessions(since)
            path = path_of(address.pattern, values)
            for method in METHODS:
                if method == "GET" and address.pattern in BY_STATE:
                    found[address.pattern, method] = dict.fromkeys(WHO, BY_STATE[address.pattern])
                    continue
                found[address.pattern, method] = (
                    _of_the_gate(permission_of(address.view))
                    if method == "GET" and address.is_stream
                    else _of_everybody(client, sessions, method, address, path)
                )
        transaction.set_rollback(True)
    return found


def _of_the_gate(permission: str) -> dict[str, str]:
    allowed = {who: RULES[permission](Person(role=who)) for who in WHO[1:]}
    return {NOBODY: "sign in"} | {who: "page" if allowed[who] else "403" for who in allowed}


def _of_everybody(
    client: Client, sessions: Mapping[str, str], method: str, of: Address, path: str
) -> dict[str, str]:
    """Ask one address as nobody and as each role, and return the answers by role.

    Two kinds of answer are the same for every role, so one request is enough. A 405 without a session at an address
    with a gate comes before the gate, which redirects to sign-in. A request that does not read its session cannot
    depend on the role.
    """
    found: dict[str, str] = {}
    for who, key in sessions.items():
        response = answered(_signed_in(client, key), method, path)
        found[who] = answer_in_words(response)
        method_is_wrong = not key and found[who] == "405" and bool(permission_of(of.view))
        if method_is_wrong or (key and not _opened_its_session(response)):
            return found | dict.fromkeys(WHO[1:], found[who])
    return found


def _opened_its_session(response: HttpResponseBase) -> bool:
    """Return whether a middleware or the view read the session of the request."""
    request: HttpRequest = response.wsgi_request  # type: ignore[attr-defined]  # the test client adds it
    return request.session.accessed


def _sessions(now: datetime) -> dict[str, str]:
    """The key of a session of each role, and none for nobody."""
    people = {each.role: each.sign_in for each in (*PEOPLE, CROUPIERS[0])}
    keys = {NOBODY: ""}
    for role in WHO[1:]:
        keys[role] = session_of(Person.objects.get(username=people[role], casino_id=CASINO_ID), now)
    return keys


def _signed_in(client: Client, session_key: str) -> Client:
    """The client with the cookie of this session and no other; with none at all where the key is empty."""
    client.cookies.clear()
    if session_key:
        client.cookies[settings.SESSION_COOKIE_NAME] = session_key
    return client


HEAD = """# Permissions

Made by `manage.py permissions_matrix`, and compared by the tests: every address of the project, asked by every role and
by nobody, by GET and by POST without a form. The table behind it is `casino/people/permissions.py`.

| answer | what it is |
|---|---|
| page | let in: a page, a file or a stream |
| sign in | sent to sign in first |
| on | let in, and sent on to another page |
| 401 | no client of the API: a person's session counts for nothing there, nor does a role |
| 403 | the role may not |
| 404 | let in, and there is no such thing |
| 400, 415, 422 | let in, and what was sent is no request |
| 405 | not by this method |

Who is signed in as a croupier is nobody: croupiers have no sign-in. Their column is of somebody who was given that role
while signed in.
"""


def matrix(found: Answers) -> str:
    """Return the page: addresses with different answers by role, and addresses with the same answer for everybody."""
    patterns = list(dict.fromkeys(pattern for pattern, _ in found))
    differ = [each for each in patterns if any(_differ(found[each, method]) for method in METHODS)]
    alike = [each for each in patterns if each not in differ]
    columns = (NOBODY, *(str(role.label).lower() for role in Role))
    lines = [HEAD, "## By role", "", _row(("address", "by", *columns))]
    lines.append(_row(["---"] * (len(WHO) + 2)))
    for pattern in differ:
        for method in METHODS:
            row = found[pattern, method]
            if set(row.values()) != {"405"}:
                lines.append(_row((_written(pattern), method, *(row[who] for who in WHO))))
    lines += ["", "Where a line for POST or GET is missing, it answers everybody with 405.", ""]
    lines += ["## The same for everybody", "", _row(("address", "GET", "POST")), _row(["---"] * 3)]
    for pattern in alike:
        lines.append(_row((_written(pattern), *(found[pattern, method][NOBODY] for method in METHODS))))
    return "\n".join([*lines, "", acts_list(), two_people_list()])


def _differ(row: Mapping[str, str]) -> bool:
    return len(set(row.values())) > 1


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _written(pattern: str) -> str:
    return "`/api/`… anything else" if pattern == ANYTHING else f"`/{pattern}`"


def made_page() -> str:
    """The page as it is now."""
    return matrix(answers(timezone.now()))
