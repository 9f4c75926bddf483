"""An opening names the text of its rulebook by its hash; a text that was changed under its version opens no table."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from msgspec.structs import replace

from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import GamingTable, RulebookText
from tables.handling.next_day import opening_of, usual_choices
from tables.handling.projections.rulebook_texts import RulebookTexts
from tables.handling.tests.carried_record import Carried
from tables.play.commands import CloseTable
from tables.play.events import TABLE_EVENTS, TableOpened
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from tables.stream.merkle.note import SigningKey
from tables.stream.models import ProjectionState
from tables.stream.rebuilding import outdated_projections
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal
from testkit.rulebooks import known_folder, written
from testkit.shift import processes_at_a_lock
from testkit.stream import ProjectionContract, checkpoint_now, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

CHANGE = ('"34:1"', '"33:1"')
DAY, NEXT = "2026-11-20", date(2026, 11, 21)


def open_next_day(house: OpenHouse) -> None:
    table = GamingTable.objects.get(casino_id=house.casino_id, code=house.table)
    house.rulebook = get_rulebook(house.rulebook.id)
    house.do(opening_of(table, NEXT, usual_choices(table, house.state, NEXT)))


@pytest.mark.servers
def test_an_opening_names_the_hash_of_the_file_of_its_rulebook(casino_id: int, tmp_path: Path) -> None:
    path = written(tmp_path)
    with known_folder(tmp_path):
        house = OpenHouse(casino_id, "sixth")
        (opened,) = (event for event in house.events() if event.type == "table_opened")
        assert opened.data["rulebook_sha256"] == sha256(path.read_bytes()).hexdigest()


def test_a_changed_text_opens_no_table_until_its_version_is_higher(casino_id: int, tmp_path: Path) -> None:
    path = written(tmp_path)
    with known_folder(tmp_path):
        house = OpenHouse(casino_id, "sixth", day=DAY)
        house.do(CloseTable())
        recorded = len(house.events())
    original = path.read_bytes()
    written(tmp_path, CHANGE)
    with known_folder(tmp_path):
        with expect_refusal("rulebook-text-changed", rulebook="sixth", version=1):
            open_next_day(house)
        assert (len(house.events()), house.day) == (recorded, DAY)
    path.write_bytes(original)
    written(tmp_path, CHANGE, ("version = 1", "version = 2"), name="sixth.v2.toml")
    with known_folder(tmp_path):
        open_next_day(house)
        assert (house.day, house.state.rulebook_version) == (NEXT.isoformat(), 2)


def test_a_day_under_way_goes_on_with_a_changed_text_and_closes(casino_id: int, tmp_path: Path) -> None:
    written(tmp_path)
    with known_folder(tmp_path):
        house = OpenHouse(casino_id, "sixth", day=DAY)
    written(tmp_path, CHANGE)
    with known_folder(tmp_path):
        house.do(CloseTable())
        assert house.state.phase == "closed"


def test_another_casino_opens_by_a_text_of_its_own(casino_id: int, tmp_path: Path) -> None:
    """Each casino's record is by itself."""
    written(tmp_path)
    with known_folder(tmp_path):
        OpenHouse(casino_id, "sixth")
    written(tmp_path, CHANGE)
    with known_folder(tmp_path):
        OpenHouse(casino_id + 1, "sixth")


def test_of_two_texts_that_open_at_once_the_second_waits_and_is_refused(casino_id: int) -> None:
    """Two web processes, of which one has read a changed file: its opening is not committed yet."""
    house = OpenHouse(casino_id, "pt-francesa", day=DAY)
    house.do(CloseTable())
    texts = RulebookText.objects.filter(casino_id=casino_id)
    texts.delete()

    def open_in_another_process() -> str:
        try:
            open_next_day(house)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return "opened"

    with ThreadPoolExecutor(1) as second:
        with transaction.atomic():
            hold_casino(casino_id)
            texts.create(casino_id=casino_id, rulebook="pt-francesa", version=3, sha256="0" * 64)
            waits = second.submit(open_in_another_process)
            wait_until(lambda: waits.done() or processes_at_a_lock(), "the second opening")
        assert waits.result(30) == "rulebook-text-changed"


def test_a_changed_text_is_a_warning_before_the_casino_starts(
    casino_id: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)
    with known_folder(tmp_path):
        OpenHouse(casino_id, "sixth")
        call_command("check", databases=["default"])
        assert "house.W001" not in capsys.readouterr().err
    recorded = sha256(path.read_bytes()).hexdigest()
    written(tmp_path, CHANGE)
    with known_folder(tmp_path):
        call_command("check", databases=["default"])
    said = capsys.readouterr().err
    assert (
        f"(house.W001) The text of {path} was changed after tables of casino {casino_id} were opened" in said
    )
    assert f"Restore the text of SHA-256 {recorded}, or give the new text a higher version." in said


def test_export_leaves_a_changed_text_out_and_reports_it(
    casino_id: int, key: SigningKey, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    path = written(tmp_path / "rules")
    carried = Carried(casino_id, key, tmp_path)
    with known_folder(path.parent):
        OpenHouse(casino_id, "sixth")
        carried.keep(checkpoint_now(casino_id, key))
        carried.export()
        assert "left out" not in carried.told
        assert carried.check()[0] == 0
    written(path.parent, CHANGE)
    (tmp_path / "record.zip").unlink()
    with known_folder(path.parent):
        carried.export()
    assert f"rulebooks/sixth.v1.toml is left out: the text of {path} was changed" in carried.told
    code, said = carried.check()
    assert (code, said["not_verified"]) == (
        2,
        [f"rulebooks/sixth.v1.toml: it is not in the archive, and an opening names it (T1 {DAY})"],
    )
    path.unlink()
    (tmp_path / "record.zip").unlink()
    carried.export()
    assert "rulebooks/sixth.v1.toml is left out: no file holds this version" in carried.told


def test_an_opening_of_an_older_release_names_no_text(casino_id: int) -> None:
    (opened,) = (event for event in OpenHouse(casino_id, "it-live").events() if event.type == "table_opened")
    texts = RulebookText.objects.filter(casino_id=casino_id)
    assert [text.sha256 for text in texts] == [opened.data["rulebook_sha256"]]
    texts.delete()
    data = {name: value for name, value in opened.data.items() if name != "rulebook_sha256"}
    RulebookTexts().apply([replace(opened, data=data)])
    assert not texts.exists()
    event = TABLE_EVENTS.decode("table_opened", data)
    assert isinstance(event, TableOpened)
    assert event.rulebook_sha256 == ""


def test_the_migration_leaves_nothing_to_rebuild_in_an_older_casino(casino_id: int) -> None:
    """A casino with archived months cannot rebuild a projection."""
    ProjectionState.objects.create(casino_id=casino_id, name="board", version=1)
    assert "rulebook_texts" in outdated_projections(casino_id)
    migration = import_module("tables.handling.migrations.0019_rulebook_texts")
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute(migration.NOTHING_TO_REBUILD)
    assert "rulebook_texts" not in outdated_projections(casino_id)


class TestRulebookTextsContract(ProjectionContract):
    projection = "rulebook_texts"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "pt-francesa", table="T1", day=DAY)
        OpenHouse(casino_id, "it-campione", table="T2", day=DAY)
        house.do(CloseTable())
        open_next_day(house)
