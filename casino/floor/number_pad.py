"""The pad on which a number is declared by hand: it never changes under a rulebook, is made once and kept."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from casino.kit.table_snapshot import drawn
from tables.roulette.rulebook import Rulebook

AS_ON_THE_CLOTH = (0, *(row + place for row in range(0, 36, 3) for place in (3, 2, 1)))
"""The numbers column by column, the highest of each row above, as the drawn cloth has them."""


@lru_cache(maxsize=16)
def number_pad(rulebook: Rulebook) -> SafeString:
    """The pad's choices, each number in its colour."""
    numbers = [drawn(number, rulebook) for number in AS_ON_THE_CLOTH]
    return render_to_string("floor/_number_pad.html", {"numbers": numbers})
