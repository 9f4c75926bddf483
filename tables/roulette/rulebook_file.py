"""One rulebook file: from TOML to a typed Rulebook, and every fault in the file, each with its key and its remedy."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from tables.refusal import RulebookBroken
from tables.roulette.document_reader import MOST_FAULTS, DocumentReader
from tables.roulette.holes import made, until_hole
from tables.roulette.limits import maximums_from
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

_MADE = ("clauses", "readings", "limits", "phases")
"""Fields of a rulebook that are made of the sections of the same name."""


class ClauseEntry(Rule, frozen=True, kw_only=True):
    """One clause of the source, by its id."""

    ref: str
    """The citation of the clause for people."""
    kinds: tuple[ClauseKind, ...]
    """The subjects on which the clause decides."""


class Cloth(Rule, frozen=True, kw_only=True):
    """The colours of the numbers and the positions of the cloth."""

    reds: tuple[Number, ...]
    """The red numbers: half of all numbers except the zeros."""
    reds_clause: str
    """The clause on the colours."""
    positions_clause: str
    """The clause that a refusal cites for a bet without a position on the cloth."""
    announced_clause: str
    """Cited for an announcement that is not among the announced bets."""
    names: dict[str, Names] = {}
    """Names of the casino's own for single positions, by code and language."""
    labels: dict[str, str] = {}
    """The words on a field beside the numbers, by code, where they are not the usual ones."""
    head: tuple[str, ...] | None = None
    """On a wheel with 00: the positions that join the zeros with other numbers, by code."""


class Announcement(Rule, frozen=True, kw_only=True):
    """Announcement at a moment of a coup: `faites_vos_jeux`, `rien_ne_va_plus`, `null_coup` or `tout_va`."""

    text: str
    """The announcement, in `announce_language`."""
    clause: str


class LimitsInFile(LimitRule, frozen=True, kw_only=True):
    """The limits that a sign may post: maximums at most, or exactly, a multiple of the minimum, or as posted."""

    sign: Limits


class PhasesInFile(Rule, frozen=True, kw_only=True):
    """Words announced at the moments of a coup (faites_vos_jeux, rien_ne_va_plus, null_coup, tout_va), the
    clause of each, the result's announcement, and the clause that holds after bets are closed."""

    announcements: dict[str, Announcement]
    result: ResultRule
    after_bets_closed_clause: str
    """The clause that is cited for bets after the closing."""


class Sections(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sections of a file, each with its type."""

    id: str
    """The rulebook's name; the file is named for it, and every clause begins with it and a slash."""
    version: Positive
    """Counts up with every change of the rules; each has a file of its own."""
    title: str
    """The title for people."""
    language: Language
    """The language of the casino: labels, reasons and readings in one language are in it."""
    announce_language: Language
    """The language of the announcements at the table."""
    currency: str
    """The ISO 4217 code of the money of all amounts."""
    clauses: dict[str, ClauseEntry]
    readings: dict[str, str | dict[str, str]] = {}
    in_force: InForceRule | None = None
    wheels: dict[str, Wheel]
    cloth: Cloth
    bets: dict[str, BetRule]
    forbidden: tuple[ForbiddenRule, ...] = ()
    zero: ZeroRule
    rounding: RoundingRule | None = None
    payment: PaymentRule
    limits: LimitsInFile
    opening_float: OpeningFloatRule | None = None
    excess: ExcessRule | None = None
    replays: dict[str, ReplayRule] = {}
    cylinder: CylinderRule | None = None
    layouts: LayoutsRule | None = None
    suspension: SuspensionRule | None = None
    last_coup: LastCoupRule | None = None
    reconstitution: ReconstitutionRule | None = None
    disputes: DisputesRule | None = None
    change: ChangeRule | None = None
    advances: AdvancesRule | None = None
    held: HeldRule | None = None
    chip_series: ChipSeriesRule | None = None
    rounds: RoundsRule | None = None
    seats: SeatsRule | None = None
    colour_chips: ColourChipsRule | None = None
    return_to_player: ReturnRule | None = None
    announced: dict[str, AnnouncedRule] = {}
    ball_change: BallChangeRule | None = None
    time_at_ball: TimeAtBallRule | None = None
    rotation: RotationRule | None = None
    null_coup: NullCoupRule
    launch: LaunchRule
    hanging_ball: HangingBallRule | None = None
    repetition: RepetitionRule | None = None
    late_bets: LateBetsRule | None = None
    reopening: ReopeningRule | None = None
    corrections: CorrectionsRule | None = None
    phases: PhasesInFile
    staff: StaffRule


_SECTIONS = inspect.type_info(Sections)
_AS_IN_FILE = tuple(
    name for name in Rulebook.__struct_fields__ if name in Sections.__struct_fields__ and name not in _MADE
)
"""Fields of a rulebook that are sections or keys of its file."""


def read_rulebook(path: Path) -> tuple[Rulebook | None, tuple[RulebookBroken, ...]]:
    """Return the rulebook in this file, None if the file cannot be read as one, and every fault found in the file."""
    content = read_content(path)
    return rulebook_of(parse_toml(path.name, content), path.name, sha256(content).hexdigest())


def rulebook_of(
    document: Mapping[str, Any], file: str, digest: str
) -> tuple[Rulebook | None, tuple[RulebookBroken, ...]]:
    """Return the rulebook in the document of this file, None if it cannot be read as one, and every fault found."""
    reader = DocumentReader(document.get("language"))
    rulebook = made(lambda: _rulebook(reader.read(document, _SECTIONS, ""), digest))
    faults = (*reader.faults, *until_hole(faults_in(document, rulebook)))
    broken = tuple(RulebookBroken(file, *fault) for fault in dict.fromkeys(faults))[:MOST_FAULTS]
    return None if reader.faults else rulebook, broken


def _rulebook(file: Sections, digest: str) -> Rulebook:
    fields: dict[str, Any] = {name: getattr(file, name) for name in _AS_IN_FILE}
    return Rulebook(
        **fields,
        sha256=digest,
        clauses=made(lambda: {id_: clause.ref for id_, clause in file.clauses.items()}),
        clause_kinds=made(lambda: {id_: clause.kinds for id_, clause in file.clauses.items()}),
        readings=made(
            lambda: {
                id_: Reading(texts={file.language: text} if isinstance(text, str) else text)
                for id_, text in file.readings.items()
            }
        ),
        reds=made(lambda: frozenset(file.cloth.reds)),
        reds_clause=made(lambda: file.cloth.reds_clause),
        positions_clause=made(lambda: file.cloth.positions_clause),
        announced_clause=made(lambda: file.cloth.announced_clause),
        position_names=made(lambda: file.cloth.names),
        field_labels=made(lambda: file.cloth.labels),
        head=made(lambda: file.cloth.head),
        limits=made(lambda: _limits(file)),
        default_limits=made(lambda: _sign(file)),
        phases=made(lambda: _phases(file.phases)),
    )


def _limits(file: Sections) -> LimitRule:
    """Return the rule of limits; a derogation without a clause of its own has that of its bet's limits."""
    given = {name: getattr(file.limits, name) for name in LimitRule.__struct_fields__}
    of_bets = (rule.limit_clause for rule in file.bets.values() if rule.derogation is not None)
    if file.limits.derogation_clause is None:
        given["derogation_clause"] = next(of_bets, None)
    return LimitRule(**given)


def _sign(file: Sections) -> Limits:
    """Return the sign that a new table starts with."""
    posted = file.limits.sign
    maximums = {**maximums_from(file.bets, posted.minimum), **posted.maximums}
    return msgspec.structs.replace(posted, maximums=maximums)


def _phases(phases: PhasesInFile) -> PhaseRule:
    """Return the phases, with each announcement's text and clause apart."""
    return PhaseRule(
        announcements={moment: words.text for moment, words in phases.announcements.items()},
        announcement_clauses={moment: words.clause for moment, words in phases.announcements.items()},
        result=phases.result,
        after_bets_closed_clause=phases.after_bets_closed_clause,
    )
