"""Rules of a rulebook for wheels and balls: the values that each is judged by, with their clause."""

from collections.abc import Iterator, Sequence

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.kit.sentences.words import word
from casino.rules.presenters.language import PageLanguage
from tables.roulette.rulebook import BallChangeRule, CylinderRule, Rulebook


class EquipmentRule(msgspec.Struct, frozen=True, kw_only=True):
    """Required property of a part."""

    part: str
    right: str


class EquipmentRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules for wheels, or for balls."""

    what: str
    clause: str
    rules: tuple[EquipmentRule, ...]


def equipment_rules(rulebook: Rulebook, language: PageLanguage) -> tuple[EquipmentRules, ...]:
    """Return the rules of a rulebook for wheels and balls; nothing where it has no rule."""
    found = []
    if rulebook.cylinder is not None:
        rule = rulebook.cylinder
        rules = tuple(_of_wheels(rule, language))
        found.append(EquipmentRules(what=gettext("Wheel"), clause=cited(rulebook, rule.clause), rules=rules))
    if rulebook.ball_change is not None:
        of_balls = rulebook.ball_change
        rules = tuple(_of_balls(of_balls, language))
        found.append(
            EquipmentRules(what=gettext("Balls"), clause=cited(rulebook, of_balls.clause), rules=rules)
        )
    return tuple(found)


def _of_wheels(rule: CylinderRule, language: PageLanguage) -> Iterator[EquipmentRule]:
    if rule.diameter_mm is not None:
        yield _rule("diameter", _between(rule.diameter_mm, "mm", language))
    elif rule.diameter_at_least_mm is not None:
        least = language.figures.decimal(str(rule.diameter_at_least_mm))
        yield _rule("diameter", gettext("at least {count}").format(count=f"{least}\u00a0mm"))
    yield from _one_of("material", rule.materials)
    if rule.deflectors_at_least is not None:
        fewest = language.figures.decimal(str(rule.deflectors_at_least))
        yield _rule("deflectors", gettext("at least {count}").format(count=fewest))
    yield from _one_of("plate-material", rule.plate_materials)
    yield from _one_of("plate-shape", rule.plates)
    yield from _yes_or_no("plate-smooth", rule.plate_smooth)
    yield from _one_of("bearing", rule.bearings)
    yield from _one_of("walls", rule.walls)
    yield from _yes_or_no("even-pockets", rule.even_pockets)
    yield from _yes_or_no("turned-by-hand", rule.turned_by_hand)


def _of_balls(rule: BallChangeRule, language: PageLanguage) -> Iterator[EquipmentRule]:
    yield _rule("diameter", _between(rule.diameter_mm, "mm", language))
    yield from _one_of("material", rule.materials)
    yield from _one_of("colour", rule.colours)
    if rule.weight_g is not None:
        yield _rule("weight", _between(rule.weight_g, "g", language))
    yield from _yes_or_no("balanced", rule.balanced)


def _between(bounds: tuple[float, float], unit: str, language: PageLanguage) -> str:
    smallest, largest = (language.figures.decimal(str(bound)) for bound in bounds)
    return f"{smallest}–{largest}\u00a0{unit}"


def _one_of(part: str, right: Sequence[str]) -> Iterator[EquipmentRule]:
    if right:
        yield _rule(part, ", ".join(word("made", each) for each in right))


def _yes_or_no(part: str, right: bool | None) -> Iterator[EquipmentRule]:
    if right is not None:
        yield _rule(part, word("made", "yes" if right else "no"))


def _rule(part: str, right: str) -> EquipmentRule:
    name = word("equipment_part", part)
    return EquipmentRule(part=f"{name[:1].upper()}{name[1:]}", right=right)
