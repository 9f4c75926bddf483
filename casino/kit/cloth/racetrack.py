"""The racetrack under the cloth: the wheel's numbers in a line, and under them the announced bets that cover them.

The line is cut where no sector is cut with it, so that an announced bet is under its numbers in as few pieces as the
wheel allows. The rulebook decides: without sectors and neighbours there is no line.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from casino.kit.cloth.drawing import WIDTH, Zone, below_the_fields
from casino.kit.cloth.track_bets import (
    Piece,
    announced_bets,
    fixed_bets,
    in_lanes,
    in_lines,
    label_with_chips,
    neighbours_bet,
    numbers_of,
    runs,
    wheel_in_a_line,
)
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour, written

ABOVE_THE_TRACK = 10
"""Free space between the fields and the line of numbers, in units of the drawing."""
NUMBER_H, LANE_H = 48, 50
MARGIN = 4


class TrackNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A number on the line. `code` is the bet on it and its neighbours, None if the rulebook has no such bet."""

    number: str
    look: str
    code: str | None
    label: str
    zone: Zone


class Sector(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of an announced bet under the numbers that it covers; `first` is the one that the keyboard reaches.

    `lines` is its name, in two lines where there is little room, and none if there is less: a name has the room of
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
    """Return the racetrack of this numbering, or None if the rulebook knows no announced bet that is touched on it."""
    announced = announced_bets(rulebook, wheel)
    fixed = fixed_bets(rulebook, announced)
    line = wheel_in_a_line(rulebook, wheel)
    step, top = (WIDTH - 2 * MARGIN) / len(line), below_the_fields(rulebook) + ABOVE_THE_TRACK
    lanes = in_lanes(fixed)
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


def _lane(
    rulebook: Rulebook, bets: Sequence[AnnouncedBet], line: Sequence[int], top: float
) -> Iterator[Sector]:
    """Yield the sectors of these bets, which have no number in common."""
    pieces = [(bet, nth == 0, piece) for bet in bets for nth, piece in enumerate(runs(line, numbers_of(bet)))]
    step = (WIDTH - 2 * MARGIN) / len(line)
    there_are = [piece for _, _, piece in pieces]
    for bet, first, piece in pieces:
        yield Sector(
            code=bet.code,
            lines=in_lines(describe_bet(rulebook, bet), _room(piece, there_are, len(line)) * step, first),
            label=label_with_chips(rulebook, bet),
            zone=Zone(round(MARGIN + piece.start * step, 2), top, round(piece.length * step, 2), LANE_H),
            first=first,
        )


def _room(piece: Piece, lane: Sequence[Piece], line: int) -> int:
    """Return the greatest width of this piece's name, in numbers.

    The name may extend beyond the piece by the same amount on both sides.
    """
    end = piece.start + piece.length
    before = max((each.start + each.length for each in lane if each.start < piece.start), default=0)
    after = min((each.start for each in lane if each.start >= end), default=line)
    return piece.length + 2 * min(piece.start - before, after - end)


def _track_number(
    rulebook: Rulebook, announced: dict[str, AnnouncedBet], number: int, zone: Zone
) -> TrackNumber:
    bet = neighbours_bet(announced, number)
    return TrackNumber(
        number=written(number),
        look=colour(number, rulebook.reds) or "zero",
        code=bet.code if bet else None,
        label=describe_bet(rulebook, bet) if bet else written(number),
        zone=zone,
    )
