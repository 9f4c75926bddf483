"""Colours of chips in the reader's language; rules and records know them by their English names."""

from casino.languages.language import current_language
from tables.roulette.payment_words import colour_aloud


def colour_name(colour: str) -> str:
    """Return the name of a colour: `Green`, `Verde`; without a name in the language, the colour itself."""
    return colour_within(colour).capitalize()


def colour_within(colour: str) -> str:
    """Return the colour's name within a sentence: `green`, `verde`."""
    return colour_aloud(colour, current_language()).replace("-", " ")
