"""The casino itself: its clock, its currency, its shifts, and how people sign in there. One entry, `casino`."""

import re
from typing import Annotated, ClassVar, Literal, Self
from zoneinfo import available_timezones

import msgspec

from tables.refusal import Refused
from tables.registers.entries.kinds.kind import Fault, Faults, Kind, check_among, check_name
from tables.registers.entries.state import Entry, Surroundings
from tables.roulette.currency_check import currencies
from tables.roulette.loader import rulebooks

CASINO = "casino"
"""The kind, and the code of its one entry."""
LONGEST_CASINO_NAME = 200
USUAL_GAMING_DAY_HOUR = 8
CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

Language = Literal["en", "pt", "it", "fr"]


class ShiftHours(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shift: its name, and its beginning on the casino's clock, `HH:MM`."""

    name: str
    begins: Annotated[str, msgspec.Meta(extra={"type": "time"})]


class CasinoEntry(Kind, frozen=True, kw_only=True):
    KIND: ClassVar[str] = CASINO

    name: str
    """Name of the casino on screens and documents."""
    time_zone: Annotated[str, msgspec.Meta(extra={"choices": "time_zones"})]
    """Time zone of the casino's clock, by its name in the tz database: Europe/Lisbon."""
    currency: Annotated[str, msgspec.Meta(extra={"choices": "currencies"})] = ""
    """Currency of all its tables, as ISO 4217 writes it. Empty: that of each rulebook."""
    gaming_day_begins_at: Annotated[int, msgspec.Meta(ge=0, le=23, extra={"unit": "hour"})] | None = None
    """Hour at which a gaming day begins; an earlier event belongs to the evening before. None: the setting
    GAMING_DAY_BEGINS_AT."""
    shifts: tuple[ShiftHours, ...] = (
        ShiftHours(name="afternoon", begins="14:00"),
        ShiftHours(name="night", begins="21:00"),
    )
    """Shifts in the order of the gaming day. Each ends when the next begins."""
    languages: tuple[Language, ...] = ("en", "pt", "it", "fr")
    """The languages that its people may choose; the first is where somebody begins."""
    rulebooks: tuple[Annotated[str, msgspec.Meta(extra={"choices": "rulebooks"})], ...] = ()
    """The rulebooks that its tables may be played by. Empty: all that there are."""
    second_factor_roles: tuple[Annotated[str, msgspec.Meta(extra={"choices": "roles"})], ...] = (
        "administrator",
        "direction",
        "games_inspector",
    )
    """The roles that sign in with a second factor."""
    idle_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440, extra={"unit": "minutes"})] = 15
    """After how many minutes without a press a session locks. 0: never."""
    password_days: Annotated[int, msgspec.Meta(ge=0, le=3660, extra={"unit": "days"})] = 0
    """Days after which a password must be changed. 0: never."""
    rota_break_after_minutes: (
        Annotated[int, msgspec.Meta(ge=0, le=1440, extra={"unit": "minutes"})] | None
    ) = None
    """After how many minutes of work without a break the rota warns. 0: never. None: the setting
    ROTA_BREAK_AFTER_MINUTES."""

    @classmethod
    def check_code(cls, code: str, around: Surroundings) -> Faults:
        if code != CASINO:
            yield Fault("code", Refused("casino-entry-is-one", entry=code[:60]))

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from check_name(self.name, longest=LONGEST_CASINO_NAME)
        if self.time_zone not in available_timezones():
            yield Fault("time_zone", Refused("time-zone-unknown", zone=self.time_zone[:60]))
        if self.currency and self.currency not in currencies():
            yield Fault("currency", Refused("currency-unknown", currency=self.currency[:20]))
        yield from self._check_shifts()
        if not self.languages:
            yield Fault("languages", Refused("casino-without-language"))
        yield from check_among("rulebooks", self.rulebooks, tuple(rulebooks()))
        if "roles" in around.choices:
            yield from check_among("second_factor_roles", self.second_factor_roles, around.choices["roles"])

    def check_change(self, before: Self, code: str, around: Surroundings) -> Faults:
        for field in ("time_zone", "gaming_day_begins_at"):
            if getattr(before, field) != getattr(self, field) and around.open_tables:
                tables = tuple(sorted(around.open_tables))
                yield Fault(field, Refused("casino-clock-while-open", tables=tables))
        for table, values in sorted(around.of("table").items()):
            rulebook = rulebooks().get(values["rulebook"])
            if self.rulebooks and values["rulebook"] not in self.rulebooks:
                yield Fault(
                    "rulebooks",
                    Refused("rulebook-in-use-at-table", rulebook=values["rulebook"], table=table),
                )
            if self.currency and rulebook is not None and rulebook.currency != self.currency:
                yield Fault(
                    "currency",
                    Refused(
                        "currency-not-of-rulebook",
                        currency=self.currency,
                        rulebook=rulebook.id,
                        right=rulebook.currency,
                    ),
                )

    def by_two(self, before: Kind | None) -> str:
        """Return the field with which people prove less: a role without its second factor, a later lock, a password
        that lasts longer."""
        if not isinstance(before, CasinoEntry):
            return ""
        if set(before.second_factor_roles) - set(self.second_factor_roles):
            return "second_factor_roles"
        for field in ("idle_minutes", "password_days"):
            former, wanted = getattr(before, field), getattr(self, field)
            if former and (not wanted or wanted > former):
                return field
        return ""

    @classmethod
    def check_withdrawal(cls, entry: Entry, around: Surroundings) -> Faults:
        yield Fault("code", Refused("casino-not-withdrawn"))

    def _check_shifts(self) -> Faults:
        well_written = True
        for place, shift in enumerate(self.shifts):
            if not shift.name.strip() or len(shift.name) > 40 or not shift.name.isprintable():
                yield Fault(f"shifts[{place}].name", Refused("entry-name-malformed", longest=40))
            if not CLOCK.fullmatch(shift.begins):
                well_written = False
                yield Fault(f"shifts[{place}].begins", Refused("clock-malformed", clock=shift.begins[:20]))
        names = [shift.name for shift in self.shifts]
        for place, name in enumerate(names):
            if name in names[:place]:
                yield Fault(f"shifts[{place}].name", Refused("shift-named-twice", shift=name))
        if well_written and (turns := self._turns()) != sorted(set(turns)):
            first = next(place for place in range(1, len(turns)) if turns[place] <= turns[place - 1])
            yield Fault(f"shifts[{first}].begins", Refused("shifts-out-of-order", shift=names[first]))

    def _turns(self) -> list[int]:
        """Return the begin of each shift, in minutes after the begin of the gaming day."""
        hour = USUAL_GAMING_DAY_HOUR if self.gaming_day_begins_at is None else self.gaming_day_begins_at
        clocks = [(int(shift.begins[:2]), int(shift.begins[3:])) for shift in self.shifts]
        return [(hours - hour) % 24 * 60 + minutes for hours, minutes in clocks]
