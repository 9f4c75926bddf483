"""The permanence of a table's day on the screen: its numbers in three columns, with all that is known of each coup."""

from datetime import datetime

import msgspec
from django.utils import timezone

from casino.kit.drawn_number import drawn
from casino.kit.sentences.words import word
from casino.reports.days.permanence_printed import printed_chances, spins_of_day
from tables.play.permanence import Spin
from tables.roulette.rulebook import Rulebook


class PermanenceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A number. `look` is its column of three: noir, zero or rouge."""

    coup: int
    at: datetime
    number: str
    look: str
    parity: str
    half: str
    wheel_way: str
    ball_way: str
    ball: str
    spinner: str
    disputed: bool


class ShownPermanence(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a day, and the count of numbers in each column."""

    lines: tuple[PermanenceLine, ...]
    noir: int
    zero: int
    rouge: int


def shown_permanence(casino_id: int, day: str, table: str) -> ShownPermanence | None:
    """The permanence of a table's day; None where the table was not opened."""
    of_day = next(iter(spins_of_day(casino_id, day, table)), None)
    if of_day is None:
        return None
    _table, rulebook, spins = of_day
    lines = tuple(_line(spin, rulebook) for spin in spins)
    looks = [line.look for line in lines]
    return ShownPermanence(
        lines=lines, noir=looks.count("noir"), zero=looks.count("zero"), rouge=looks.count("rouge")
    )


def _line(spin: Spin, rulebook: Rulebook) -> PermanenceLine:
    fallen = drawn(spin.number, rulebook)
    parity, half = printed_chances(rulebook, spin.number)
    return PermanenceLine(
        coup=spin.coup,
        at=timezone.localtime(spin.fell_at),
        number=fallen.number or "",
        look=fallen.look,
        parity=parity,
        half=half,
        wheel_way=word("direction", spin.rotor_direction) if spin.rotor_direction else "",
        ball_way=word("direction", spin.ball_direction) if spin.ball_direction else "",
        ball=spin.ball,
        spinner=spin.spinner,
        disputed=spin.disputed,
    )
