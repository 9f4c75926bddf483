"""Each preset of the register reads a recording of the messages that it is for."""

from pathlib import Path

import pytest

from tables.public_addresses import Allowed
from tables.registers.entries.reader_addresses import ReaderRules, check_address, read_address
from tables.registers.entries.reader_presets import ReaderPreset, reader_presets
from tables.wheels.drivers import driver_for
from tables.wheels.listening import line_options
from testkit.wheels import FedDriver, reported_numbers

RECORDINGS = Path(__file__).with_name("preset_recordings")
NUMBERS: dict[str, list[int | None]] = {
    "slingshot2": [22, 0, 36, 36],
    "plain-padded": [17, 6, 0, 36, 36, 29],
    "plain-unpadded": [17, 6, 0, 36, 36, 29],
    "tcs-arh-2": [17, 6, 0, 36, 36, 29],
    "mqtt-json": [17, 6, 0, 36, 36, 29],
}
APART_S = {"slingshot2": 0.5, "mqtt-json": 10.0}
every_preset = pytest.mark.parametrize("preset", reader_presets().values(), ids=lambda preset: preset.id)


def messages(preset: ReaderPreset) -> list[bytes]:
    """The messages of the recording, as bytes."""
    lines = (RECORDINGS / f"{preset.id}.txt").read_text().splitlines()
    return [
        line.encode().decode("unicode_escape").encode("latin-1") for line in lines if not line.startswith("#")
    ]


def fed(preset: ReaderPreset) -> FedDriver:
    _, of_driver = line_options(preset.options)
    return FedDriver(driver_for(preset.protocol, "wheel-1", of_driver))


@every_preset
def test_preset_reads_the_numbers_of_its_recording(preset: ReaderPreset) -> None:
    reader = fed(preset)
    for message in messages(preset):
        reader.silence(APART_S.get(preset.id, 40.0))
        reader.bytes(message)
    assert reported_numbers(reader.observations) == NUMBERS[preset.id]
    assert not reader.complaints
    assert not [one.warnings for one in reader.observations if one.warnings]


@every_preset
def test_preset_reads_the_same_from_messages_that_come_whole(preset: ReaderPreset) -> None:
    """As over MQTT: a message has no ending, and the first one after a connection counts."""
    reader = fed(preset)
    reader.state = reader.driver.connected(reader.state, reader.now, whole=True)
    for message in messages(preset):
        reader.silence(APART_S.get(preset.id, 40.0))
        reader.bytes(reader.driver.whole(message.strip(b"\r\n")))
    assert reported_numbers(reader.observations) == NUMBERS[preset.id]
    assert not reader.complaints


@pytest.mark.parametrize(
    ("preset", "line"),
    [
        ("plain-padded", b"7\r\n"),
        ("plain-padded", b"77\r\n"),
        ("plain-unpadded", b"77\n"),
        ("plain-unpadded", b" 7\n"),
        ("tcs-arh-2", b"7\r"),
        ("mqtt-json", b"17\n"),
    ],
)
def test_preset_leaves_out_a_message_of_another_form(preset: str, line: bytes) -> None:
    reader = fed(reader_presets()[preset])
    assert reader.bytes(line) == []
    assert len(reader.complaints) == 1


@every_preset
def test_preset_has_words_in_each_language_and_an_address_that_can_be_registered(
    preset: ReaderPreset,
) -> None:
    assert preset.names.keys() == preset.about.keys() == {"en", "it", "pt", "fr"}
    rules = ReaderRules(allowed=Allowed.from_words(["10.0.0.0/8"]))
    check_address(read_address(preset.address), rules)
