"""Pits and tables."""

import re
from datetime import date
from typing import Annotated, ClassVar, Self

import msgspec
from msgspec.structs import replace

from tables.play.events import Ball, Pieces
from tables.refusal import Refused
from tables.registers.entries.kinds.casino import CASINO
from tables.registers.entries.kinds.kind import (
    Fault,
    Faults,
    Kind,
    check_name,
    check_registered,
    check_unused,
)
from tables.registers.entries.state import Entry, Surroundings
from tables.registers.entries.two_officers import MANAGEMENT, SECOND_OFFICERS
from tables.roulette.limits import check_posted
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Limits, Rulebook
from tables.text import as_compared

TABLE_CODE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?")
"""Form of a table's code, which is part of addresses and of names of streams."""
WHOLE = 10_000
"""All of the drop, in hundredths of a per cent."""
LARGEST_BALL_MM = 50
LEAST_EVIDENCE = 5
"""Less than this one fair wheel in five would come to."""
RULES = ("rulebook", "rulebook_version", "rulebook_from")
"""Fields that put a rulebook in force at a table."""
LIMITS = ("limits", "allowed_minimums")
"""Fields that put limits in force at a table."""
LONGEST_NAME = 100
LONGEST_WORD = 20
"""Characters of the code of a pit, and of the symbol on a table's chips."""

Amount = Annotated[int, msgspec.Meta(gt=0, extra={"unit": "money"})]


class PitEntry(Kind, frozen=True, kw_only=True):
    KIND: ClassVar[str] = "pit"
    CODE: ClassVar[re.Pattern[str]] = re.compile(r"[^/\s](?:[^/]{0,18}[^/\s])?")

    name: str
    """Name of the pit."""
    order: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Place among the pits: the lowest first."""

    @classmethod
    def check_code(cls, code: str, around: Surroundings) -> Faults:
        if not cls.CODE.fullmatch(code) or not code.isprintable():
            yield Fault("code", Refused("pit-code-malformed", entry=code[:60], longest=LONGEST_WORD))

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from check_name(self.name)

    @classmethod
    def check_withdrawal(cls, entry: Entry, around: Surroundings) -> Faults:
        yield from check_unused(entry, *around.users("table", "pit", entry.code))


class TableEntry(Kind, frozen=True, kw_only=True):
    """Money in minor units of its rulebook's currency."""

    KIND: ClassVar[str] = "table"
    CODE: ClassVar[re.Pattern[str]] = TABLE_CODE

    name: str
    """Name of the table on screens and signs."""
    rulebook: Annotated[str, msgspec.Meta(extra={"choices": "rulebooks"})]
    """The rulebook that it is played by."""
    rulebook_version: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """The version of the rulebook that it is played by from a day on. None: the newest in force on each day."""
    rulebook_from: date | None = None
    """The first gaming day of that version; the days before it are played by the newest in force on each."""
    currency: Annotated[str, msgspec.Meta(extra={"choices": "currencies"})] = ""
    """Currency of the table; by default that of its rulebook."""
    pit: Annotated[str, msgspec.Meta(extra={"choices": "pit"})] = ""
    """Pit of the table. A gaming day keeps the pit in which it began."""
    wheel: str | None = None
    """Numbering of its wheel; by default the rulebook's usual one."""
    double: bool = False
    """Two layouts at one wheel."""
    face_value_only: bool = False
    """It is played with face-value chips exclusively, where the rulebook has chips of colours."""
    chip_symbol: str = ""
    """The symbol on its chips without face value; no two tables of a casino have the same."""
    chip_colours: dict[str, int] = {}
    """The colours of those chips by their English names, each with the number of chips that the table has."""
    counts_float: bool = True
    """True if its float is counted, and signed by two people, before bets open and before it closes."""
    par: Annotated[Pieces, msgspec.Meta(extra={"unit": "money"})] = {}
    """The chips with which an imprest table begins each day: pieces by value. Empty: a count table."""
    theory_of_drop: Annotated[int, msgspec.Meta(extra={"unit": "hundredths of a per cent"})] | None = None
    """Theoretical part of the drop that the casino keeps. None: the table's theoretical result is not estimated by
    it."""
    limits: Annotated[Limits, msgspec.Meta(extra={"unit": "money"})] | None = None
    """Usual sign; by default the rulebook's."""
    allowed_minimums: tuple[Amount, ...] = ()
    """The minimum stakes that may be chosen as it opens. Empty: all that its rulebook lets."""
    pace_target: Annotated[int, msgspec.Meta(ge=1, le=500, extra={"unit": "coups an hour"})] | None = None
    """Number of coups an hour that the casino wants of the table."""
    alert_evidence: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 20
    """The evidence against its wheel from which on biased pockets, or a drop zone, are an alert. 0: never. A fair wheel
    comes to so much in at most one of so many stretches of 10,000 spins."""
    alert_pace_percent: Annotated[int, msgspec.Meta(ge=0, le=90, extra={"unit": "per cent"})] = 20
    """Shortfall of the pace from its target that is an alert. 0: never."""
    alert_pace_minutes: Annotated[int, msgspec.Meta(ge=15, le=480, extra={"unit": "minutes"})] = 60
    """Over how long the pace is measured, in both directions."""
    alert_fast_percent: Annotated[int, msgspec.Meta(ge=0, le=400, extra={"unit": "per cent"})] = 50
    """Excess of the pace over its target that is an alert. 0: never."""
    alert_idle_minutes: Annotated[int, msgspec.Meta(ge=0, le=480, extra={"unit": "minutes"})] = 60
    """For so long an open table may have no coup before that is an alert. 0: for ever."""
    alert_rotor_slowest: (
        Annotated[int, msgspec.Meta(ge=1, le=120, extra={"unit": "turns a minute"})] | None
    ) = None
    """A rotor that turns slower is an alert, if the reader reports its speed. None: none is."""
    alert_rotor_fastest: (
        Annotated[int, msgspec.Meta(ge=1, le=120, extra={"unit": "turns a minute"})] | None
    ) = None
    """A rotor that turns faster is an alert. None: none is."""
    alert_same_direction: Annotated[int, msgspec.Meta(ge=0, le=50)] = 6
    """Number of launches in a row in the same direction that are an alert, if the rulebook has no rule on them. 0:
    never."""
    alert_silent_minutes: Annotated[int, msgspec.Meta(ge=0, le=240, extra={"unit": "minutes"})] = 5
    """For so long its reader may be silent, or report a fault, before that is an alert. 0: for ever."""
    witness_takes_over: bool = False
    """True if its first live witness reader acts for the primary reader while that one is silent or has a fault."""
    cylinder_mm: Annotated[int, msgspec.Meta(extra={"unit": "mm"})] | None = None
    """The diameter of its wheel's cylinder, where the casino keeps no register of wheels."""
    balls: tuple[Ball, ...] = ()
    """Balls of the table, if the casino keeps no register of balls."""

    @classmethod
    def check_code(cls, code: str, around: Surroundings) -> Faults:
        if not cls.CODE.fullmatch(code):
            yield Fault("code", Refused("table-code-malformed", table=code))
        elif code in around.reserved_codes:
            reserved = tuple(sorted(around.reserved_codes))
            yield Fault("code", Refused("table-code-reserved", table=code, reserved=reserved))

    def settled(self, around: Surroundings) -> Self:
        try:
            rulebook = get_rulebook(self.rulebook)
        except Refused:
            return self
        return replace(
            self,
            wheel=self.wheel or next(iter(rulebook.wheels)),
            limits=self.limits or rulebook.default_limits,
            currency=self.currency or rulebook.currency,
        )

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from self._check_words()
        if self.pit:
            yield from check_registered("pit", "pit", self.pit, around)
        try:
            rulebook = get_rulebook(self.rulebook)
        except Refused as unknown:
            yield Fault("rulebook", unknown)
        else:
            yield from self._check_by(rulebook)
            yield from self._check_version(rulebook)
            yield from self._check_symbol(code, rulebook, around)
            yield from self._check_casino(rulebook, around)
        yield from self._check_measures()

    def check_change(self, before: Self, code: str, around: Surroundings) -> Faults:
        yield from ()

    def by_two(self, before: Kind | None) -> str:
        """Return the field that puts another rulebook or other limits in force at the table, or a rulebook at a new
        one."""
        return next((field for field in (*RULES, *LIMITS) if self._differs(before, field)), "")

    def second_officers(self, before: Kind | None) -> tuple[str, ...]:
        """Return the management alone for a new table and for other limits, which the management decides
        (it-campione/5, it-venezia/general-10)."""
        return MANAGEMENT if any(self._differs(before, field) for field in LIMITS) else SECOND_OFFICERS

    def _differs(self, before: Kind | None, field: str) -> bool:
        return before is None or getattr(before, field) != getattr(self, field)

    @classmethod
    def check_withdrawal(cls, entry: Entry, around: Surroundings) -> Faults:
        if entry.code in around.open_tables:
            yield Fault("code", Refused("table-withdrawn-while-open", table=entry.code))
        users = [
            *around.users("reader", "table", entry.code),
            *around.users("sign", "table", entry.code),
            *around.users("webhook", "table", entry.code),
            *around.equipment.get(entry.code, ()),
        ]
        yield from check_unused(entry, *users)

    def takes_force(self, code: str, around: Surroundings) -> str:
        return "next-day" if code in around.open_tables else "now"

    def _check_words(self) -> Faults:
        if len(self.name) > LONGEST_NAME or not self.name.strip():
            yield Fault("name", Refused("table-name-length", longest=LONGEST_NAME))
        if len(self.chip_symbol) > LONGEST_WORD:
            yield Fault("chip_symbol", Refused("table-word-too-long", what="symbol", longest=LONGEST_WORD))
        if len(self.pit) > LONGEST_WORD:
            yield Fault("pit", Refused("table-word-too-long", what="pit", longest=LONGEST_WORD))
        for field, what, words in (
            ("name", "name", self.name),
            ("chip_symbol", "symbol", self.chip_symbol),
            ("pit", "pit", self.pit),
        ):
            if not words.isprintable():
                yield Fault(field, Refused("table-word-unreadable", what=what))

    def _check_by(self, rulebook: Rulebook) -> Faults:
        if self.wheel is not None and self.wheel not in rulebook.wheels:
            wheels = tuple(sorted(rulebook.wheels))
            yield Fault("wheel", Refused("numbering-not-of-rulebook", wheel=self.wheel, wheels=wheels))
        if self.double and (rulebook.layouts is None or rulebook.layouts.at_most < 2):
            clause = rulebook.layouts.clause if rulebook.layouts else rulebook.positions_clause
            yield Fault("double", Refused("double-table-not-played", clause))
        if self.limits is not None:
            try:
                check_posted(rulebook, self.limits)
            except Refused as refused:
                yield Fault("limits", refused)

    def _check_version(self, rulebook: Rulebook) -> Faults:
        if self.rulebook_version is None:
            if self.rulebook_from is not None:
                yield Fault("rulebook_from", Refused("rulebook-date-without-version"))
            return
        try:
            wanted = get_rulebook(rulebook.id, self.rulebook_version)
        except Refused as unknown:
            yield Fault("rulebook_version", unknown)
            return
        if self.rulebook_from is not None and not wanted.in_force_on(self.rulebook_from):
            yield Fault(
                "rulebook_from",
                Refused(
                    "rulebook-not-in-force-then",
                    rulebook=rulebook.id,
                    version=wanted.version,
                    day=self.rulebook_from.isoformat(),
                ),
            )

    def _check_symbol(self, code: str, rulebook: Rulebook, around: Surroundings) -> Faults:
        """Yield a fault for a symbol that another registered table of the casino has (pt-americana/7)."""
        if not self.chip_symbol:
            return
        colours = rulebook.colour_chips.colours if rulebook.colour_chips else None
        same = as_compared(self.chip_symbol)
        for other, values in sorted(around.of("table").items()):
            if other != code and as_compared(values.get("chip_symbol", "")) == same:
                yield Fault(
                    "chip_symbol",
                    Refused(
                        "chip-symbol-registered",
                        colours.symbol_clause if colours else None,
                        other=other,
                        symbol=self.chip_symbol,
                        table=code,
                    ),
                )
                return

    def _check_casino(self, rulebook: Rulebook, around: Surroundings) -> Faults:
        casino = around.of(CASINO).get(CASINO, {})
        allowed, currency = tuple(casino.get("rulebooks", ())), casino.get("currency", "")
        if allowed and rulebook.id not in allowed:
            yield Fault(
                "rulebook", Refused("rulebook-not-of-casino", rulebook=rulebook.id, rulebooks=allowed)
            )
        for wanted in dict.fromkeys((self.currency, currency)):
            if wanted and wanted != rulebook.currency:
                yield Fault(
                    "currency",
                    Refused(
                        "currency-not-of-rulebook",
                        currency=wanted,
                        rulebook=rulebook.id,
                        right=rulebook.currency,
                    ),
                )

    def _check_measures(self) -> Faults:
        if self.cylinder_mm is not None and not 0 < self.cylinder_mm <= 2000:
            yield Fault("cylinder_mm", Refused("cylinder-diameter-wrong", diameter_mm=self.cylinder_mm))
        yield from self._check_balls()
        yield from self._check_alerts()
        if any(count < 1 or value < 1 for value, count in self.par.items()):
            yield Fault("par", Refused("par-malformed"))
        if any(count < 1 for count in self.chip_colours.values()):
            yield Fault("chip_colours", Refused("table-colour-without-chips"))
        if self.theory_of_drop is not None and not 0 <= self.theory_of_drop <= WHOLE:
            yield Fault("theory_of_drop", Refused("theory-of-drop-out-of-range", whole=WHOLE))
        if self.allowed_minimums and self.limits and self.limits.minimum not in self.allowed_minimums:
            yield Fault("allowed_minimums", Refused("usual-minimum-not-allowed"))

    def _check_alerts(self) -> Faults:
        if 0 < self.alert_evidence < LEAST_EVIDENCE:
            yield Fault("alert_evidence", Refused("evidence-too-low", least=LEAST_EVIDENCE))
        slowest, fastest = self.alert_rotor_slowest, self.alert_rotor_fastest
        if slowest is not None and fastest is not None and slowest > fastest:
            yield Fault(
                "alert_rotor_fastest", Refused("rotor-speeds-crossed", slowest=slowest, fastest=fastest)
            )
        if self.alert_same_direction == 1:
            yield Fault("alert_same_direction", Refused("one-launch-is-no-row"))

    def _check_balls(self) -> Faults:
        """Yield a fault for values that are not balls; the rulebook judges their use when the table opens."""
        names = [ball.name for ball in self.balls]
        if any(not name.strip() for name in names) or len(set(names)) < len(names):
            yield Fault("balls", Refused("ball-names-not-distinct"))
        for place, ball in enumerate(self.balls):
            if not 0 < ball.diameter_mm <= LARGEST_BALL_MM:
                yield Fault(
                    f"balls[{place}].diameter_mm",
                    Refused(
                        "ball-diameter-wrong",
                        ball=ball.name,
                        diameter_mm=ball.diameter_mm,
                        largest_mm=LARGEST_BALL_MM,
                    ),
                )
