"""The casino in a database: the demonstration's own, or a real one.

The demonstration's people sign in with a password from this repository. They must not come into the record of a real
casino, and only this machine may reach an installation with them, unless DEMONSTRATION allows others. Behind HTTPS,
where a casino is reached, no setting allows them.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.http import HttpRequest

from casino.people.demonstration_house import CASINO_ID, CASINO_NAME, PEOPLE, VISITORS_TABLE
from casino.people.models import Person
from tables.handling.models import Casino

CONNECT_SECONDS = 3
TO_ALLOW_IT = "DEMONSTRATION=public allows it, for a house that everybody may look at"
A_REAL_HOUSE = "Nothing allows it: a house behind HTTPS is set up by HOUSE=empty, and has no such people"
THERE = """
SELECT EXISTS (
    SELECT FROM people_person
    WHERE is_active AND (username, display_name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
)
"""
DEMONSTRATION_IS_HERE = """
SELECT EXISTS (SELECT FROM house_casino AS casino WHERE (to_jsonb(casino) ->> 'demonstration')::boolean)
"""
"""Independent of the columns of the table, which may be of before the migrations."""


class HouseOfOthers(RuntimeError):
    """The database holds a casino of another kind: one that the demonstration did not make, or the demonstration."""


def check_no_other_house() -> None:
    """Raises HouseOfOthers if there is a casino here, or a person of one, that the demonstration did not make.

    Also before the migrations: a schema without the column `demonstration` is judged by the casino's number and name.
    """
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if Casino._meta.db_table not in tables:
            return
        described = connection.introspection.get_table_description(cursor, Casino._meta.db_table)
    marked = any(column.name == "demonstration" for column in described)
    own = (
        Casino.objects.filter(demonstration=True)
        if marked
        else Casino.objects.filter(pk=CASINO_ID, name=CASINO_NAME)
    )
    own_ids = [*own.values_list("pk", flat=True)]
    others = [*Casino.objects.exclude(pk__in=own_ids).order_by("pk").values_list("name", flat=True)]
    if Person._meta.db_table in tables and not others:
        of = Person.objects.exclude(casino_id__in=own_ids).order_by("pk").values_list("username", flat=True)
        others = [f"people of no registered casino ({name})" for name in of[:1]]
    if others:
        raise HouseOfOthers(
            f"the database holds {', '.join(others)}, which the demonstration did not make: its people have a public "
            "password, and its day is invented. Give it a database of its own, by another DATABASE_URL or "
            "PERMANENCE_DATA"
        )


def check_no_demonstration() -> None:
    """Raises HouseOfOthers if the demonstration's casino is here, or one of its people. Also before the migrations."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if Casino._meta.db_table not in tables or Person._meta.db_table not in tables:
            return
        cursor.execute(DEMONSTRATION_IS_HERE)
        named = bool(cursor.fetchone()[0])
    if named or _people_are_there(connection):
        raise HouseOfOthers(
            "the database holds the demonstration, whose people have a public password: a house of your own needs a "
            "database of its own, by another DATABASE_URL or PERMANENCE_DATA"
        )


def is_real_house() -> bool:
    """Return True if a casino is set up here that is not the demonstration's: nobody of the demonstration signs in
    to it.
    """
    return Casino.objects.filter(demonstration=False).exists()


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_to_others(host: str) -> str:
    """Return the reason that the demonstration does not run at `host`, with the remedy; empty if it does.

    It runs for this machine alone, or for everybody if DEMONSTRATION is public, and never behind HTTPS.
    """
    if settings.BEHIND_HTTPS:
        return f"BEHIND_HTTPS is set: others could sign in. {A_REAL_HOUSE}"
    if settings.DEMONSTRATION_IS_PUBLIC or is_loopback(host):
        return ""
    return f"HOST is {host}: others could sign in. {TO_ALLOW_IT}"


def is_demonstration_person(person: Person) -> bool:
    """Return True if the demonstration has engaged this person, with the public password."""
    return any(
        each.sign_in == person.username and each.display_name == person.display_name for each in PEOPLE
    )


def demonstration_strip(request: HttpRequest) -> dict[str, bool | str]:
    """Return for every template whether the page is marked as the demonstration, and the table left to the visitor.
    Without a query.

    Every page is marked in an installation started as a demonstration, and elsewhere each page of the
    demonstration's people.
    """
    person = getattr(request, "user", None)
    return {
        "is_demonstration": settings.DEMONSTRATION_HOUSE
        or (isinstance(person, Person) and is_demonstration_person(person)),
        "visitors_table": VISITORS_TABLE if settings.DEMONSTRATION_LIVES else "",
    }


def demonstration_people_are_there(database: Mapping[str, Any]) -> bool:
    """Return True if a demonstration person can sign in to this database; False if it does not answer now.

    By a connection of its own: this is before the web server begins, whose pool would wait for a database that is
    away.
    """
    options = {name: value for name, value in database.get("OPTIONS", {}).items() if name != "pool"}
    alone = {**database, "OPTIONS": {**options, "connect_timeout": CONNECT_SECONDS}}
    own = ConnectionHandler({"default": alone})["default"]
    try:
        return _people_are_there(own)
    except DatabaseError:
        return False
    finally:
        own.close()


def _people_are_there(database: BaseDatabaseWrapper) -> bool:
    with database.cursor() as cursor:
        cursor.execute(THERE, [[each.sign_in for each in PEOPLE], [each.display_name for each in PEOPLE]])
        return bool(cursor.fetchone()[0])
