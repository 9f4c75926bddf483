"""What a rulebook says of wheels and balls: the values that each is judged by, with their clause."""

from collections.abc import Iterator, Sequence

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.kit.sentences.words import word
from casino.reference.presenters.language import PageLanguage
from tables.roulette.rulebook import BallChangeRule, CylinderRule, Rulebook


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a part: its name, and what is right."""

    part: str
    right: str


class AskedOf(msgspec.Struct, frozen=True, kw_only=True):
    """All that is asked of wheels, or of balls."""

    what: str
    clause: str
    asked: tuple[Asked, ...]


def equipment_rules(rulebook: Rulebook, language: PageLanguage) -> tuple[AskedOf, ...]:
    """What the rulebook asks of wheels and balls; nothing of what it has no rule for."""
    found = []
    if rulebook.cylinder is not None:
        rule = rulebook.cylinder
        asked = tuple(_of_wheels(rule, language))
        found.append(AskedOf(what=gettext("Wheel"), clause=cited(rulebook, rule.clause), asked=asked))
    if rulebook.ball_change is not None:
        of_balls = rulebook.ball_change
        asked = tuple(_of_balls(of_balls, language))
        found.append(AskedOf(what=gettext("Balls"), clause=cited(rulebook, of_balls.clause), asked=asked))
    return tuple(found)


def _of_wheels(rule: CylinderRule, language: PageLanguage) -> Iterator[Asked]:
    if rule.diameter_mm is not None:
        yield _asked("diameter", _between(rule.diameter_mm, "mm", language))
    yield from _one_of("material", rule.materials)
    if rule.deflectors_at_least is not None:
        fewest = language.figures.decimal(str(rule.deflectors_at_least))
        yield _asked("deflectors", gettext("at least {count}").format(count=fewest))
    yield from _one_of("plate-material", rule.plate_materials)
    yield from _one_of("plate-shape", rule.plates)
    yield from _yes_or_no("plate-smooth", rule.plate_smooth)
    yield from _one_of("bearing", rule.bearings)
    yield from _one_of("walls", rule.walls)
    yield from _yes_or_no("even-pockets", rule.even_pockets)
    yield from _yes_or_no("turned-by-hand", rule.turned_by_hand)


def _of_balls(rule: BallChangeRule, language: PageLanguage) -> Iterator[Asked]:
    yield _asked("diameter", _between(rule.diameter_mm, "mm", language))
    yield from _one_of("material", rule.materials)
    yield from _one_of("colour", rule.colours)
    if rule.weight_g is not None:
        yield _asked("weight", _between(rule.weight_g, "g", language))
    yield from _yes_or_no("balanced", rule.balanced)


def _between(bounds: tuple[int, int], unit: str, language: PageLanguage) -> str:
    smallest, largest = (language.figures.decimal(str(bound)) for bound in bounds)
    return f"{smallest}–{largest}\u00a0{unit}"


def _one_of(part: str, right: Sequence[str]) -> Iterator[Asked]:
    if right:
        yield _asked(part, ", ".join(word("made", each) for each in right))


def _yes_or_no(part: str, right: bool | None) -> Iterator[Asked]:
    if right is not None:
        yield _asked(part, word("made", "yes" if right else "no"))


def _asked(part: str, right: str) -> Asked:
    name = word("equipment_part", part)
    return Asked(part=f"{name[:1].upper()}{name[1:]}", right=right)
