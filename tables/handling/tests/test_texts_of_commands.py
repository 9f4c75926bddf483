"""The command handler normalizes the texts of a command and refuses unreadable ones, whichever edge they came by."""

from datetime import timedelta

import pytest

from tables.handling.models import WheelReader
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.events import Person
from tables.play.reader.observation import Observation
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db

COMPOSED, DECOMPOSED = "Jos\u00e9 A", "Jose\u0301\u00a0A"


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def test_text_is_recorded_in_one_normalization_form(house: OpenHouse) -> None:
    house.do(c.ChangeStaff(position="payer", person=Person(id="jose", name=DECOMPOSED)))
    assert house.state.staff["payer"].name == COMPOSED


def test_same_text_in_another_form_is_the_same_request(house: OpenHouse) -> None:
    first, again = (
        house.do(c.ChangeStaff(position="payer", person=Person(id="jose", name=name)), idempotency_key="k")
        for name in (COMPOSED, DECOMPOSED)
    )
    assert first.version == again.version


@pytest.mark.parametrize("name", ["A\u202eB", "A\nB", "A\0B"], ids=ascii)
def test_unreadable_text_is_refused_with_its_place_and_records_nothing(house: OpenHouse, name: str) -> None:
    version = house.state.version
    with expect_refusal("field-unreadable", field="person.name"):
        house.do(c.ChangeStaff(position="payer", person=Person(id="a", name=name)))
    assert house.state.version == version


def test_observation_is_recorded_with_placeholders_and_its_bytes_as_they_came(house: OpenHouse) -> None:
    reader = WheelReader.objects.get(casino_id=house.casino_id).code
    seen = Observation(
        reader=reader,
        epoch=1,
        game=1,
        sequence=1,
        kind="warning",
        received_at=house.now,
        warnings=("rotor\x07\u202e",),
        raw="\x02W\0\r\n",
    )
    for _ in range(2):
        observe(house.casino_id, reader, seen, house.now + timedelta(seconds=1))
    (event,) = read_stream(house.casino_id, f"reader/{reader}")
    assert (event.data["warnings"], event.data["raw"]) == (["rotor␇[U+202E]"], seen.raw)
