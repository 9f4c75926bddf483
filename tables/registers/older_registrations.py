"""Registrations recorded while material, plate and colour were any words, read in today's form.

A value missing from those words is unknown; a text without a field today is kept in the remarks, as it was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Data = dict[str, Any]

_WHEELS = {
    **dict.fromkeys(("wood", "wooden", "bois", "madeira", "legno"), "wood"),
    **dict.fromkeys(("plastic", "plastique", "plástico", "plastica"), "plastic"),
    **dict.fromkeys(("metal", "métal", "metallo"), "metal"),
}
_PLATES = {
    **dict.fromkeys(
        ("slightly concave", "légèrement concave", "ligeiramente côncava", "leggermente concava"),
        "slightly-concave",
    ),
    **dict.fromkeys(("flat", "plat", "plana", "piatta"), "flat"),
}
_BALLS = {
    **dict.fromkeys(("ivory", "ivoire", "marfim", "avorio"), "ivory"),
    **dict.fromkeys(("ivorine", "marfinite", "avoriolina"), "ivorine"),
    **dict.fromkeys(("steel", "acier", "aço", "acciaio"), "steel"),
    **dict.fromkeys(("teflon", "ptfe"), "teflon"),
    **{each: each for each in ("resin", "acetal", "nylon", "bone", "wood", "glass")},
}
_COLOURS = {
    **dict.fromkeys(("white", "blanc", "blanche", "branca", "branco", "bianca", "bianco"), "white"),
    **dict.fromkeys(("black", "noir", "noire", "preta", "preto", "nera", "nero"), "black"),
    **{each: each for each in ("yellow", "red", "green", "blue", "grey")},
}


def wheel_from_words(data: Data) -> Data:
    """Version 1 of `wheel_registered` as version 2."""
    make = {"deflectors": data.get("deflectors")}
    rest = {name: value for name, value in data.items() if name not in make}
    return _read(rest, {"material": ("material", _WHEELS), "plate": ("plate_shape", _PLATES)}, make)


def ball_from_words(data: Data) -> Data:
    """Version 1 of `ball_registered` as version 2."""
    return _read(data, {"material": ("material", _BALLS), "colour": ("colour", _COLOURS)}, {})


def _read(data: Data, words: Mapping[str, tuple[str, Mapping[str, str]]], make: Data) -> Data:
    """Return the data with a make: its present values, and each of these fields under its name of today, None if its
    words have no key.
    """
    read = {name: value for name, value in data.items() if name not in words}
    read["make"] = make = dict(make)
    left: list[str] = []
    for old, (name, keys) in words.items():
        written = str(data.get(old) or "").strip()
        make[name] = keys.get(written.lower())
        if written and make[name] is None:
            left.append(f"{old}: {written}")
    read["remarks"] = "; ".join(left)
    return read
