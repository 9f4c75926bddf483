"""`manage.py upgrade` makes an empty database and one that an older version left ready for this version."""

import io
from collections.abc import Callable

from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from casino.people.confirmation import check_counts
from casino.people.models import Person, Role
from casino.people.register.confirming import to_be_confirmed
from tables.handling.models import Casino, GamingTable
from tables.handling.projections.equipment import wheels
from tables.handling.registers import entry
from testkit.databases import ServerForTests
from testkit.stream import django_on


def upgrade() -> list[str]:
    """What the command says, line by line."""
    printed = io.StringIO()
    call_command("upgrade", verbosity=0, stdout=printed)
    return printed.getvalue().splitlines()


def test_an_empty_database_and_an_older_one_are_ready_after_it(
    start_server: Callable[[], ServerForTests], django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), django_on(start_server().url):
        assert upgrade() == [], "nothing is older in an empty database"
        casino = Casino.objects.create(name="Casino Real", time_zone="Europe/Lisbon")
        GamingTable.objects.create(
            casino=casino,
            code="RF1",
            name="Roleta 1",
            rulebook="pt-francesa",
            wheel="french",
            cylinder_mm=600,
            limits={},
            balls=[{"name": "A", "diameter_mm": 20}],
        )
        Person.objects.create_user(
            username="boss", casino_id=casino.pk, role=Role.PIT_BOSS, display_name="Beatriz Sol"
        )
        brought = upgrade()
        assert "RF1: its wheel is in the register as RF1-W" in brought
        assert "Beatriz Sol (boss) is in the register of people" in brought
        assert entry(casino.pk, "table", "RF1").values["rulebook"] == "pt-francesa"
        assert [wheel.serial for wheel in wheels(casino.pk)] == ["RF1-W"]
        assert not [line for line in upgrade() if "is in the register" in line], "once is enough"


def test_people_of_an_older_version_count_and_are_listed_to_be_confirmed(
    start_server: Callable[[], ServerForTests], django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), django_on(start_server().url):
        call_command("migrate", "people", "0010", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO people_person (username, password, casino_id, role, display_name, pin, language, standing,"
                " must_set_password, session_generation, is_active, date_joined)"
                " VALUES ('boss', '', 1, 'pit_boss', 'Beatriz Sol', 'x', '', 'active', false, 0, true, now())"
            )
        upgrade()
        Casino.objects.create(pk=1, name="Casino Real", time_zone="Europe/Lisbon")
        boss = Person.objects.get(username="boss")
        assert (boss.confirmation, boss.makers) == ("set_up", [])
        check_counts(boss)
        upgrade()
        assert list(to_be_confirmed(1)) == [boss], "the register holds the same of a person from before"
