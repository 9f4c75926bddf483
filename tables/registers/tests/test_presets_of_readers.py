"""A reader of the register that names a preset has its protocol and its options, in the record too."""

from typing import Any

import pytest

from tables.handling.register_choices import options_fault, protocol_options
from tables.public_addresses import Allowed
from tables.registers.entries.commands import DeclareEntry
from tables.registers.entries.decide import EntryRefused, decide
from tables.registers.entries.events import EntryChanged, EntryRegistered
from tables.registers.entries.evolve import evolve
from tables.registers.entries.kinds.readers import with_preset
from tables.registers.entries.reader_addresses import ReaderRules
from tables.registers.entries.reader_presets import reader_presets
from tables.registers.entries.state import Entry, Surroundings
from testkit.play import NOON

AROUND = Surroundings(
    entries={"table": {"RF1": {}}},
    choices={"protocols": ("slingshot2", "plain_result", "observations", "http")},
    options=protocol_options(),
    options_fault=options_fault,
    reader_rules=ReaderRules(allowed=Allowed.from_words(["10.0.0.0/8"])),
)
NOBODY = Entry(kind="reader", code="W1")
PADDED = reader_presets()["plain-padded"].options


def declared(state: Entry = NOBODY, **values: Any) -> tuple[Entry, EntryRegistered | EntryChanged]:
    """The entry after these values, and the event that it made."""
    wanted = {"table": "RF1", "url": "socket://10.0.0.5:4001", **values}
    [event] = decide(state, DeclareEntry(kind="reader", code="W1", values=wanted), AROUND)
    assert isinstance(event, EntryRegistered | EntryChanged)
    return evolve(state, event, state.version + 1, NOON), event


def refusal(**values: Any) -> tuple[str, str]:
    """The field and the code of the first fault."""
    with pytest.raises(EntryRefused) as refused:
        declared(**values)
    return refused.value.field, refused.value.refusal.code


@pytest.mark.parametrize("preset", reader_presets())
def test_entry_with_a_preset_alone_is_recorded_with_protocol_and_options(preset: str) -> None:
    found = reader_presets()[preset]
    _, event = declared(preset=preset, url=found.address)
    assert isinstance(event, EntryRegistered)
    assert (event.values["protocol"], event.values["options"]) == (found.protocol, found.options)
    assert event.values["preset"] == preset


def test_option_of_the_entry_goes_before_that_of_the_preset() -> None:
    entry, _ = declared(preset="plain-padded", options={"terminator": ";", "numbers": 38})
    assert entry.values["options"] == {**PADDED, "terminator": ";", "numbers": 38}


def test_entry_without_a_preset_has_what_it_says() -> None:
    entry, _ = declared(protocol="plain_result", options={"length": 3})
    assert (entry.values["preset"], entry.values["options"]) == ("", {"length": 3})


def test_preset_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    assert refusal(preset="telex") == ("preset", "entry-choice-unknown")


def test_protocol_that_the_preset_does_not_speak_is_refused() -> None:
    assert refusal(preset="mqtt-json", protocol="plain_result") == ("protocol", "reader-preset-protocol")


def test_option_that_the_protocol_of_the_preset_does_not_have_is_refused() -> None:
    assert refusal(preset="slingshot2", options={"terminator": ";"})[1] == "reader-option-unknown"


def test_another_preset_chosen_drops_the_options_of_the_one_before_and_keeps_what_was_entered() -> None:
    before = {"preset": "plain-padded", "protocol": "plain_result", "options": PADDED}
    chosen = {**before, "preset": "plain-unpadded", "options": {**PADDED, "numbers": 38}}
    unpadded = reader_presets()["plain-unpadded"].options
    assert with_preset(before, chosen) == {"protocol": "plain_result", "options": {**unpadded, "numbers": 38}}
    assert with_preset(before, {**before, "options": {}}) == {}, "the same preset changes nothing"
    assert with_preset(before, {**before, "preset": ""}) == {}, "no preset leaves all as it is"
    with_ball = with_preset(before, {**before, "preset": "slingshot2"})
    assert with_ball == {"protocol": "slingshot2", "options": {}}
