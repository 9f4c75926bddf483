"""A table on the floor: what a pit boss reads off it in a glance."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec
from django.utils.text import capfirst

from casino.floor.live_table import bets_close_at
from casino.floor.meters import Meter, Tone, ball_meter, spinner_meter
from casino.floor.reader_words import (
    confirmed_next,
    doubt_in_short,
    doubted_coup,
    doubts_in_words,
    numbers_behind,
    reader_standing,
    void_in_words,
    warnings_in_words,
)
from casino.kit.clauses import cited
from casino.kit.money import counted, money, plain
from casino.kit.sentences import listed
from casino.kit.sentences.violations import violation_sentence
from casino.kit.sentences.words import WORDS
from casino.kit.table_snapshot import Fallen, drawn
from tables.handling.models import GamingTable
from tables.play.float.questions import float_differs, float_is_due
from tables.play.state import RUNNING, State
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import Limits, Rulebook

PHASES = WORDS["phase"]


class Notice(msgspec.Struct, frozen=True):
    """What stands at a table, a violation or an excuse, and by which clause."""

    detail: str
    clause: str


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the floor shows it. A table that is not open has `closed_because` and little else."""

    code: str
    name: str
    limits: str = ""
    fallen: Fallen
    phase: str = ""
    subline: str = ""
    waits: bool = False
    """Whether the subline is about what a person must see to."""
    phase_since: datetime | None = None
    closes_at: datetime | None = None
    """When a round takes its last bet."""
    last: tuple[Fallen, ...] = ()
    spinner: Meter | None = None
    excused: Notice | None = None
    """That whoever spins stays at the ball for longer, as long as it lasts."""
    ball: Meter | None = None
    coups_per_hour: int | None = None
    coup: int = 0
    reader: str = ""
    reader_tone: Tone = ""
    reader_since: datetime | None = None
    notices: tuple[Notice, ...] = ()
    tone: Tone = ""
    closed_because: str = ""
    forced: str = ""
    """How it was closed under pressure, as long as nobody has said how that was reconciled."""


def limits_in_words(limits: Limits | None, rulebook: Rulebook) -> str:
    """Smallest stake and largest on a number, as on the table's card: `5 – 150`."""
    if limits is None:
        return ""
    most = maximum_for(rulebook, limits, "plein") if "plein" in rulebook.bets else None
    return f"{plain(limits.minimum)} – {plain(most)}" if most else f"from {plain(limits.minimum)}"


def coups_per_hour(state: State, now: datetime) -> int | None:
    """The day's pace; None in its first five minutes, when it would say nothing."""
    if state.opened_at is None:
        return None
    hours = (now - state.opened_at).total_seconds() / 3600
    return round(state.coup / hours) if hours > 1 / 12 else None


def subline(state: State) -> str:
    """What matters in this phase, in a line; what a person must see to comes before it."""
    return _waits_for_a_person(state) or _of_the_coup(state)


def closed_under_pressure(state: State | None) -> str:
    """That a day was closed under pressure and what it left open; empty where it was not, or was explained."""
    forced = state.direction.forced_close if state else None
    if forced is None:
        return ""
    return f"Closed under pressure, to be reconciled: {listed(forced.left)}"


def _waits_for_a_person(state: State) -> str:
    if state.direction.forced_close is not None:
        return closed_under_pressure(state)
    if disputed := state.discrepancy:
        return f"{disputed.in_words('or')} in coup {disputed.coup}: decide"
    if state.reader.void:
        return void_in_words(state.reader.void)
    if doubted := doubted_coup(state):
        if state.phase in RUNNING and not state.doubted:
            return f"{doubt_in_short(doubted)}: confirm {doubted.number}, coup {doubted.coup}"
        behind = numbers_behind(state)
        return f"{doubted.number} in coup {doubted.coup}{behind and f', then {behind}'}: {doubts_in_words(doubted)}"
    return _paid_otherwise(state) or _of_the_float(state)


def _of_the_float(state: State) -> str:
    """What keeps bets from opening, said while none are."""
    if state.phase != "idle":
        return ""
    if float_is_due(state):
        return "The float is to be counted"
    return "The float differs: count it again, or say why" if float_differs(state) else ""


def _paid_otherwise(state: State) -> str:
    waiting = state.differences.open
    return f"{counted(len(waiting), 'payment')} paid otherwise: decide" if waiting else ""


def _of_the_coup(state: State) -> str:
    lying = len(state.bets)
    staked = sum(bet.amount for bet in state.bets)
    bound = sum(1 for bet in state.bets if bet.level)
    prison = f", {bound} in prison" if bound else ""
    match state.phase:
        case "betting" | "launched" | "bets_closed" if lying:
            players = len({bet.player for bet in state.bets})
            return f"{counted(lying, 'bet')}, {counted(players, 'player')}, {money(staked)}{prison}"
        case "betting":
            return f"Coup {state.coup}, no bets yet"
        case "launched" | "bets_closed":
            return f"Coup {state.coup}, no bets on the cloth"
        case "paying":
            return f"Coup {state.payments_open[0] if state.payments_open else state.coup} to be paid{prison}"
        case _:
            return f"Coup {state.coup + 1} comes next{prison}"


def reader_in_words(state: State) -> tuple[str, Tone]:
    """How numbers come in, or while the reader warns, of what."""
    warnings = warnings_in_words(state)
    if state.reader.state == "live" and warnings:
        return f"Reader: {', '.join(warnings)}", "due"
    return reader_standing(state)


def phase_in_words(state: State) -> str:
    """Where the coup stands, or what must be settled before it is paid."""
    if state.discrepancy is not None:
        return "Two numbers"
    if doubted := confirmed_next(state):
        return f"{doubt_in_short(doubted)}: confirm"
    if state.direction.suspension is not None:
        return "Suspended"
    return PHASES[state.phase]


def notices_of(state: State, rulebook: Rulebook) -> tuple[Notice, ...]:
    """The violations that stand at the table, the newest first, each with its clause as people cite it."""
    return tuple(
        Notice(capfirst(violation_sentence(each)), cited(rulebook, each.clause))
        for each in reversed(state.violations)
    )


def excused_of(state: State, rulebook: Rulebook) -> Notice | None:
    """Why whoever spins stays at the ball until the replacement, and by which clause; None if nobody does."""
    excused, rule = state.roster.excused, rulebook.time_at_ball
    if excused is None or state.spinner is None:
        return None
    what = f"{state.spinner.name} stays at the ball: {excused.words}"
    return Notice(what, cited(rulebook, rule.clause if rule else None))


def tile(table: GamingTable, state: State | None, rulebook: Rulebook, now: datetime) -> Tile:
    """The tile of a registered table, from its newest gaming day if it ever had one."""
    if state is None or state.phase == "closed":
        return Tile(
            code=table.code,
            name=table.name,
            fallen=drawn(state.number if state else None, rulebook),
            closed_because=_closed_because(state),
            forced=closed_under_pressure(state),
            tone="due" if state and state.direction.forced_close else "",
        )
    spinner, ball = spinner_meter(state, rulebook, now), ball_meter(state, rulebook, now)
    notices = notices_of(state, rulebook)
    reader, reader_tone = reader_in_words(state)
    closes_at = bets_close_at(state)
    return Tile(
        code=table.code,
        name=table.name,
        limits=limits_in_words(state.limits, rulebook),
        fallen=drawn(state.number, rulebook),
        phase=phase_in_words(state),
        subline=subline(state),
        waits=bool(_waits_for_a_person(state)),
        phase_since=state.direction.suspension.since if state.direction.suspension else state.phase_since,
        closes_at=closes_at if closes_at and now < closes_at else None,
        last=tuple(drawn(number, rulebook) for number in state.numbers),
        spinner=spinner,
        excused=excused_of(state, rulebook),
        ball=ball,
        coups_per_hour=coups_per_hour(state, now),
        coup=state.coup,
        reader=reader,
        reader_tone=reader_tone,
        reader_since=state.reader.since if state.reader.state == "silent" else None,
        forced=closed_under_pressure(state),
        notices=notices,
        tone=worst([_tone_of_play(state), _tone(spinner), _tone(ball)]),
    )


def worst(tones: Sequence[str]) -> Tone:
    """The tone that asks for an eye first."""
    return "broken" if "broken" in tones else "due" if "due" in tones else ""


def _tone_of_play(state: State) -> Tone:
    if state.violations or state.discrepancy is not None:
        return "broken"
    waits = (
        state.direction.forced_close,
        state.reader.void,
        doubted_coup(state),
        state.direction.suspension,
        state.roster.excused,
        state.differences.open,
        _of_the_float(state),
    )
    return "due" if any(waits) else ""


def _tone(meter: Meter | None) -> str:
    return meter.tone if meter else ""


def _closed_because(state: State | None) -> str:
    if state is None:
        return "Not yet opened."
    return f"Closed for {date.fromisoformat(state.day):%-d %b} after {counted(state.coup, 'coup')}."
