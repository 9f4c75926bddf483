"""An old permanence is imported for a wheel's statistics after a preview, and counts nowhere else."""

import hashlib
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from casino.kit.wheel_spins import KnownWheel, WheelName, imported_wheel, known_wheel, known_wheels
from casino.people.models import Role
from settlement.models import LedgerEntry, PayoutSheet
from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.aggregates.imported_spins import ImportedSpinsAggregate, imported_spins
from tables.handling.models import Casino, PermanenceEntry
from tables.registers.imported_spins.commands import ImportOldSpins, OldSpin
from tables.registers.imported_spins.decide import SPINS_OF_A_PART
from tables.registers.wheel_commands import RegisterWheel
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream
from tables.stream.models import Event
from testkit.equipment import WHEEL_MAKE
from testkit.house import BOSS
from testkit.numbers import bring
from testkit.pages import Element, read_page
from testkit.people import AsRole
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
FRENCH = tuple(get_rulebook("pt-francesa", 1).wheels["french"].order)
AMERICAN = (
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1,
    37, 27, 10, 25, 29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
)  # fmt: skip
"""The order of a wheel with a double zero, which is 37 in the record."""
OLD = b"moment;number\r\n20/11/2024 21:30;17\r\n20/11/2024 21:32:15;0\r\n2024-11-20T21:35:00+01:00;36\r\n"


@pytest.fixture
def casino(casino_id: int) -> int:
    """A casino in Italy with the registered wheels W-7, European, and W-00, with a double zero."""
    Casino.objects.create(id=casino_id, name="Casino Real", time_zone="Europe/Rome")
    for serial, order in (("W-7", FRENCH), ("W-00", AMERICAN)):
        register = RegisterWheel(serial=serial, diameter_mm=800, pockets=order, make=WHEEL_MAKE)
        handle(EquipmentAggregate(casino_id), register, by=BOSS, now=timezone.now())
    return casino_id


@pytest.fixture
def boss(casino: int, as_role: AsRole) -> Client:
    return as_role(Role.PIT_BOSS)


def preview(client: Client, content: bytes, wheel: str = "W-7") -> tuple[int, Element]:
    form = {"wheel": wheel, "file": SimpleUploadedFile("old.csv", content)}
    answer = client.post("/numbers/wheels/import", form)
    return answer.status_code, read_page(answer.content)


def confirm(client: Client, page: Element) -> Any:
    fields = {
        str(each["name"]): str(each["value"]) for each in page.select("#confirm-list input[type=hidden]")
    }
    return client.post("/numbers/wheels/import", fields)


def faults(page: Element) -> list[str]:
    return [each.get_text(" ", strip=True) for each in page.select("#mistakes li")]


def test_previewed_permanence_is_stored_once_it_is_confirmed(boss: Client, casino: int) -> None:
    status, page = preview(boss, OLD)
    assert status == 200
    assert [each.get_text() for each in page.select("#understood dd")] == ["UTF-8", "semicolon", "3"]
    assert "3 spins, from 20 Nov 2024, 21:30 to 20 Nov 2024, 21:35." in page.get_text()
    assert not imported_spins(casino, "W-7").spins
    answer = confirm(boss, page)
    assert answer.status_code == 302
    assert "since=2024-11-20" in answer["Location"]
    state = imported_spins(casino, "W-7")
    assert state.spins == (
        OldSpin(datetime(2024, 11, 20, 20, 30, tzinfo=UTC), 17),
        OldSpin(datetime(2024, 11, 20, 20, 32, 15, tzinfo=UTC), 0),
        OldSpin(datetime(2024, 11, 20, 20, 35, tzinfo=UTC), 36),
    )
    (stored,) = state.imports
    assert (stored.file, stored.sha256) == ("old.csv", hashlib.sha256(OLD).hexdigest())
    assert stored.by
    shown = read_page(boss.get("/numbers/wheels/import?wheel=W-7").content)
    assert "old.csv" in shown.select_one("#imports").get_text()  # type: ignore[union-attr]


def test_each_bad_line_has_one_message_and_nothing_is_stored(boss: Client, casino: int) -> None:
    lines = [
        "moment,number",
        "20/11/2024 21:30,17",
        "31/02/2024 21:30,17",
        "20/11/2024 21:31,37",
        "20/11/2024 21:32,00",
        "20/11/2099 21:33,5",
        "20/11/2024 21:30,4",
        "27/10/2024 02:30,4",
        "31/03/2024 02:30,4",
        ",4",
        "20/11/2024 21:40,",
        "20/11/2024 21:41,black",
    ]
    status, page = preview(boss, "\n".join(lines).encode())
    assert status == 422
    found = faults(page)
    assert [each.split(":")[0] for each in found] == [f"Line {number}" for number in range(3, 13)]
    assert "is not a moment" in found[0]
    assert "is not a number" in found[1]
    assert "00 is not on this wheel" in found[2]
    assert "in the future" in found[3]
    assert "Line 2 has the same moment" in found[4]
    assert not page.select("#confirm-list")
    assert not Event.objects.filter(casino_id=casino, type="old_spins_imported").exists()


def test_known_spins_and_files_are_refused(boss: Client, casino: int) -> None:
    _, page = preview(boss, OLD)
    confirm(boss, page)
    status, again = preview(boss, OLD + b"21/11/2024 20:00;5\r\n")
    assert status == 422
    assert [each.split(":")[0] for each in faults(again)] == ["Line 2", "Line 3", "Line 4"]
    assert all("is known already" in each for each in faults(again))
    # The preview of before the import is confirmed a second time: nothing changes.
    assert confirm(boss, page).status_code == 422
    assert len(imported_spins(casino, "W-7").spins) == 3


def test_spin_that_the_record_has_is_refused(boss: Client, casino: int) -> None:
    bring(casino, np.array([4, 5, 6]), wheel="W-7")
    fell = PermanenceEntry.objects.filter(casino_id=casino, wheel="W-7").order_by("fell_at").first()
    assert fell is not None
    status, page = preview(boss, f"moment;number\n{fell.fell_at.isoformat()};9\n".encode())
    assert status == 422
    assert "is known already" in faults(page)[0]


def test_double_zero_is_read_on_a_wheel_that_has_it(boss: Client, casino: int) -> None:
    content = "Fell (UTC);Number\n20/11/2024 21:30:00;00\n20/11/2024 21:31:00;double zero\n20/11/2024 21:32:00;7,0\n"
    status, page = preview(boss, content.encode("utf-16"), wheel="W-00")
    assert (status, faults(page)) == (200, [])
    confirm(boss, page)
    spins = imported_spins(casino, "W-00").spins
    assert [each.number for each in spins] == [37, 37, 7]
    assert spins[0].at == datetime(2024, 11, 20, 21, 30, tzinfo=UTC)


def old_list(numbers: Any, begins: datetime) -> bytes:
    rows = (
        f"{(begins + timedelta(minutes=turn)).isoformat()};{number}" for turn, number in enumerate(numbers)
    )
    return "\n".join(("moment;number", *rows)).encode()


def test_statistics_count_imported_spins_where_they_are_asked_for(boss: Client, casino: int) -> None:
    bring(casino, np.random.default_rng(3).integers(0, 37, 400), wheel="W-7")
    wheel = known_wheel(casino, WheelName(wheel="W-7"))
    assert wheel is not None
    day = datetime.fromisoformat(f"{wheel.last_day}T03:00:00+00:00")
    _, page = preview(boss, old_list([17] * 500, day - timedelta(days=1)))
    assert confirm(boss, page).status_code == 302

    def spins_of(choice: str) -> str:
        shown = read_page(boss.get(f"/numbers/wheels/?wheel=W-7{choice}").content)
        return str(shown.select(".num-drawn h2")[0].get_text())

    assert spins_of("") == "Pockets in 400 spins"
    assert spins_of("&imported=with") == "Pockets in 900 spins, 500 of them imported"
    assert spins_of("&imported=only") == "Pockets in 500 spins, 500 of them imported"
    watch = "#page .num-watch dd"
    texts = [
        [
            each.get_text()
            for each in read_page(boss.get(f"/numbers/wheels/?wheel=W-7{choice}").content).select(watch)
        ]
        for choice in ("", "&imported=with")
    ]
    assert texts[0] == texts[1]


def test_imported_spins_enter_no_day_no_ledger_and_no_permanence(boss: Client, casino: int) -> None:
    before = known_wheels(casino)
    _, page = preview(boss, OLD)
    confirm(boss, page)
    assert known_wheels(casino) == before
    for model in (PermanenceEntry, PayoutSheet, LedgerEntry):
        assert not model.objects.filter(casino_id=casino).exists()
    streams = Event.objects.filter(casino_id=casino, type="old_spins_imported").values_list(
        "stream_id", flat=True
    )
    assert set(streams) == {"imported-spins/W-7"}


def test_wheel_without_a_number_shows_its_imported_spins(boss: Client, casino: int) -> None:
    assert boss.get("/numbers/wheels/?wheel=W-7").status_code == 404
    _, page = preview(boss, OLD)
    answer = confirm(boss, page)
    shown = boss.get(answer["Location"])
    assert shown.status_code == 200
    assert "3 spins, 3 of them imported" in shown.content.decode()
    wheel = imported_wheel(casino, "W-7")
    assert isinstance(wheel, KnownWheel)
    assert wheel.order == FRENCH or set(wheel.order) == set(FRENCH)


def test_long_permanence_is_recorded_in_parts(casino: int) -> None:
    spins = tuple(
        OldSpin(datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=turn), turn % 37)
        for turn in range(SPINS_OF_A_PART + 1)
    )
    command = ImportOldSpins(serial="W-7", file="long.csv", sha256="0" * 64, spins=spins[::-1])
    handle(ImportedSpinsAggregate(casino, "W-7"), command, by=BOSS, now=timezone.now())
    events = read_stream(casino, "imported-spins/W-7")
    assert [(each.data["part"], each.data["parts"], len(each.data["spins"])) for each in events] == [
        (1, 2, SPINS_OF_A_PART),
        (2, 2, 1),
    ]
    state = imported_spins(casino, "W-7")
    assert (len(state.imports), state.imports[0].spins, state.spins) == (1, len(spins), spins)
    other = ImportOldSpins(serial="W-9", file="x.csv", sha256="1" * 64, spins=spins[:1])
    with expect_refusal("old-spins-wheel-unknown"):
        handle(ImportedSpinsAggregate(casino, "W-9"), other, by=BOSS, now=timezone.now())


def test_public_controller_imports_nothing(casino: int, as_role: AsRole) -> None:
    controller = as_role(Role.PUBLIC_CONTROLLER)
    assert controller.get("/numbers/wheels/import").status_code == 403
    form = {"wheel": "W-7", "file": SimpleUploadedFile("old.csv", OLD)}
    assert controller.post("/numbers/wheels/import", form).status_code == 403


def test_command_line_checks_and_imports(casino: int, tmp_path: Path) -> None:
    file = tmp_path / "old.csv"
    file.write_bytes(OLD)
    out = io.StringIO()
    call_command("import_permanence", "W-7", str(file), casino=casino, check=True, stdout=out)
    assert out.getvalue() == "old.csv: UTF-8, separator ';', 3 spins\n"
    assert not imported_spins(casino, "W-7").spins
    call_command("import_permanence", "W-7", str(file), casino=casino, stdout=out)
    assert "wheel W-7: 3 spins imported" in out.getvalue()
    assert imported_spins(casino, "W-7").imports[0].by == "Command line"
    with pytest.raises(CommandError, match=r"old.csv:2: a spin of .* is known already"):
        call_command("import_permanence", "W-7", str(file), casino=casino, stdout=out)
