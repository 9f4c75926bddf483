"""The base of every rule of a rulebook, and the types of its values.

Money is in minor units of the rulebook's currency, durations are in seconds, lengths in millimetres.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

KINDS = (
    "plein",
    "cheval",
    "transversale",
    "carre",
    "quatre-premiers",
    "cinq-premiers",
    "sixain",
    "douzaine",
    "colonne",
    "deux-douzaines",
    "deux-colonnes",
    "pair",
    "impair",
    "manque",
    "passe",
    "rouge",
    "noir",
)
EVEN_CHANCES = KINDS[-6:]

Names = dict[str, tuple[str, ...]]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Amount = Annotated[int, msgspec.Meta(ge=1, extra={"unit": "amount"})]
"""Money, in minor units of the rulebook's currency; the type carries the unit for code that prints the value."""
Minimums = Annotated[int, msgspec.Meta(ge=1, extra={"unit": "minimums"})]
"""A multiple of the table's minimum."""
Chips = Annotated[int, msgspec.Meta(ge=1, extra={"unit": "chips"})]
Coups = Annotated[int, msgspec.Meta(ge=1, extra={"unit": "coups"})]
Millimetres = Annotated[float, msgspec.Meta(gt=0)]
"""A length to a fraction of a millimetre: 18 or 18.5."""
Grams = Annotated[float, msgspec.Meta(gt=0)]
Levels = Annotated[int, msgspec.Meta(ge=1, le=40)]
"""Levels of a prison. Forty zeros in a row have a chance below 10^-60."""
Turns = Annotated[int, msgspec.Meta(ge=1, extra={"unit": "turns"})]
Number = Annotated[int, msgspec.Meta(ge=0, le=36)]
Digit = Annotated[int, msgspec.Meta(ge=0, le=9)]


Language = Literal["en", "fr", "it", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages of rulebooks, of their readings and of the screens."""

Role = Literal["chef_de_table", "pit_boss", "direction", "games_inspector", "public_controller", "cash_desk"]
"""The role of a person whose signature a rule asks for."""

ClauseKind = Literal["equipment", "command", "fact", "settlement", "shift", "display", "report"]


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all rules: frozen, keyword-only, and closed to keys that no code reads."""
