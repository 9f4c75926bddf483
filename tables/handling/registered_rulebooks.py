"""A check of the casino: every rulebook that a table is played by, or was ever played by, is among the files."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Error, Warning
from django.db import OperationalError, connections
from django.db.models import Count, Max

from tables.handling.models import Board, GamingTable, RulebookText
from tables.roulette.loader import all_versions, folders, known_files, rulebooks


def check_registered_rulebooks(
    app_configs: Sequence[AppConfig] | None = None, databases: Iterable[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Return an error for each registered table whose rulebook is not among the files, and for each version of one that
    days of the record were played by: they could not be settled again. A warning for each version whose text was
    changed.

    It is among Django's database checks, so it runs before every `migrate`, with which every start begins, and by
    `check --database default`. A database without a register has nothing to ask; one that is away is an error too.
    """
    found: list[CheckMessage] = []
    for database in databases or ():
        try:
            there = connections[database].introspection.table_names()
            if GamingTable._meta.db_table in there:
                found += _missing(database)
            if Board._meta.db_table in there:
                found += _missing_versions(database)
            if RulebookText._meta.db_table in there:
                found += _changed_texts(database)
        except OperationalError as away:
            first_line = (str(away).strip() or type(away).__name__).splitlines()[0]
            found.append(Error(f"The database cannot be reached: {first_line}", id="house.E002"))
    return found


def _missing(database: str) -> list[CheckMessage]:
    there_are = rulebooks()
    registered = GamingTable.ever.using(database).values_list("casino_id", "code", "rulebook")
    return [
        Error(
            f"Table {code} of casino {casino_id} is played by the rulebook {rulebook}, which is not among the files in "
            f"{_searched()}: {', '.join(sorted(there_are))}",
            id="house.E001",
        )
        for casino_id, code, rulebook in registered.order_by("casino_id", "code")
        if rulebook not in there_are
    ]


def _missing_versions(database: str) -> list[CheckMessage]:
    there_are = all_versions()
    days = Board.objects.using(database).values_list("state__rulebook", "state__rulebook_version")
    played = days.annotate(days=Count("*"), last=Max("day")).order_by(
        "state__rulebook", "state__rulebook_version"
    )
    return [
        Error(
            f"{count} gaming days, the last of them {last}, were played by version {version} of the rulebook "
            f"{rulebook}, which is not among the files in {_searched()}: they could not be settled again",
            id="house.E003",
        )
        for rulebook, version, count, last in played
        if version not in there_are.get(rulebook, {})
    ]


def _changed_texts(database: str) -> list[CheckMessage]:
    """Return a warning for each version whose text was changed. The casino goes on: the day under way needs it."""
    files = {(rulebook.id, rulebook.version): (path, rulebook.sha256) for path, rulebook in known_files()}
    opened = RulebookText.objects.using(database).order_by("casino_id", "rulebook", "version", "sha256")
    return [
        Warning(
            f"The text of {files[key][0]} was changed after tables of casino {casino_id} were opened by version "
            f"{version} of the rulebook {rulebook}: no table opens by it. Restore the text of SHA-256 {sha256}, or "
            "give the new text a higher version.",
            id="house.W001",
        )
        for casino_id, rulebook, version, sha256 in opened.values_list(
            "casino_id", "rulebook", "version", "sha256"
        )
        if (key := (rulebook, version)) in files and files[key][1] != sha256
    ]


def _searched() -> str:
    return " and ".join(str(folder) for folder in folders())
