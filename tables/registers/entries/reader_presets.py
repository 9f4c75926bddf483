"""Presets of wheel readers: protocol and options of readers as they are bought, with words in four languages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec


class PresetWords(NamedTuple):
    """Name and description of a preset in one language."""

    name: str
    about: str


class ReaderPreset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reader as it is bought. An entry of the register that names it has its protocol and its options."""

    id: str = ""
    protocol: str
    options: dict[str, Any] = {}
    address: str
    """An example of the address."""
    sure: bool = True
    """True if the form of its messages is known. If not, a person has to look at the raw bytes."""
    names: dict[str, str]
    """Names by language."""
    about: dict[str, str]

    def words(self, language: str) -> PresetWords:
        """Return the words in this language, or in English if there are none."""
        of = language[:2] if language[:2] in self.names else "en"
        return PresetWords(self.names[of], self.about[of])


@cache
def reader_presets() -> Mapping[str, ReaderPreset]:
    """Return the presets by id in the order in which a screen shows them, from reader_presets.toml beside this file."""
    text = Path(__file__).with_name("reader_presets.toml").read_bytes()
    presets = msgspec.toml.decode(text, type=dict[str, ReaderPreset])
    return {id_: msgspec.structs.replace(preset, id=id_) for id_, preset in presets.items()}
