"""A house as one file: loaded whole or not at all, twice without change, and written as it was read."""

import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.api.models import ApiClient
from casino.casino_file.exporting import exported
from casino.people.models import Person, Role
from casino.people.signing import own_signature
from tables.handling import Actor
from tables.handling.models import Ball, Casino, GamingTable, Wheel, WheelReader
from tables.handling.registers import declare, entry, register_casino, withdraw
from tables.registers.entries.reader_presets import reader_presets
from tables.stream.models import Event
from testkit.people import engage
from testkit.play import NOON

pytestmark = pytest.mark.django_db
BY = Actor(id="command-line", name="Command line")

HOUSE = """
[casino]
name = "Casino of the file"
time_zone = "Europe/Rome"
currency = "CHF"
gaming_day_begins_at = 6
shifts = [{ name = "day", begins = "12:00" }, { name = "night", begins = "20:00" }]
languages = ["it", "en"]
idle_minutes = 10

[pit.P1]
name = "Main pit"
order = 1

[table.RF1]
name = "Roulette 1"
rulebook = "it-campione"
pit = "P1"
par = { 500 = 200, 10000 = 50 }
theory_of_drop = 2000
wheel = "french"
currency = "CHF"
allowed_minimums = [1000, 2000]

[table.RF1.limits]
minimum = 1000

[table.RF1.limits.maximums]
plein = 30000

[table.RF2]
name = "Roulette 2"
rulebook = "it-campione"
wheel = "french"
currency = "CHF"

[table.RF2.limits]
minimum = 500

[series."2026".issued]
500 = 1000
10000 = 200

[series."2025"]
ended = true

[series."2025".issued]
500 = 10

[wheel.W-1041]
maker = "Cammegh"
diameter_mm = 800
numbering = "french"
table = "RF1"

[wheel.W-1041.make]
material = "wood"
deflectors = 8

[wheel.W-1041.inspected]
condition = "fit"
at = 2026-10-01T09:00:00Z
next_due = "2027-04-01"

[ball.B-1]
diameter_mm = 20.0
table = "RF1"
letter = "A"

[ball.B-1.make]
material = "ivorine"
colour = "white"

[ball.B-1.inspected]
condition = "fit"
at = 2026-10-01T09:00:00Z

[reader.W-RF1]
table = "RF1"
wheel = "W-1041"
url = "socket://10.0.0.7:4001"

[reader.W-RF1.options]
numbers = 37

[sign.S1]
table = "RF1"
shows = ["limits", "permanence"]

[notice.inspectors]
address = "inspectors@control.example"

[client.cash]
name = "Cash system"
scopes = ["cash:read", "cash:write"]

[webhook.cash-1]
client = "cash"
url = "https://cash.example/events"
types = ["table_opened"]

[witness.control]
public_key = "control.example/w1+a9e97818+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c"

[person.anna]
name = "Anna Bianchi"
role = "administrator"
language = "it"

[person.carlo]
name = "Carlo Verdi"
role = "croupier"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE)
    return file


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("house", *arguments, stdout=out)
    return out.getvalue()


def new(file: Path, *more: str) -> int:
    """The casino that the file makes."""
    said = run("load", str(file), "--new", *more)
    return int(said.splitlines()[-1].split()[1].rstrip(":"))


def refused(file: Path, *more: str) -> list[str]:
    with pytest.raises(CommandError) as caught:
        run("load", str(file), *more)
    return str(caught.value).splitlines()


def events_of(casino_id: int) -> int:
    return Event.objects.filter(casino_id=casino_id).count()


def written(casino_id: int, **how: Any) -> Any:
    return tomllib.loads(tomli_w.dumps(exported(casino_id, **how)))


def test_a_new_casino_is_made_by_the_file_and_the_file_is_written_as_it_was_read(house: Path) -> None:
    casino_id = new(house)
    wanted = tomllib.loads(HOUSE)
    found = written(casino_id)
    # What follows from the numbering is written out.
    pockets = found["wheel"]["W-1041"].pop("pockets")
    assert len(pockets) == 37
    maximums = found["table"]["RF2"]["limits"].pop("maximums", {})
    assert isinstance(maximums, dict)
    assert found == wanted
    table = GamingTable.objects.get(casino_id=casino_id, code="RF1")
    assert (table.par, table.pit) == ({"500": 200, "10000": 50}, "P1")
    assert WheelReader.objects.get(casino_id=casino_id).options == {"numbers": 37}
    assert Wheel.objects.get(casino_id=casino_id).table == "RF1"
    assert Ball.objects.get(casino_id=casino_id).letter == "A"
    assert ApiClient.objects.get(casino_id=casino_id).code == "cash"
    assert Person.objects.get(casino_id=casino_id, username="anna").language == "it"
    assert Casino.objects.get(pk=casino_id).gaming_day_begins_at == 6


def test_casino_file_loaded_again_or_exported_changes_nothing(house: Path, tmp_path: Path) -> None:
    casino_id = new(house)
    before = events_of(casino_id)
    number = ("--casino", str(casino_id))
    assert run("load", str(house), *number) == f"casino {casino_id}: 0 changed\n"
    again = tmp_path / "again.toml"
    again.write_text(run("export", *number))
    assert run("load", str(again), *number) == f"casino {casino_id}: 0 changed\n"
    assert events_of(casino_id) == before


def test_a_second_casino_of_the_same_database_is_made_from_the_first(house: Path, tmp_path: Path) -> None:
    first = new(house)
    copy = tmp_path / "copy.toml"
    copy.write_text(run("export", "--casino", str(first)))
    second = new(copy)
    assert second != first
    assert written(second) == written(first)
    assert set(Person.objects.filter(casino_id=second).values_list("username", flat=True)) == {
        "anna",
        "carlo",
    }
    assert not Person.objects.filter(casino_id=second, pk__in=Person.objects.filter(casino_id=first)).exists()
    withdraw(second, "sign", "S1", by=BY, now=timezone.now())
    assert "sign" in written(first)
    assert "sign" not in written(second)


def test_every_mistake_is_said_with_its_line_and_place_and_nothing_is_stored(house: Path) -> None:
    wrong = (
        HOUSE.replace('time_zone = "Europe/Rome"', 'time_zone = "Europe/Roma"')
        .replace("order = 1", "order = 1\ncolour = 3")
        .replace("minimum = 500", 'minimum = "five"')
        .replace('material = "ivorine"', 'material = "gold"')
        .replace('"cash:write"', '"cash:burn"')
        .replace('role = "croupier"', 'role = "pirate"')
    )
    house.write_text(wrong + "\n[boat.B]\nname = 1\n")
    number = register_casino({"name": "Here", "time_zone": "Europe/Rome"}, by=BY, now=NOON).pk
    before = events_of(number)
    said = refused(house, "--casino", str(number))
    lines = {line.split(": ")[1]: int(line.split(":")[1]) for line in said}
    text = house.read_text().splitlines()
    for place, begins in {
        "[casino].time_zone": "time_zone",
        "[pit.P1].colour": "colour",
        "[table.RF2].limits.minimum": "minimum",
        "[ball.B-1].make.material": "material",
        "[client.cash].scopes[1]": "scopes",
        "[person.carlo]": "[person.carlo]",
        "[boat]": "[boat.B]",
    }.items():
        assert place in lines, said
        if place != "[boat]":
            assert text[lines[place] - 1].startswith(begins), (place, lines[place])
    # What hangs on an entry that was refused is no mistake of its own.
    assert not [line for line in said if "[webhook" in line or "[table.RF1].pit" in line]
    assert events_of(number) == before
    assert not GamingTable.objects.filter(casino_id=number).exists()
    assert not Person.objects.filter(casino_id=number).exists()


def test_reader_of_the_file_has_protocol_and_options_of_its_preset(house: Path) -> None:
    named = '[reader.W-RF2]\ntable = "RF2"\npreset = "plain-padded"\nurl = "mqtts://10.0.0.7:8883/wheels/{reader}"\n'
    house.write_text(HOUSE + named)
    casino_id = new(house)
    preset = reader_presets()["plain-padded"]
    reader = WheelReader.objects.get(casino_id=casino_id, code="W-RF2")
    assert (reader.protocol, reader.options) == (preset.protocol, preset.options)
    assert run("load", str(house), "--casino", str(casino_id)) == f"casino {casino_id}: 0 changed\n"


def test_a_file_that_is_no_toml_says_where(house: Path) -> None:
    house.write_text('[casino]\nname = "x\n')
    (said,) = refused(house, "--new")
    assert said.startswith("house.toml: line 2")
    house.write_text("[pit.P1]\nname = 'P'\n")
    assert refused(house, "--new") == ["house.toml:1: [casino]: a new casino has a section [casino]"]


def test_a_change_of_the_file_is_a_change_of_the_register(house: Path) -> None:
    casino_id = new(house)
    changed = (
        HOUSE.replace("theory_of_drop = 2000", "theory_of_drop = 2100")
        .replace("500 = 1000", "500 = 1500")
        .replace("Anna Bianchi", "Anna Bianchi-Neri")
    )
    house.write_text(changed)
    said = run("load", str(house), "--casino", str(casino_id), "--check")
    assert said == "house.toml: nothing is wrong, 3 would change\n"
    assert written(casino_id)["table"]["RF1"]["theory_of_drop"] == 2000
    said = run("load", str(house), "--casino", str(casino_id))
    assert said.splitlines() == ["table.RF1", "series.2026", "person", f"casino {casino_id}: 3 changed"]
    found = written(casino_id)
    assert (found["table"]["RF1"]["theory_of_drop"], found["series"]["2026"]["issued"]["500"]) == (2100, 1500)
    house.write_text(HOUSE.replace("deflectors = 8", "deflectors = 9"))
    (line, *others) = refused(house, "--casino", str(casino_id))
    assert "series.2026" in line
    assert "W-1041" in others[0]


def test_the_list_of_staff_is_written_and_read(house: Path, tmp_path: Path) -> None:
    casino_id = new(house)
    staff = tmp_path / "staff.csv"
    staff.write_text("name,sign_in,role,language\nAnna Bianchi,anna,administrator,it\nDora,dora,pit_boss,\n")
    number = ("--casino", str(casino_id))
    assert run("load-staff", str(staff), *number) == "1 engaged, 0 changed\n"
    assert run("load-staff", str(staff), *number) == "0 engaged, 0 changed\n"
    staff.write_text("name,sign_in,role,language\nEva,eva,pirate,\n")
    with pytest.raises(CommandError, match=r"staff.csv:2: "):
        run("load-staff", str(staff), *number)


def test_the_export_of_a_client_with_administration_is_loaded_again(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    casino_id = new(house)
    officers = [engage(role, casino_id=casino_id) for role in (Role.ADMINISTRATOR, Role.DIRECTION)]
    scopes = ["people:write", "administration"]
    declare(
        casino_id,
        "client",
        "hr",
        {"name": "HR", "scopes": scopes},
        by=BY,
        now=timezone.now(),
        signatures=tuple(map(own_signature, officers)),
    )
    text = run("export", "--casino", str(casino_id), "--without", "person")
    assert "administration" not in text
    assert "[client.hr]: the scope administration is left out" in capsys.readouterr().err
    export = tmp_path / "export.toml"
    export.write_text(text)
    assert "0 changed" in run("load", str(export), "--casino", str(casino_id), "--without", "person")
    assert entry(casino_id, "client", "hr").values["scopes"] == scopes
    assert "nothing is wrong" in run("load", str(export), "--new", "--check")


def test_a_file_grants_no_scope_of_administration(house: Path) -> None:
    house.write_text(HOUSE.replace('scopes = ["cash:read"', 'scopes = ["administration", "cash:read"'))
    with pytest.raises(CommandError, match="granted by two officers on a screen"):
        new(house)
    assert not ApiClient.objects.exists()
