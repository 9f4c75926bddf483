"""A table on the floor, for a glance of the pit boss."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from casino.floor.presenters.cloth import bets_in_words, players_in_words
from casino.floor.presenters.live_seats import bets_close_at
from casino.floor.presenters.meters import Meter, Tone, ball_meter, spinner_meter
from casino.floor.presenters.money_so_far import MoneySoFar
from casino.floor.presenters.notices import (
    Notice,
    SeenBy,
    excused_of,
    notices_of,
    shown_alerts,
    warnings_of,
)
from casino.floor.presenters.reader import (
    and_then,
    confirmed_next,
    doubt_in_short,
    doubted_coup,
    doubts_in_words,
    either_number,
    numbers_behind,
    reader_line,
    reader_standing,
    void_in_words,
    warnings_in_words,
)
from casino.floor.presenters.several_readers import witness_away
from casino.floor.presenters.staff import BallDue
from casino.kit.drawn_number import Fallen, drawn, number_html
from casino.kit.money import count, money, plain
from casino.kit.sentences import listed
from casino.kit.sentences.words import word
from casino.kit.template_filters import gaming_day
from tables.handling.deadlines.listing import OpenDeadline
from tables.handling.models import GamingTable
from tables.play.float.questions import float_differs, float_is_due
from tables.play.state import RUNNING, State
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.wheel import written


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the floor shows it. A table that is not open has `closed_because` and little else."""

    code: str
    name: str
    pit: str = ""
    rulebook: str = ""
    day: str = ""
    limits: str = ""
    fallen: Fallen
    phase: str = ""
    subline: str = ""
    waits: bool = False
    """True if the subline is a task for a person."""
    phase_since: datetime | None = None
    closes_at: datetime | None = None
    """Time of a round's last bet."""
    last: tuple[Fallen, ...] = ()
    spinner: Meter | None = None
    excused: Notice | None = None
    """The dealer's longer stay at the ball, as long as it lasts."""
    ball: Meter | None = None
    coups_per_hour: int | None = None
    pace_target: int | None = None
    """Coups an hour that the casino wants of it, if it has a target."""
    pace_percent: int = 20
    """Permitted shortfall, in per cent."""
    fast_percent: int = 50
    """Permitted excess, in per cent."""
    in_use: str = ""
    """Number of colours, seats or players in play, in words."""
    money: MoneySoFar | None = None
    """Turnover and result; None if the viewer may not see them, or for a table that never opened."""
    ball_due: BallDue | None = None
    """Next person at the ball, for a viewer who may confirm the change."""
    coup: int = 0
    reader: str = ""
    reader_tone: Tone = ""
    reader_since: datetime | None = None
    notices: tuple[Notice, ...] = ()
    alerts: tuple[Notice, ...] = ()
    warnings: tuple[Notice, ...] = ()
    """Deadlines that are near, the next first."""
    tone: Tone = ""
    closed_because: str = ""
    forced: str = ""
    """The emergency close in words, until somebody explains how it was reconciled."""
    alarm: str = ""
    """Most urgent matter, short enough for a compact tile; empty without one."""
    needs_somebody: bool = False
    """True if somebody of the pit must act here, beyond acknowledged matters."""

    @property
    def unseen(self) -> Notice | None:
        """The newest violation that nobody of the staff has acknowledged; where there is none, the newest alert or the
        next warning."""
        standing = (*self.notices, *self.alerts, *self.warnings)
        return next((notice for notice in standing if notice.is_new), None)

    @property
    def is_new(self) -> bool:
        """Return True if a violation is open that nobody of the staff has acknowledged."""
        return any(notice.is_new for notice in self.notices)

    @property
    def takes_over_now(self) -> bool:
        """Return True if the ball should be passed on now: by the rota, or by the rule on the spinner."""
        return self.ball_due is not None and (
            self.ball_due.overdue or bool(self.spinner and self.spinner.tone)
        )

    @property
    def off_pace(self) -> bool:
        """True if it plays slower or faster than the casino wants, by as much as would be an alert."""
        pace, target = self.coups_per_hour, self.pace_target
        if pace is None or not target:
            return False
        slow = bool(self.pace_percent) and pace * 100 < target * (100 - self.pace_percent)
        return slow or (bool(self.fast_percent) and pace * 100 > target * (100 + self.fast_percent))

    @property
    def last_html(self) -> SafeString:
        """The last numbers, the newest first."""
        return numbers_html(self.last)

    @property
    def five_before_html(self) -> SafeString:
        """Return the five numbers before the last one."""
        return numbers_html(self.last[1:6])


def numbers_html(numbers: Sequence[Fallen]) -> SafeString:
    """Return numbers as they are drawn, in a row."""
    return SafeString("".join(map(number_html, numbers)))


def limits_in_words(limits: Limits | None, rulebook: Rulebook) -> str:
    """Smallest stake and largest on a number, as on the table's card: `5 – 150`."""
    if limits is None:
        return ""
    most = maximum_for(rulebook, limits, "plein") if "plein" in rulebook.bets else None
    if most:
        return f"{plain(limits.minimum, rulebook.currency)} – {plain(most, rulebook.currency)}"
    return gettext("from {minimum}").format(minimum=plain(limits.minimum, rulebook.currency))


def coups_per_hour(state: State, now: datetime) -> int | None:
    """Return the day's pace; None in its first five minutes, when it would mean nothing."""
    if state.opened_at is None:
        return None
    hours = (now - state.opened_at).total_seconds() / 3600
    return round(state.coup / hours) if hours > 1 / 12 else None


def closed_under_pressure(state: State | None) -> str:
    """Return the words of an emergency close and its open blockers; empty without one, or after its explanation."""
    forced = state.direction.forced_close if state else None
    if forced is None:
        return ""
    return gettext("Emergency close, to be reconciled: {left}").format(left=listed(forced.left))


def _waits_for_a_person(state: State) -> str:
    if state.direction.forced_close is not None:
        return closed_under_pressure(state)
    if disputed := state.discrepancy:
        return gettext("{numbers} in coup {coup}: decide").format(
            numbers=either_number(disputed), coup=disputed.coup
        )
    if state.void:
        return void_in_words(state.void)
    if doubted := doubted_coup(state):
        if state.phase in RUNNING and not state.doubted:
            return gettext("{doubt}: confirm {number}, coup {coup}").format(
                doubt=doubt_in_short(doubted), number=written(doubted.number), coup=doubted.coup
            )
        waits = gettext("{number} in coup {coup}").format(number=written(doubted.number), coup=doubted.coup)
        return f"{and_then(waits, numbers_behind(state))}: {doubts_in_words(doubted)}"
    return _discrepancies(state) or _of_the_float(state)


def _of_the_float(state: State) -> str:
    """Return the words for a float that keeps bets from opening; empty if it does not, or after bets opened."""
    if state.phase != "idle":
        return ""
    if float_is_due(state):
        return gettext("The float is to be counted")
    return gettext("The float differs: count it again, or say why") if float_differs(state) else ""


def _discrepancies(state: State) -> str:
    waiting = len(state.differences.open)
    text = ngettext(
        "{count} payment paid differently: decide", "{count} payments paid differently: decide", waiting
    )
    return text.format(count=count(waiting)) if waiting else ""


def _of_the_coup(state: State) -> str:
    lying = len(state.bets)
    staked = sum(bet.amount for bet in state.bets)
    bound = sum(1 for bet in state.bets if bet.level)
    prison = ", " + gettext("{count} in prison").format(count=count(bound)) if bound else ""
    match state.phase:
        case "betting" | "launched" | "bets_closed" if lying:
            players = len({bet.player for bet in state.bets})
            return f"{bets_in_words(lying)}, {players_in_words(players)}, {money(staked, state.currency)}{prison}"
        case "betting":
            return gettext("Coup {coup}, no bets yet").format(coup=state.coup)
        case "launched" | "bets_closed":
            return gettext("Coup {coup}, no bets on the cloth").format(coup=state.coup)
        case "paying":
            coup = state.payments_open[0] if state.payments_open else state.coup
            return gettext("Coup {coup} to be paid").format(coup=coup) + prison
        case _:
            return gettext("Coup {coup} comes next").format(coup=state.coup + 1) + prison


def reader_in_words(state: State) -> tuple[str, Tone]:
    """Return the warnings of a live reader, or else the source of numbers, with a tone."""
    warnings = warnings_in_words(state)
    if state.reader.state == "live" and warnings:
        return reader_line(", ".join(warnings)), "due"
    if state.reader.state == "live" and (away := witness_away(state)):
        return away, "due"
    return reader_standing(state)


def phase_in_words(state: State) -> str:
    """Return the phase of the coup, or the thing to be settled before it is paid."""
    if state.discrepancy is not None:
        return gettext("Two numbers")
    if doubted := confirmed_next(state):
        return gettext("{doubt}: confirm").format(doubt=doubt_in_short(doubted))
    if state.direction.suspension is not None:
        return gettext("Suspended")
    return word("phase", state.phase)


def tile(
    table: GamingTable,
    state: State | None,
    rulebook: Rulebook,
    now: datetime,
    *,
    due: Sequence[OpenDeadline] = (),
    seen: SeenBy | None = None,
    alerts: Sequence[Notice] = (),
    so_far: MoneySoFar | None = None,
    takes_over: BallDue | None = None,
) -> Tile:
    """Return the tile of a registered table, from its newest gaming day if it ever had one; `due` are its open
    deadlines, `alerts` its open alerts.
    """
    alerts = shown_alerts(alerts, state.day if state else "")
    new_alert = next((each.label for each in alerts if each.is_new), "")
    if state is None or state.phase == "closed":
        forced = closed_under_pressure(state)
        return Tile(
            code=table.code,
            name=table.name,
            pit=table.pit,
            rulebook=rulebook.id,
            fallen=drawn(state.number if state else None, rulebook),
            closed_because=_closed_because(state),
            forced=forced,
            alerts=alerts,
            money=so_far,
            alarm=forced or new_alert,
            needs_somebody=bool(forced or new_alert),
            tone="due" if forced or new_alert else "",
        )
    spinner, ball = spinner_meter(state, rulebook, now), ball_meter(state, rulebook, now)
    notices = notices_of(state, rulebook, seen)
    reader, reader_tone = reader_in_words(state)
    closes_at = bets_close_at(state)
    waits = _waits_for_a_person(state)
    warnings = warnings_of(state, due)
    of_play, times = _tone_of_play(state), worst([_tone(spinner), _tone(ball)])
    known = bool(warnings) and not any(warning.is_new for warning in warnings)
    needs = bool(of_play) or times == "broken" or (times == "due" and not known)
    return Tile(
        code=table.code,
        name=table.name,
        pit=table.pit,
        rulebook=rulebook.id,
        day=state.day,
        limits=limits_in_words(state.limits, rulebook),
        fallen=drawn(state.number, rulebook),
        phase=phase_in_words(state),
        subline=waits or _of_the_coup(state),
        waits=bool(waits),
        phase_since=state.direction.suspension.since if state.direction.suspension else state.phase_since,
        closes_at=closes_at if closes_at and now < closes_at else None,
        last=tuple(drawn(number, rulebook) for number in state.numbers),
        spinner=spinner,
        excused=excused_of(state, rulebook),
        ball=ball,
        coups_per_hour=coups_per_hour(state, now),
        pace_target=table.pace_target,
        pace_percent=table.alert_pace_percent,
        fast_percent=table.alert_fast_percent,
        in_use=in_use(state),
        money=so_far,
        ball_due=takes_over,
        coup=state.coup,
        reader=reader,
        reader_tone=reader_tone,
        reader_since=state.reader.since if state.reader.state == "silent" else None,
        forced=closed_under_pressure(state),
        notices=notices,
        alerts=alerts,
        warnings=warnings,
        alarm=_alarm((*notices, *alerts), waits, spinner, ball),
        needs_somebody=needs or any(notice.is_new for notice in (*notices, *alerts, *warnings)),
        tone="broken" if notices else worst([of_play, times, *("due" for _ in (*alerts, *warnings))]),
    )


def in_use(state: State) -> str:
    """Return the number of colours or seats in play, in words; else the players of the running or last coup.

    Empty if nobody plays.
    """
    if state.colours.registered:
        playing = len(state.colours.in_play)
        text = ngettext(
            "{count} colour in play, {free} free", "{count} colours in play, {free} free", playing
        )
        return text.format(count=count(playing), free=count(len(state.colours.free)))
    if seats := sum(1 for seat in state.live.seats.values() if seat.taken):
        return ngettext("{count} seat taken", "{count} seats taken", seats).format(count=count(seats))
    players = len({bet.player for bet in state.bets or state.settled_bets})
    return players_in_words(players) if players else ""


def _alarm(notices: Sequence[Notice], waits: str, spinner: Meter | None, ball: Meter | None) -> str:
    """Return the one thing that needs an eye first: an unseen notice, then something that waits for a person, then a
    time that is over or nearly, and last a seen notice.
    """
    unseen = next((notice.label for notice in notices if notice.is_new), "")
    times = sorted(
        (meter for meter in (spinner, ball) if meter and meter.tone), key=lambda each: each.tone != "broken"
    )
    late = next((f"{meter.label} {_minutes(meter)}" for meter in times), "")
    return unseen or waits or late or (notices[0].label if notices else "")


def _minutes(meter: Meter) -> str:
    return gettext("{minutes} min").format(minutes=meter.minutes)


def worst(tones: Sequence[str]) -> Tone:
    """The tone that asks for an eye first."""
    return "broken" if "broken" in tones else "due" if "due" in tones else ""


def _tone_of_play(state: State) -> Tone:
    """Return the urgency of play, without the open violations."""
    if state.discrepancy is not None:
        return "broken"
    waits = (
        state.direction.forced_close,
        state.void,
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
        return gettext("Not yet opened.")
    text = ngettext(
        "Closed for {day} after {count} coup.", "Closed for {day} after {count} coups.", state.coup
    )
    return text.format(day=gaming_day(state.day), count=count(state.coup))
