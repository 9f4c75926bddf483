"""The racetrack under the cloth: the wheel's numbers in a line, and under them the announced bets that cover them.

The line is cut where no sector is cut with it, so that an announced bet is under its numbers in as few pieces as the
wheel allows. The rulebook decides: without sectors and neighbours there is no line.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from django.utils.text import capfirst
from django.utils.translation import ngettext, override

from casino.kit.cloth.drawing import WIDTH, Zone, below_the_fields
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet, shown_name
from tables.roulette.bets import every_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour, written

ABOVE_THE_TRACK = 10
"""What is left free between the fields and the line of numbers, in units of the drawing."""
NUMBER_H, LANE_H = 48, 50
MARGIN = 4
LETTER_W = 7.5
"""Breadth of a letter of a sector's name, on average."""
NEIGHBOURS_EACH_SIDE = 2


class TrackNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A number on the line. `code` is the bet on it and its neighbours, None where the rulebook has no such bet."""

    number: str
    look: str
    code: str | None
    label: str
    zone: Zone


class Sector(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of an announced bet under the numbers that it covers; `first` is the one that the keyboard reaches.

    `lines` is its name, in two lines where there is little room, and none where there is less: a name has the room of
    its piece and what is free beside it in its lane.
    """

    code: str
    lines: tuple[str, ...]
    label: str
    zone: Zone
    first: bool

    @property
    def middle(self) -> float:
        return round(self.zone.x + self.zone.w / 2, 2)


class Racetrack(msgspec.Struct, frozen=True, kw_only=True):
    """The line of numbers with its sectors; `foot` is where it ends."""

    numbers: tuple[TrackNumber, ...]
    sectors: tuple[Sector, ...]
    foot: float


@lru_cache(maxsize=16)
def racetrack(rulebook: Rulebook, wheel: str) -> Racetrack | None:
    """The racetrack of this numbering, or None where the rulebook knows no announced bet that is touched on it."""
    announced = _announced(rulebook, wheel)
    fixed = _fixed(rulebook, announced)
    line = wheel_in_a_line(rulebook, wheel)
    step, top = (WIDTH - 2 * MARGIN) / len(line), below_the_fields(rulebook) + ABOVE_THE_TRACK
    lanes = _in_lanes(fixed)
    sectors = tuple(
        sector
        for place, bets in enumerate(lanes)
        for sector in _lane(rulebook, bets, line, top + NUMBER_H + place * LANE_H)
    )
    numbers = tuple(
        _track_number(
            rulebook,
            announced,
            number,
            Zone(round(MARGIN + place * step, 2), top, round(step, 2), NUMBER_H),
        )
        for place, number in enumerate(line)
    )
    if not sectors and not any(each.code for each in numbers):
        # Finals alone, or none at all: a line of numbers that does nothing would only be taken for one that does.
        return None
    return Racetrack(numbers=numbers, sectors=sectors, foot=top + NUMBER_H + len(lanes) * LANE_H)


def wheel_in_a_line(rulebook: Rulebook, wheel: str) -> tuple[int, ...]:
    """The numbers of the wheel clockwise, cut open where the fewest series are cut in two."""
    fixed = _fixed(rulebook, _announced(rulebook, wheel))
    return tuple(_cut(rulebook.wheels[wheel].order, [_numbers(bet) for bet in fixed]))


def _announced(rulebook: Rulebook, wheel: str) -> dict[str, AnnouncedBet]:
    return {bet.code: bet for bet in every_bet(rulebook, wheel=wheel) if isinstance(bet, AnnouncedBet)}


def _fixed(rulebook: Rulebook, announced: dict[str, AnnouncedBet]) -> list[AnnouncedBet]:
    """The bets that take the same chips each time, in the rulebook's order."""
    laid_by_chips = {kind for kind, rule in rulebook.announced.items() if rule.chips}
    return [bet for bet in announced.values() if bet.kind in laid_by_chips]


class _Piece(NamedTuple):
    """Numbers of a bet that are side by side on the line: the first one's place there, and their count."""

    start: int
    length: int


def _lane(
    rulebook: Rulebook, bets: Sequence[AnnouncedBet], line: Sequence[int], top: float
) -> Iterator[Sector]:
    """The sectors of these bets, which have no number in common."""
    pieces = [(bet, nth == 0, piece) for bet in bets for nth, piece in enumerate(_runs(line, _numbers(bet)))]
    step = (WIDTH - 2 * MARGIN) / len(line)
    there_are = [piece for _, _, piece in pieces]
    for bet, first, piece in pieces:
        yield Sector(
            code=bet.code,
            lines=_in_lines(describe_bet(rulebook, bet), _room(piece, there_are, len(line)) * step, first),
            label=_label(rulebook, bet),
            zone=Zone(round(MARGIN + piece.start * step, 2), top, round(piece.length * step, 2), LANE_H),
            first=first,
        )


def _room(piece: _Piece, lane: Sequence[_Piece], line: int) -> int:
    """How many numbers wide the name of this piece may be: as much beyond it on one side as on the other."""
    end = piece.start + piece.length
    before = max((each.start + each.length for each in lane if each.start < piece.start), default=0)
    after = min((each.start for each in lane if each.start >= end), default=line)
    return piece.length + 2 * min(piece.start - before, after - end)


def _label(rulebook: Rulebook, bet: AnnouncedBet) -> str:
    with override(rulebook.language):
        chips = ngettext("{count} chip", "{count} chips", bet.pieces).format(count=bet.pieces)
    return f"{_name(rulebook, bet.kind)}, {chips}"


def _track_number(
    rulebook: Rulebook, announced: dict[str, AnnouncedBet], number: int, zone: Zone
) -> TrackNumber:
    bet = announced.get(f"voisins-de:{written(number)}/{NEIGHBOURS_EACH_SIDE}")
    return TrackNumber(
        number=written(number),
        look=colour(number, rulebook.reds) or "zero",
        code=bet.code if bet else None,
        label=describe_bet(rulebook, bet) if bet else written(number),
        zone=zone,
    )


def _numbers(bet: AnnouncedBet) -> frozenset[int]:
    return frozenset(number for chip, _ in bet.chips for number in chip.numbers)


def _name(rulebook: Rulebook, kind: str) -> str:
    name = shown_name(rulebook, kind)
    return capfirst(name)


def _in_lines(name: str, room: float, needed: bool) -> tuple[str, ...]:
    """A name in one line, or broken at a space nearest its middle where one line has no room; none where two have none
    either, unless it is `needed`."""
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


def _runs(line: Sequence[int], covered: frozenset[int]) -> list[_Piece]:
    """Return the runs of covered numbers side by side on the line, the longest first."""
    runs: list[_Piece] = []
    for place, number in enumerate(line):
        if number not in covered:
            continue
        if runs and sum(runs[-1]) == place:
            runs[-1] = _Piece(runs[-1].start, runs[-1].length + 1)
        else:
            runs.append(_Piece(place, 1))
    return sorted(runs, key=lambda run: -run.length)


def _cut(order: Sequence[int], sectors: Sequence[frozenset[int]]) -> tuple[int, ...]:
    """The wheel's order from the place where starting cuts the sectors into the fewest pieces."""
    turns = [tuple(order[start:]) + tuple(order[:start]) for start in range(len(order))]
    return min(turns, key=lambda line: sum(len(_runs(line, sector)) for sector in sectors))


def _in_lanes(bets: Sequence[AnnouncedBet]) -> list[list[AnnouncedBet]]:
    """The bets in as few lanes as keep them apart, those with most numbers first; same numbers, next lane."""
    lanes: list[list[AnnouncedBet]] = []
    for bet in sorted(bets, key=lambda each: -len(_numbers(each))):
        for lane in lanes:
            if all(_numbers(bet).isdisjoint(_numbers(other)) for other in lane):
                lane.append(bet)
                break
        else:
            lanes.append([bet])
    return lanes
