"""The announced bets of a racetrack, however it is drawn: the wheel's numbers in a line, and the series along them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import ngettext, override

from tables.roulette.announced import NAMED_WITH_NUMBERS, AnnouncedBet
from tables.roulette.announcements import describe_bet, shown_name
from tables.roulette.bets import every_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import written

LETTER_W = 7.5
"""Breadth of a letter of a sector's name, on average."""
NEIGHBOURS_EACH_SIDE = 2


class Piece(NamedTuple):
    """Numbers of a bet that are side by side on the line: the first one's place there, and their count."""

    start: int
    length: int


def announced_bets(rulebook: Rulebook, wheel: str) -> dict[str, AnnouncedBet]:
    """Return every announced bet of this numbering, by code."""
    return {bet.code: bet for bet in every_bet(rulebook, wheel=wheel) if isinstance(bet, AnnouncedBet)}


def fixed_bets(rulebook: Rulebook, announced: dict[str, AnnouncedBet]) -> list[AnnouncedBet]:
    """Return the bets that take the same chips each time, in the rulebook's order."""
    laid_by_chips = {kind for kind, rule in rulebook.announced.items() if rule.chips}
    return [bet for bet in announced.values() if bet.kind in laid_by_chips]


def finals(rulebook: Rulebook, announced: dict[str, AnnouncedBet]) -> list[AnnouncedBet]:
    """Return the bets by final digits, in the rulebook's order."""
    by_digits = {kind for kind, rule in rulebook.announced.items() if rule.digits or rule.pairs}
    return [bet for bet in announced.values() if bet.kind in by_digits]


def neighbours_bet(announced: dict[str, AnnouncedBet], number: int) -> AnnouncedBet | None:
    """Return the bet on a number and its neighbours; None if the rulebook has no such bet."""
    return announced.get(f"voisins-de:{written(number)}/{NEIGHBOURS_EACH_SIDE}")


def wheel_in_a_line(rulebook: Rulebook, wheel: str) -> tuple[int, ...]:
    """Return the numbers of the wheel clockwise, cut open where the fewest series are cut in two."""
    fixed = fixed_bets(rulebook, announced_bets(rulebook, wheel))
    order, sectors = rulebook.wheels[wheel].order, [numbers_of(bet) for bet in fixed]
    turns = [tuple(order[start:]) + tuple(order[:start]) for start in range(len(order))]
    return min(turns, key=lambda line: sum(len(runs(line, sector)) for sector in sectors))


def numbers_of(bet: AnnouncedBet) -> frozenset[int]:
    """Return the numbers on which one of its chips wins."""
    return frozenset(number for chip, _ in bet.chips for number in chip.numbers)


def runs(line: Sequence[int], covered: frozenset[int]) -> list[Piece]:
    """Return the runs of covered numbers side by side on the line, the longest first."""
    found: list[Piece] = []
    for place, number in enumerate(line):
        if number not in covered:
            continue
        if found and sum(found[-1]) == place:
            found[-1] = Piece(found[-1].start, found[-1].length + 1)
        else:
            found.append(Piece(place, 1))
    return sorted(found, key=lambda run: -run.length)


def in_lanes(bets: Sequence[AnnouncedBet]) -> list[list[AnnouncedBet]]:
    """Return the bets in as few lanes as keep them apart, those with most numbers first; same numbers, next lane."""
    lanes: list[list[AnnouncedBet]] = []
    for bet in sorted(bets, key=lambda each: -len(numbers_of(each))):
        for lane in lanes:
            if all(numbers_of(bet).isdisjoint(numbers_of(other)) for other in lane):
                lane.append(bet)
                break
        else:
            lanes.append([bet])
    return lanes


def label_with_chips(rulebook: Rulebook, bet: AnnouncedBet) -> str:
    """Return a bet's name, with its numbers if it has some and with its chips, in the rulebook's language."""
    name = describe_bet(rulebook, bet) if bet.kind in NAMED_WITH_NUMBERS else shown_name(rulebook, bet.kind)
    with override(rulebook.language):
        chips = ngettext("{count} chip", "{count} chips", bet.pieces).format(count=bet.pieces)
    return f"{capfirst(name)}, {chips}"


def in_lines(name: str, room: float, needed: bool) -> tuple[str, ...]:
    """Return a name in one line, or broken at a space nearest its middle where one line has no room; none if two have
    none either, unless it is `needed`.
    """
    if _width(name) < room:
        return (name,)
    spaces = [place for place, letter in enumerate(name) if letter == " "]
    if not spaces:
        return (name,) if needed else ()
    middle = min(spaces, key=lambda place: abs(place - len(name) / 2))
    lines = name[:middle], name[middle + 1 :]
    return lines if needed or max(map(_width, lines)) < room else ()


def _width(words: str) -> float:
    return len(words) * LETTER_W
