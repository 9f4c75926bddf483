"""One rulebook file: from TOML to a typed Rulebook, or a refusal that names the file, the key and the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from tables.roulette.fault_path import below, named_path, steps_of
from tables.roulette.fault_words import in_plain_words
from tables.roulette.limits import maximums_from
from tables.roulette.refusal import RulebookBroken
from tables.roulette.rulebook import (
    AdvancesRule,
    AnnouncedRule,
    BallChangeRule,
    BetRule,
    ChangeRule,
    ChipSeriesRule,
    ClauseKind,
    ColourChipsRule,
    CorrectionsRule,
    CylinderRule,
    DisputesRule,
    ExcessRule,
    ForbiddenRule,
    HangingBallRule,
    HeldRule,
    InForceRule,
    Language,
    LastCoupRule,
    LateBetsRule,
    LaunchRule,
    LayoutsRule,
    LimitRule,
    Limits,
    Names,
    NullCoupRule,
    Number,
    OpeningFloatRule,
    PaymentRule,
    PhaseRule,
    Positive,
    Reading,
    ReconstitutionRule,
    ReopeningRule,
    RepetitionRule,
    ReplayRule,
    ResultRule,
    ReturnRule,
    RotationRule,
    RoundingRule,
    RoundsRule,
    Rule,
    Rulebook,
    SeatsRule,
    StaffRule,
    SuspensionRule,
    TimeAtBallRule,
    Wheel,
    ZeroRule,
)
from tables.roulette.rulebook_checks import faults_in
from tables.roulette.toml_text import parse_toml, read_content
from tables.roulette.wheel import DOUBLE_ZERO, DOUBLE_ZERO_TEXT

T = TypeVar("T")
Section = dict[str, Any]

_AT = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_FIELD = re.compile(r"Object (?P<what>contains unknown|missing required) field `(?P<field>[^`]*)`")
_ODDS = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})", re.ASCII)


class Sections(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The top of a file; every section is read on its own, so that a refusal can name the key in it."""

    id: str
    """The rulebook's name; the file is named for it, and every clause begins with it and a slash."""
    version: Positive
    """Counts up with every change of the rules; each has a file of its own."""
    title: str
    """What people call it."""
    language: Language
    """The language of the house: labels, reasons and readings in one language are in it."""
    announce_language: Language
    """The language of the announcements at the table."""
    currency: str
    """The ISO 4217 code of the money of all amounts."""
    clauses: dict[str, Section]
    readings: dict[str, str | dict[str, str]] = {}
    in_force: Section | None = None
    wheels: dict[str, Section]
    cloth: Section
    bets: dict[str, Section]
    forbidden: list[Section] = []
    zero: Section
    rounding: Section | None = None
    payment: Section
    limits: Section
    opening_float: Section | None = None
    excess: Section | None = None
    replays: dict[str, Section] = {}
    cylinder: Section | None = None
    layouts: Section | None = None
    suspension: Section | None = None
    last_coup: Section | None = None
    reconstitution: Section | None = None
    disputes: Section | None = None
    change: Section | None = None
    advances: Section | None = None
    held: Section | None = None
    chip_series: Section | None = None
    rounds: Section | None = None
    seats: Section | None = None
    colour_chips: Section | None = None
    return_to_player: Section | None = None
    announced: dict[str, Section] = {}
    ball_change: Section | None = None
    time_at_ball: Section | None = None
    rotation: Section | None = None
    null_coup: Section
    launch: Section
    hanging_ball: Section | None = None
    repetition: Section | None = None
    late_bets: Section | None = None
    reopening: Section | None = None
    corrections: Section | None = None
    phases: Section
    staff: Section


class ClauseEntry(Rule, frozen=True, kw_only=True):
    """One clause of the source, by its id."""

    ref: str
    """How people cite the clause."""
    kinds: tuple[ClauseKind, ...]
    """What the clause decides."""


class Cloth(Rule, frozen=True, kw_only=True):
    """The colours of the numbers and the positions of the cloth."""

    reds: tuple[Number, ...]
    """The red numbers: half of all numbers except the zeros."""
    reds_clause: str
    """The clause on the colours."""
    positions_clause: str
    """The clause that a refusal cites for a bet that is no position of the cloth."""
    announced_clause: str
    """Cited for an announcement that is not among the announced bets."""
    names: dict[str, Names] = {}
    """Names of the house's own for single positions, by code and language."""
    head: tuple[str, ...] | None = None
    """On a wheel with 00: the positions that join the zeros with other numbers, by code."""


class Announcement(Rule, frozen=True, kw_only=True):
    """What is announced at a moment of a coup: `faites_vos_jeux`, `rien_ne_va_plus`, `null_coup` or `tout_va`."""

    text: str
    """The announcement, in `announce_language`."""
    clause: str


def read_rulebook(path: Path) -> tuple[Rulebook, tuple[RulebookBroken, ...]]:
    """Return the rulebook in this file, with the faults between its values; use the rulebook only if there are none.

    Raises RulebookBroken for a file that cannot be read: no TOML, or a missing key, an unknown key or a wrong type.
    """
    content = read_content(path)
    document = parse_toml(path.name, content)
    rulebook = _Reading(path.name).rulebook(document, sha256(content).hexdigest())
    return rulebook, tuple(RulebookBroken(path.name, *fault) for fault in faults_in(document, rulebook))


class _Reading:
    """Reads the sections of one file, and knows its name for refusals."""

    def __init__(self, file: str) -> None:
        self.file = file

    def broken(self, key: str, reason: str) -> NoReturn:
        raise RulebookBroken(self.file, key, reason)

    def typed(self, value: object, type_: type[T], key: str) -> T:
        """Return `value` as `type_`; `key` is its place in the file."""
        try:
            return msgspec.convert(value, type_)
        except msgspec.ValidationError as error:
            self.broken(*_key_and_reason(key, str(error), value, type_))

    def each(self, sections: Mapping[str, Section], type_: type[T], key: str) -> dict[str, T]:
        """Every entry of a section as `type_`."""
        return {name: self.typed(entry, type_, below(key, name)) for name, entry in sections.items()}

    def named(self, sections: Mapping[str, Section], type_: type[T], key: str) -> dict[str, T]:
        """Every entry of a section as `type_`, which carries its own name as `kind`."""
        for name, entry in sections.items():
            if "kind" in entry:
                self.broken(f"{below(key, name)}.kind", "unknown key")
        return self.each({name: {"kind": name, **entry} for name, entry in sections.items()}, type_, key)

    def with_odds(self, entry: Section, name: str, key: str) -> Section:
        """An entry with its odds, a text such as `35:1` called `name`, read into their two numbers."""
        odds = entry.get(name)
        parts = _ODDS.fullmatch(str(odds))
        if odds is not None and parts is None:
            reason = f'odds are two whole numbers such as "35:1" or "1:2", not {odds!r}'
            self.broken(f"{key}.{name}", reason)
        return {**entry, name: (int(parts[1]), int(parts[2]))} if parts else entry

    def wheels(self, sections: Mapping[str, Section]) -> dict[str, Wheel]:
        """Return the numberings; an order writes 00 as the text "00", which is no number."""
        read = dict(sections)
        for name, entry in sections.items():
            order = entry.get("order")
            if isinstance(order, list):
                if DOUBLE_ZERO in order:
                    key = f"{below('wheels', name)}.order[{order.index(DOUBLE_ZERO) + 1}]"
                    self.broken(key, f'{DOUBLE_ZERO} is on no wheel; right would be 0 to 36, or "00"')
                order = [DOUBLE_ZERO if each == DOUBLE_ZERO_TEXT else each for each in order]
                read[name] = {**entry, "order": order}
        return self.each(read, Wheel, "wheels")

    def bets(self, sections: Mapping[str, Section]) -> dict[str, BetRule]:
        read = {kind: self.with_odds(entry, "odds", below("bets", kind)) for kind, entry in sections.items()}
        return self.named(read, BetRule, "bets")

    def return_to_player(self, section: Section | None) -> ReturnRule | None:
        if section is None:
            return None
        key = "return_to_player.misprints"
        misprints = self.typed(section.get("misprints", []), list[Section], key)
        read = [
            self.with_odds(entry, "printed", f"{key}[{place}]")
            for place, entry in enumerate(misprints, start=1)
        ]
        return self.typed({**section, "misprints": read}, ReturnRule, "return_to_player")

    def rulebook(self, document: Section, digest: str) -> Rulebook:
        file = self.typed(document, Sections, "")
        clauses = self.each(file.clauses, ClauseEntry, "clauses")
        cloth = self.typed(file.cloth, Cloth, "cloth")
        bets = self.bets(file.bets)
        limits, sign = self.limits(file.limits, bets)
        return Rulebook(
            id=file.id,
            version=file.version,
            sha256=digest,
            title=file.title,
            language=file.language,
            announce_language=file.announce_language,
            currency=file.currency,
            clauses={id_: clause.ref for id_, clause in clauses.items()},
            clause_kinds={id_: clause.kinds for id_, clause in clauses.items()},
            readings={
                id_: Reading(texts={file.language: text} if isinstance(text, str) else text)
                for id_, text in file.readings.items()
            },
            in_force=self.optional(file.in_force, InForceRule, "in_force"),
            wheels=self.wheels(file.wheels),
            reds=frozenset(cloth.reds),
            reds_clause=cloth.reds_clause,
            positions_clause=cloth.positions_clause,
            announced_clause=cloth.announced_clause,
            position_names=cloth.names,
            head=cloth.head,
            bets=bets,
            announced=self.named(file.announced, AnnouncedRule, "announced"),
            forbidden=tuple(
                self.typed(entry, ForbiddenRule, f"forbidden[{place}]")
                for place, entry in enumerate(file.forbidden, start=1)
            ),
            zero=self.typed(file.zero, ZeroRule, "zero"),
            rounding=self.optional(file.rounding, RoundingRule, "rounding"),
            payment=self.typed(file.payment, PaymentRule, "payment"),
            limits=limits,
            default_limits=sign,
            opening_float=self.optional(file.opening_float, OpeningFloatRule, "opening_float"),
            excess=self.optional(file.excess, ExcessRule, "excess"),
            replays=self.named(file.replays, ReplayRule, "replays"),
            cylinder=self.optional(file.cylinder, CylinderRule, "cylinder"),
            layouts=self.optional(file.layouts, LayoutsRule, "layouts"),
            colour_chips=self.optional(file.colour_chips, ColourChipsRule, "colour_chips"),
            return_to_player=self.return_to_player(file.return_to_player),
            ball_change=self.optional(file.ball_change, BallChangeRule, "ball_change"),
            time_at_ball=self.optional(file.time_at_ball, TimeAtBallRule, "time_at_ball"),
            rotation=self.optional(file.rotation, RotationRule, "rotation"),
            null_coup=self.typed(file.null_coup, NullCoupRule, "null_coup"),
            suspension=self.optional(file.suspension, SuspensionRule, "suspension"),
            reconstitution=self.optional(file.reconstitution, ReconstitutionRule, "reconstitution"),
            disputes=self.optional(file.disputes, DisputesRule, "disputes"),
            last_coup=self.optional(file.last_coup, LastCoupRule, "last_coup"),
            rounds=self.optional(file.rounds, RoundsRule, "rounds"),
            seats=self.optional(file.seats, SeatsRule, "seats"),
            change=self.optional(file.change, ChangeRule, "change"),
            advances=self.optional(file.advances, AdvancesRule, "advances"),
            held=self.optional(file.held, HeldRule, "held"),
            chip_series=self.optional(file.chip_series, ChipSeriesRule, "chip_series"),
            launch=self.typed(file.launch, LaunchRule, "launch"),
            hanging_ball=self.optional(file.hanging_ball, HangingBallRule, "hanging_ball"),
            repetition=self.optional(file.repetition, RepetitionRule, "repetition"),
            late_bets=self.optional(file.late_bets, LateBetsRule, "late_bets"),
            reopening=self.optional(file.reopening, ReopeningRule, "reopening"),
            corrections=self.optional(file.corrections, CorrectionsRule, "corrections"),
            phases=self.phases(file.phases),
            staff=self.typed(file.staff, StaffRule, "staff"),
        )

    def optional(self, section: Section | None, type_: type[T], key: str) -> T | None:
        return None if section is None else self.typed(section, type_, key)

    def limits(self, section: Section, bets: Mapping[str, BetRule]) -> tuple[LimitRule, Limits]:
        """The rule of limits, and the sign that a new table starts with."""
        rule, sign = self.without(section, "sign", "limits")
        posted = self.typed(sign, Limits, "limits.sign")
        maximums = {**maximums_from(bets, posted.minimum), **posted.maximums}
        return self.typed(rule, LimitRule, "limits"), msgspec.structs.replace(posted, maximums=maximums)

    def phases(self, section: Section) -> PhaseRule:
        """The phases, with each announcement's text and clause apart."""
        rest, announcements = self.without(section, "announcements", "phases")
        rest, result = self.without(rest, "result", "phases")
        spoken = self.each(
            self.typed(announcements, dict[str, Section], "phases.announcements"),
            Announcement,
            "phases.announcements",
        )
        apart = {
            "announcements": {moment: words.text for moment, words in spoken.items()},
            "announcement_clauses": {moment: words.clause for moment, words in spoken.items()},
            "result": self.typed(result, ResultRule, "phases.result"),
        }
        return self.typed({**rest, **apart}, PhaseRule, "phases")

    def without(self, section: Section, name: str, key: str) -> tuple[Section, Any]:
        """A section without the one in it called `name`, and that one."""
        if name not in section:
            self.broken(f"{key}.{name}", "missing key")
        return {each: value for each, value in section.items() if each != name}, section[name]


def _key_and_reason(key: str, message: str, value: object, type_: object) -> tuple[str, str]:
    """msgspec's message as the key that is wrong and a reason in the words of this file."""
    at = _AT.search(message)
    path = key + (named_path(at["path"], value, type_, message) if at else "")
    reason = in_plain_words(
        message[: at.start()] if at else message, steps_of(at["path"] if at else ""), type_
    )
    field = _FIELD.match(reason)
    if field:
        path = f"{path}.{field['field']}"
        reason = "unknown key" if field["what"] == "contains unknown" else _missing(field["field"])
    return path.lstrip(".") or "the file", reason


def _missing(field: str) -> str:
    if field.endswith("clause"):
        return "missing clause: every value names the clause that it comes from"
    return "missing key"
