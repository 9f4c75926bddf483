"""A check of the house: every registered table is played by a rulebook that there is."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import OperationalError, connections

from tables.house.models import GamingTable
from tables.roulette.loader import folders, rulebooks


def check_registered_rulebooks(
    app_configs: Sequence[AppConfig] | None = None, databases: Iterable[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """An error for each registered table whose rulebook is not among the files.

    It is among Django's database checks, so it is asked before every `migrate`, which is the first step of a house
    that opens, and by `check --database default`. A database without a register has nothing to ask; one that is away
    is an error too.
    """
    found: list[CheckMessage] = []
    for database in databases or ():
        try:
            if GamingTable._meta.db_table in connections[database].introspection.table_names():
                found += _missing(database)
        except OperationalError as away:
            first_line = (str(away).strip() or type(away).__name__).splitlines()[0]
            found.append(Error(f"The database cannot be reached: {first_line}", id="house.E002"))
    return found


def _missing(database: str) -> list[CheckMessage]:
    there_are = rulebooks()
    searched = " and ".join(str(folder) for folder in folders())
    registered = GamingTable.objects.using(database).values_list("casino_id", "code", "rulebook")
    return [
        Error(
            f"Table {code} of casino {casino_id} is played by the rulebook {rulebook}, which is not among the files in "
            f"{searched}: {', '.join(sorted(there_are))}",
            id="house.E001",
        )
        for casino_id, code, rulebook in registered.order_by("casino_id", "code")
        if rulebook not in there_are
    ]
