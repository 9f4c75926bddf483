"""Checks of a rulebook's wheels, of the colours of the numbers, and of the head of its cloth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tables.roulette.cloth import HEADS
from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import are, either, listed
from tables.roulette.holes import until_hole
from tables.roulette.rulebook import Rulebook, Wheel
from tables.roulette.wheel import DOUBLE_ZERO, written

REDS = 18
"""Half of the numbers except zero, on every wheel."""


def wheel_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the numberings, of the cylinder and of the red numbers."""
    if not rulebook.wheels:
        yield "wheels", "The rulebook has no wheel. Add a section [wheels.NAME] with its order."
    for name, wheel in rulebook.wheels.items():
        yield from until_hole(_order(below("wheels", name), wheel, rulebook))
    yield from until_hole(_head(rulebook))
    yield from until_hole(_reds(rulebook))
    yield from _cylinder(rulebook)


def _reds(rulebook: Rulebook) -> Iterator[Fault]:
    if 0 in rulebook.reds:
        yield "cloth.reds", "Zero has no colour. Remove 0 from the list."
    elif len(rulebook.reds) != REDS:
        yield (
            "cloth.reds",
            f"The list has {len(rulebook.reds)} different numbers. List the {REDS} red numbers, each once.",
        )


def _order(key: str, wheel: Wheel, rulebook: Rulebook) -> Iterator[Fault]:
    times = Counter(wheel.order)
    missing = [written(number) for number in rulebook.numbers if number not in times]
    doubled = [written(number) for number, count in times.items() if count > 1]
    if missing or doubled:
        faults = [f"{are(missing)} missing"] if missing else []
        faults += [f"{are(doubled)} listed more than once"] if doubled else []
        zeros = ' A second zero is written "00", in quotation marks.' if times[0] == 2 else ""
        yield f"{key}.order", f"{', and '.join(faults)}. List each number once.{zeros}"


def _head(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the positions at the head of a cloth with 0 and 00, and of the bets that need them."""
    key, double = "cloth.head", DOUBLE_ZERO in rulebook.numbers
    if double and rulebook.head is None:
        yield (
            key,
            "The key is missing, and the wheel has 00. List the positions that join 0 and 00 with other numbers.",
        )
    if not double and rulebook.head is not None:
        yield (
            key,
            'No wheel has 00, so the cloth has its usual head. Remove the key, or add "00" to the wheels.',
        )
    for code in rulebook.head or ():
        if code not in HEADS:
            yield (
                key,
                f"{code} is at no head of a cloth. The positions there are {listed(HEADS)}. Write some of them.",
            )
        elif HEADS[code].kind not in rulebook.bets:
            kind = HEADS[code].kind
            yield key, f"{code} needs the bet {kind}, and [bets] has none. Add bets.{kind}, or remove {code}."
    if "cinq-premiers" in rulebook.bets and "cinq-premiers" not in (rulebook.head or ()):
        yield (
            "bets.cinq-premiers",
            "The head of the cloth has no such position. Add cinq-premiers to cloth.head, or remove the bet.",
        )
    if double and "quatre-premiers" in rulebook.bets:
        yield "bets.quatre-premiers", "A cloth with 0 and 00 has no such position. Remove the bet."


def _cylinder(rulebook: Rulebook) -> Iterator[Fault]:
    cylinder = rulebook.cylinder
    if cylinder is None:
        return
    if cylinder.diameter_mm and cylinder.diameter_mm[0] > cylinder.diameter_mm[1]:
        yield "cylinder.diameter_mm", "The first number is the larger one. Write the smallest width first."
    if cylinder.diameter_mm and cylinder.diameter_at_least_mm:
        keys = either(("diameter_mm", "diameter_at_least_mm"))
        yield "cylinder.diameter_at_least_mm", f"The smallest width is written twice. Write {keys}."
