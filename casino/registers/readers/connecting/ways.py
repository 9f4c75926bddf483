"""The protocols that the step "Protocol" offers: those guessed from the bytes first, then the presets."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.languages.language import current_language
from casino.registers.readers.connecting.forms import Way
from casino.registers.words import choice_words
from tables.registers.entries.reader_presets import ReaderPreset, reader_presets
from tables.wheels.models import ReaderProbe


class Guess(msgspec.Struct, frozen=True, kw_only=True):
    """A guess as a probe's row has it."""

    protocol: str
    options: dict[str, Any] = {}
    understood: float
    """Share of the messages that the protocol understands."""
    messages: int = 0
    example: str = ""


def ways(found: ReaderProbe | None, chosen: tuple[str, dict[str, Any]] | None = None) -> list[Way]:
    """Return the protocols to choose from; `chosen`, if there is one, is among them."""
    offered: dict[str, Way] = {}
    for way in (*_guessed(found), *_presets(), *_chosen(chosen)):
        offered.setdefault(way.value, way)
    return list(offered.values())


def _guessed(found: ReaderProbe | None) -> Iterator[Way]:
    for guess in msgspec.convert(found.guesses if found else [], list[Guess]):
        name, about = _words(guess.protocol, guess.options)
        yield Way(
            protocol=guess.protocol,
            options=guess.options,
            name=name,
            about=about,
            understood=round(guess.understood * 100),
            example=guess.example,
        )


def _presets() -> Iterator[Way]:
    for preset in reader_presets().values():
        name, about = preset.words(current_language())
        yield Way(protocol=preset.protocol, options=dict(preset.options), name=name, about=about)


def _chosen(chosen: tuple[str, dict[str, Any]] | None) -> Iterator[Way]:
    if chosen is not None:
        name, about = _words(*chosen)
        yield Way(protocol=chosen[0], options=chosen[1], name=name, about=about)


def preset_of(protocol: str, options: dict[str, Any]) -> ReaderPreset | None:
    """Return the preset with exactly this protocol and these options; None if no preset has them."""
    wanted = (protocol, options)
    return next((each for each in reader_presets().values() if (each.protocol, each.options) == wanted), None)


def way_name(protocol: str, options: dict[str, Any]) -> str:
    """Return the name of the preset with these options, else that of the protocol."""
    return _words(protocol, options)[0]


def _words(protocol: str, options: dict[str, Any]) -> tuple[str, str]:
    """The name and description of a preset with these options; of other ones the protocol with its options."""
    preset = preset_of(protocol, options)
    if preset is not None:
        return preset.words(current_language())
    listed = ", ".join(f"{name} = {value!r}" for name, value in options.items())
    return choice_words("protocol", protocol), listed or gettext("With the usual options.")
