"""The content of a rulebook: the type that the five TOML files, and any sixth, are read into.

Every rule names its clause. This module decides nothing: other modules read these values. The rules of the game are
in `game_rules.py`, those of a table's day in `day_rules.py`, those of wheels and balls in `equipment_rules.py`; this
module imports all of them, so one import is enough.
"""

from __future__ import annotations

from datetime import date

import msgspec

from tables.roulette.colour_rules import *
from tables.roulette.day_rules import *
from tables.roulette.equipment_rules import *
from tables.roulette.game_rules import *
from tables.roulette.rule import *
from tables.roulette.wheel import ZEROS, pockets


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Reading of a clause that is silent, misprinted or ambiguous: `texts` by language.

    English is always among them, except for a casino's single text in the language of its rulebook.
    """

    texts: dict[str, str]

    def language(self, wanted: str) -> str:
        """Return the language in which somebody who asks for one reads it: that one, else English,
        else its only one.
        """
        return next(each for each in (wanted, "en", *self.texts) if each in self.texts)

    def text(self, wanted: str = "en") -> str:
        return self.texts[self.language(wanted)]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, eq=False, weakref=True):
    """One version of one casino's rules. Rulebooks compare by identity, so derived values can be cached.

    `clauses` maps a clause id to its short reference for people ("n.º 9"), `clause_kinds` to its subject (equipment,
    command, fact, settlement, shift, display, report), `readings` to our reading if the clause is unclear. A refusal
    of an unlisted bet cites `positions_clause` or `announced_clause`.
    """

    id: str
    version: Positive
    sha256: str
    """SHA-256 of the bytes of its file, in hexadecimal."""
    title: str
    language: str
    announce_language: str
    currency: str
    clauses: dict[str, str]
    clause_kinds: dict[str, tuple[ClauseKind, ...]]
    readings: dict[str, Reading]
    in_force: InForceRule | None
    wheels: dict[str, Wheel]
    cylinder: CylinderRule | None
    reds: frozenset[int]
    reds_clause: str
    positions_clause: str
    announced_clause: str
    position_names: dict[str, Names]
    field_labels: dict[str, str]
    """The casino's own words on fields beside the numbers, by code."""
    head: tuple[str, ...] | None
    """The positions at the head of the cloth that join a zero with other numbers, by code; None: those of a cloth
    with one zero."""
    bets: dict[str, BetRule]
    announced: dict[str, AnnouncedRule]
    forbidden: tuple[ForbiddenRule, ...]
    zero: ZeroRule
    rounding: RoundingRule | None
    payment: PaymentRule
    limits: LimitRule
    default_limits: Limits
    opening_float: OpeningFloatRule | None
    excess: ExcessRule | None
    replays: dict[str, ReplayRule]
    layouts: LayoutsRule | None
    colour_chips: ColourChipsRule | None
    return_to_player: ReturnRule | None
    ball_change: BallChangeRule | None
    time_at_ball: TimeAtBallRule | None
    rotation: RotationRule | None
    null_coup: NullCoupRule
    suspension: SuspensionRule | None
    last_coup: LastCoupRule | None
    reconstitution: ReconstitutionRule | None
    disputes: DisputesRule | None
    rounds: RoundsRule | None
    seats: SeatsRule | None
    change: ChangeRule | None
    advances: AdvancesRule | None
    held: HeldRule | None
    chip_series: ChipSeriesRule | None
    launch: LaunchRule
    hanging_ball: HangingBallRule | None
    repetition: RepetitionRule | None
    late_bets: LateBetsRule | None
    reopening: ReopeningRule | None
    corrections: CorrectionsRule | None
    phases: PhaseRule
    staff: StaffRule

    def in_force_on(self, day: date) -> bool:
        """Return True if a table may open by this version on that gaming day; where the source names no dates, on
        any.
        """
        return self.in_force is None or self.in_force.holds_on(day)

    @property
    def first_wheel(self) -> str:
        """The numbering that is meant where none is named."""
        return next(iter(self.wheels))

    @property
    def numbers(self) -> range:
        """The pockets of its wheels: all of them have the same."""
        return pockets([number for wheel in self.wheels.values() for number in wheel.order])

    @property
    def zeros(self) -> tuple[int, ...]:
        """The pockets that are zeros: 0, and 00 where its wheels have it."""
        return tuple(number for number in ZEROS if number in self.numbers)
