"""Whose casino a database holds: the demonstration's own, or a real one.

The demonstration's people sign in with a password that stands in this repository. They must not come into the record of
a real casino, and only this machine may reach a house with them, unless DEMONSTRATION allows others.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.utils import ConnectionHandler

from casino.embedded.demonstration_house import CASINO_ID, CASINO_NAME, PEOPLE
from casino.people.models import Person
from tables.handling.models import Casino

CONNECT_SECONDS = 3
TO_ALLOW_IT = "DEMONSTRATION=public allows it, for a house that everybody may look at"
THERE = """
SELECT EXISTS (
    SELECT FROM people_person
    WHERE is_active AND (username, display_name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
)
"""


class HouseOfOthers(RuntimeError):
    """The database holds a casino that the demonstration did not make."""


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


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_to_others(host: str) -> str:
    """Why others than this machine can reach a house that listens at `host`; empty where they cannot, or may."""
    if settings.DEMONSTRATION_IS_PUBLIC:
        return ""
    if settings.BEHIND_HTTPS:
        return "BEHIND_HTTPS is set"
    return "" if is_loopback(host) else f"HOST is {host}"


def is_demonstration_person(person: Person) -> bool:
    """Whether the demonstration has engaged this person, with the public password."""
    return any(
        each.sign_in == person.username and each.display_name == person.display_name for each in PEOPLE
    )


def demonstration_people_are_there(database: Mapping[str, Any]) -> bool:
    """Whether a demonstration person can sign in to this database; False if it does not answer now.

    By a connection of its own: this is before the web server begins, whose pool would wait for a database that is away.
    """
    options = {name: value for name, value in database.get("OPTIONS", {}).items() if name != "pool"}
    alone = {**database, "OPTIONS": {**options, "connect_timeout": CONNECT_SECONDS}}
    own = ConnectionHandler({"default": alone})["default"]
    try:
        with own.cursor() as cursor:
            cursor.execute(THERE, [[each.sign_in for each in PEOPLE], [each.display_name for each in PEOPLE]])
            return bool(cursor.fetchone()[0])
    except DatabaseError:
        return False
    finally:
        own.close()
