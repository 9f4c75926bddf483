"""A number of the wheel as screens draw it."""

from functools import lru_cache

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour, written


class Fallen(msgspec.Struct, frozen=True):
    """A number as it is drawn: its shape and colour go by `look` (rouge, noir, zero, or none yet)."""

    number: str | None
    look: str


def drawn(number: int | None, rulebook: Rulebook) -> Fallen:
    """Return a number with the look that its colour gives it."""
    if number is None:
        return Fallen(None, "none")
    return Fallen(written(number), colour(number, rulebook.reds) or "zero")


@lru_cache(maxsize=256)
def number_html(number: Fallen) -> SafeString:
    """Return a number in its shape and colour; a dash where none has fallen. Here and not in a template: a floor has
    two thousand of them.
    """
    return format_html('<span class="n {}">{}</span>', number.look, number.number or "–")
