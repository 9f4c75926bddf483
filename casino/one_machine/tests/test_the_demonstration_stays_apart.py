"""The demonstration's people, whose password is public, come into no other casino and are met by no stranger."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import AsyncRequestFactory, Client
from pytest_django import Settings

from casino.accounts.forms import SignInForm
from casino.installation.data_folder import data_folder
from casino.installation.trusted_proxies import FROM_UNKNOWN_PROXY
from casino.one_machine.house_parts import HousePlan
from casino.people.demonstration_house import CASINO_ID, CASINO_NAME, PASSWORD, PEOPLE
from casino.people.models import Person, Role
from casino.people.whose_house import check_no_other_house, demonstration_people_are_there, is_loopback
from tables.handling.models import Casino, GamingTable
from testkit.api import WebServerEnded, serving
from testkit.people import browser_of

Colleague = Callable[..., Person]


def demonstration_person() -> Person:
    sign_in, role, display_name = PEOPLE[0]
    return Person.objects.create_user(
        sign_in, PASSWORD, casino_id=CASINO_ID, role=role, display_name=display_name
    )


# ---------------------------------------------------------------- the record of another casino


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "name"), [(CASINO_ID, "Casino Real"), (7, "Casino Real"), (7, CASINO_NAME)]
)
def test_a_database_with_another_casino_is_refused_and_nothing_is_added(
    number: int, name: str, colleague: Colleague
) -> None:
    Casino.objects.create(pk=number, name=name)
    colleague(Role.PIT_BOSS, casino_id=number)
    with pytest.raises(CommandError, match=f"holds {name}, which the demonstration did not make"):
        call_command("open_demonstration_house")
    assert (Casino.objects.count(), Person.objects.count(), GamingTable.objects.count()) == (1, 1, 0)


@pytest.mark.django_db
def test_another_casino_beside_the_demonstration_is_refused_too() -> None:
    Casino.objects.create(pk=CASINO_ID, name=CASINO_NAME, demonstration=True)
    check_no_other_house()
    Casino.objects.create(pk=2, name="Casino Real")
    with pytest.raises(CommandError, match="Casino Real"):
        call_command("open_demonstration_house", "--check-only")


@pytest.mark.django_db
def test_people_of_a_casino_that_is_not_registered_yet_are_another_house(colleague: Colleague) -> None:
    colleague(Role.PIT_BOSS, sign_in="anna", casino_id=3)
    with pytest.raises(CommandError, match=r"people of no registered casino \(anna\)"):
        call_command("open_demonstration_house")


@pytest.mark.django_db
def test_a_casino_is_known_before_its_schema_is_migrated() -> None:
    younger = ("demonstration", "currency", "languages", "rulebooks", "second_factor_roles")
    with connection.cursor() as cursor:
        for column in (*younger, "idle_minutes", "password_days"):
            # A trigger of a later migration reads some of them.
            cursor.execute(f"ALTER TABLE house_casino DROP COLUMN {column} CASCADE")
        insert = "INSERT INTO house_casino (id, name, time_zone, shifts) VALUES (%s, %s, 'UTC', '[]')"
        cursor.execute(insert, [CASINO_ID, CASINO_NAME])
        call_command("open_demonstration_house", "--check-only")
        # So do the checks that Django makes before it migrates.
        call_command("check", "--database", "default")
        cursor.execute(insert, [2, "Casino Real"])
    with pytest.raises(CommandError, match="Casino Real"):
        call_command("open_demonstration_house", "--check-only")


def test_a_database_of_others_is_looked_at_before_it_is_migrated(tmp_path: Path) -> None:
    plan = HousePlan(data=tmp_path, host="127.0.0.1", port=8000, wheel_port=41300, own_database=False)
    assert [part.name for part in plan.stages()[0]] == ["whose database"]


@pytest.mark.django_db
def test_the_migration_marks_the_demonstration_of_an_older_version_and_no_other_casino() -> None:
    then = "Demonstration house"
    for number, name in ((CASINO_ID, then), (2, then), (3, "Casino Real")):
        Casino.objects.create(pk=number, name=name)
    migration = import_module("tables.handling.migrations.0013_demonstration_houses_are_marked")
    with connection.schema_editor() as editor:
        migration.mark_demonstration(apps, editor)
    assert [*Casino.objects.filter(demonstration=True).values_list("pk", flat=True)] == [CASINO_ID]


# ---------------------------------------------------------------- who can reach it


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.7", False),
        ("casino.example", False),
        ("", False),
    ],
)
def test_loopback_is_known(host: str, alone: bool) -> None:
    assert is_loopback(host) == alone


@pytest.mark.parametrize(
    ("host", "behind_https", "public", "why"),
    [
        ("0.0.0.0", False, False, "HOST is 0.0.0.0: others could sign in. DEMONSTRATION=public allows it"),
        ("127.0.0.1", True, False, "BEHIND_HTTPS is set: others could sign in. Nothing allows it"),
        ("127.0.0.1", True, True, "BEHIND_HTTPS is set: others could sign in. Nothing allows it"),
    ],
)
def test_the_demonstration_does_not_run_where_others_reach_it(
    host: str, behind_https: bool, public: bool, why: str, settings: Settings
) -> None:
    settings.BEHIND_HTTPS, settings.DEMONSTRATION_IS_PUBLIC = behind_https, public
    with pytest.raises(CommandError, match=why):
        call_command("run_house", "--host", host)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "public", "status"),
    [("127.0.0.1", False, 302), ("192.168.1.7", False, 200), ("192.168.1.7", True, 302), ("", False, 200)],
)
def test_its_people_sign_in_from_this_machine_alone(
    address: str, public: bool, status: int, settings: Settings
) -> None:
    settings.DEMONSTRATION_IS_PUBLIC = public
    person = demonstration_person()
    form = {"username": person.username, "password": PASSWORD}
    answer = Client().post("/sign-in/", form, REMOTE_ADDR=address)
    assert answer.status_code == status
    assert ("sign in on this machine alone" in answer.content.decode()) == (status == 200)


@pytest.mark.django_db
def test_its_people_do_not_sign_in_through_a_proxy_of_this_machine_that_nobody_has_named() -> None:
    person = demonstration_person()
    statuses = []
    for unknown in (False, True):
        request = AsyncRequestFactory().post("/sign-in/")
        request.scope = {**request.scope, FROM_UNKNOWN_PROXY: unknown}
        form = SignInForm(request, {"username": person.username, "password": PASSWORD})
        request.META["REMOTE_ADDR"] = "127.0.0.1"
        statuses.append(form.is_valid())
    assert statuses == [True, False]


@pytest.mark.django_db
def test_ordinary_people_sign_in_from_every_address(colleague: Colleague) -> None:
    boss = colleague(Role.PIT_BOSS)
    form = {"username": boss.username, "password": "a long enough password"}
    assert Client().post("/sign-in/", form, REMOTE_ADDR="192.168.1.7").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("public", [False, True])
def test_its_people_sign_in_to_no_casino_that_was_set_up(public: bool, settings: Settings) -> None:
    settings.DEMONSTRATION_IS_PUBLIC = public
    person = demonstration_person()
    Casino.objects.create(pk=2, name="Casino Real")
    form = {"username": person.username, "password": PASSWORD}
    answer = Client().post("/sign-in/", form)
    assert answer.status_code == 200
    assert "the demonstration&#x27;s people do not sign in here" in answer.content.decode()


# ---------------------------------------------------------------- what its pages say, and what the other house is


@pytest.mark.django_db
def test_every_page_of_the_demonstration_says_what_it_is(settings: Settings, colleague: Colleague) -> None:
    def says_so(browser: Client, path: str) -> bool:
        return "no casino is behind this, and its people" in browser.get(path).content.decode()

    one_of_them, another = browser_of(demonstration_person()), browser_of(colleague(Role.PIT_BOSS))
    assert says_so(one_of_them, "/your-pin/")
    assert not says_so(another, "/your-pin/")
    assert not says_so(Client(), "/sign-in/")
    settings.DEMONSTRATION_HOUSE = True
    assert says_so(another, "/your-pin/")
    assert says_so(Client(), "/sign-in/")
    assert says_so(another, "/no-such-page/")


@pytest.mark.django_db(transaction=True)
def test_a_web_server_of_its_database_says_so_however_it_was_started(tmp_path: Path) -> None:
    demonstration_person()
    with serving(tmp_path) as address, urlopen(f"{address}/sign-in/") as seen:
        assert "no casino is behind this, and its people" in seen.read().decode()


def test_a_house_that_begins_empty_has_no_part_of_the_demonstration(tmp_path: Path) -> None:

    for own_database in (True, False):
        plan = HousePlan(
            data=tmp_path,
            host="127.0.0.1",
            port=8000,
            wheel_port=41300,
            own_database=own_database,
            empty=True,
        )
        names = [part.name for stage in plan.stages() for part in stage]
        assert "demonstration" not in names
        assert not [name for name in names if name.startswith("wheel ")]
        assert "gateway" in names
        assert names.index("whose database") < names.index("upgrade")
        assert [wanted.port for wanted in plan.ports()] == [8000]


def test_a_house_that_begins_empty_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERMANENCE_DATA", raising=False)
    monkeypatch.delenv("HOUSE", raising=False)
    usual = data_folder()
    monkeypatch.setenv("HOUSE", "empty")
    assert data_folder() == usual / "house"
    monkeypatch.setenv("PERMANENCE_DATA", "/srv/house")
    assert data_folder() == Path("/srv/house")


@pytest.mark.django_db
@pytest.mark.parametrize("migrated", [True, False])
def test_a_house_that_begins_empty_refuses_the_demonstrations_database(migrated: bool) -> None:
    call_command("setup_link", "--check-only")
    if migrated:
        Casino.objects.create(pk=CASINO_ID, name=CASINO_NAME, demonstration=True)
    else:
        demonstration_person()
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE house_casino DROP COLUMN demonstration")
    with pytest.raises(CommandError, match="holds the demonstration"):
        call_command("setup_link", "--check-only")


@pytest.mark.django_db(transaction=True)
def test_a_web_server_that_others_reach_does_not_start_with_its_people(tmp_path: Path) -> None:
    demonstration_person()
    with pytest.raises(WebServerEnded) as ended, serving(tmp_path, {"HOST": "0.0.0.0"}):
        pass
    assert any("HOST is 0.0.0.0: others could sign in. DEMON" in note for note in ended.value.__notes__)


@pytest.mark.django_db(transaction=True)
def test_whether_its_people_are_there_is_asked_on_a_connection_of_its_own() -> None:
    database = connection.settings_dict
    assert not demonstration_people_are_there(database)
    person = demonstration_person()
    assert demonstration_people_are_there(database)
    Person.objects.filter(pk=person.pk).update(is_active=False)
    assert not demonstration_people_are_there(database)
    away = {**database, "HOST": "127.0.0.1", "PORT": "1", "OPTIONS": {}}
    assert not demonstration_people_are_there(away)
