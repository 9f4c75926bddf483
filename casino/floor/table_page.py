"""Everything that a table's page shows, from the table's state, its rulebook and the clock."""

from collections.abc import Set
from datetime import datetime

import msgspec
from django.utils.safestring import SafeString

from casino.floor.asking import Answer
from casino.floor.beside import LaidBeside, laid_beside
from casino.floor.cash import CashShown, cash_shown
from casino.floor.change import ChangeShown, change_shown
from casino.floor.colours import ColoursShown, colours_shown
from casino.floor.company import Companies, companies
from casino.floor.costs import Exposure, exposure, worst_in_words
from casino.floor.course import CourseShown, course_shown, on_cloth, proposed_null_reason
from casino.floor.direction import DirectionShown, direction_shown
from casino.floor.float_count import FloatShown, float_shown
from casino.floor.held import HeldShown, held_shown
from casino.floor.launch_directions import LaunchDirections, launch_directions
from casino.floor.limits_form import LimitsPanel, limits_panel
from casino.floor.live_table import LiveShown, live_shown
from casino.floor.meters import Tone
from casino.floor.next_step import NextStep, PhaseStep, confirm_number, next_step, phase_strip
from casino.floor.number_pad import number_pad
from casino.floor.payments import ShownSheet
from casino.floor.prison_asked import PrisonAsked, prison_asked
from casino.floor.put_right import PutRight, put_right
from casino.floor.reader_words import (
    NumberWaits,
    Saying,
    doubted_coup,
    number_waits,
    reader_sayings,
    reader_standing,
)
from casino.floor.staff import StaffShown, staff_shown
from casino.floor.tile import Tile, tile
from casino.kit.clauses import cited
from casino.kit.cloth.chips import Chip, LyingBet, chips, lying_bets
from casino.kit.cloth.drawing import Place, Square, places, square
from casino.kit.hand import Hand, hand
from casino.kit.limits import LimitRow, announced_rows, limits_in_force
from casino.kit.money import counted
from casino.kit.sentences import TableNames, sentence_of
from casino.kit.table_snapshot import Fallen, drawn
from tables.handling.models import GamingTable
from tables.play.betting.questions import is_late, is_new_bet, may_withdraw, takes_bets
from tables.play.commands import CloseTable
from tables.play.day.questions import left_open, to_be_done
from tables.play.events import ForcedClose
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """A table's page. `tile` is the same table as the floor shows it, `rulebook` what its day is played by."""

    tile: Tile
    rulebook: Rulebook
    reader: tuple[str, Tone]
    sayings: tuple[Saying, ...]
    title: str
    day: str
    version: int
    currency: str
    announcement: str
    phases: tuple[PhaseStep, ...]
    next: NextStep | None
    directions: LaunchDirections | None
    running: bool
    hand: Hand
    chips: tuple[Chip, ...]
    beside: tuple[LaidBeside, ...]
    exposure: tuple[Exposure, ...]
    worst: str
    bets: tuple[LyingBet, ...]
    takes_bets: bool
    may_withdraw: frozenset[str]
    """The bets that are taken off now, by their references."""
    bets_of: str
    """What the list of bets is called: the coup's, or the next one's where they lie for it."""
    last_bet: LyingBet | None
    prison: tuple[PrisonAsked, ...]
    disputed_numbers: list[Fallen]
    waiting: NumberWaits | None
    """The reader's number that waits for a person, while bets lie."""
    doubt: NextStep | None
    """A past coup's number to be confirmed while the next coup runs; between coups it is the next step itself."""
    asked_coup: str
    """The coup that the keypad gives the number of, where it is not the one at hand."""
    sheet: ShownSheet | None
    limits: LimitsPanel
    announced_limits: tuple[LimitRow, ...]
    companies: Companies | None
    direction: DirectionShown
    float: FloatShown | None
    put_right: PutRight
    change: ChangeShown | None
    cash: CashShown | None
    held: HeldShown | None
    null_reasons: dict[str, str]
    null_reason: str
    """The one that speaks from the launch: what the reader gives, or what it breaks."""
    course: CourseShown
    handed_on: str
    to_be_done: tuple[str, ...]
    """What keeps the table from closing, whoever orders otherwise."""
    left_open: tuple[str, ...]
    """What waits for people and would be left open by a close under pressure."""
    forced_close: ForcedClose | None
    """How the last day was closed under pressure, while nobody has said how that was reconciled."""
    left_by_force: tuple[str, ...]
    """What that left open."""
    other_balls: tuple[str, ...]
    ball_change_clause: str
    live: LiveShown | None
    staff: tuple[tuple[str, str], ...]
    """Everybody who is known at the table, by identifier and name."""
    spinner_id: str
    roster: StaffShown
    colours: ColoursShown
    pad: SafeString
    answer: Answer | None
    refused_at: Place | None
    replay_gone: bool
    """What was asked about a replay is no longer offered on the sheet, so its answer has no place there."""
    late_chip: bool
    marker: Square | None
    """The number's square, while the marker is on it: until the coup is paid and bets are open again."""


def table_page(
    table: GamingTable,
    state: State,
    rulebook: Rulebook,
    now: datetime,
    *,
    sees: Set[str],
    sheet: ShownSheet | None = None,
    answer: Answer | None = None,
) -> TablePage:
    """The page of an open table for somebody who `sees` these kinds of content. `sheet` is its last coup's payout
    sheet, `answer` what is said to who asked."""
    laid, won_by = on_cloth(state, rulebook)
    running = state.phase in ("betting", "launched", "bets_closed")
    exposed = exposure(state, rulebook, sees) if running else ()
    to_pay = f"{sheet.to_pay}, coup {sheet.sheet.coup}" if sheet else f"Coup {state.coup}"
    takes = takes_bets(state, rulebook)
    names = TableNames(rulebook, state)
    proposed = proposed_null_reason(state, rulebook)
    lying = lying_bets(state.bets, rulebook, state.wheel)
    doubted = doubted_coup(state)
    next_ = next_step(state, rulebook, to_pay, proposed=proposed)
    return TablePage(
        tile=tile(table, state, rulebook, now),
        rulebook=rulebook,
        reader=reader_standing(state),
        sayings=reader_sayings(state),
        title=f"{table.name}, {'double' if state.double else 'single'}",
        day=state.day,
        version=state.version,
        currency=state.currency,
        announcement=state.announcement,
        phases=phase_strip(state),
        next=next_,
        directions=launch_directions(state, rulebook),
        running=running,
        hand=hand(state, rulebook, laid),
        chips=chips(
            laid,
            rulebook,
            state.wheel,
            won_by,
            new=[bet.ref for bet in laid if won_by is not None and is_new_bet(state, bet.ref)],
        ),
        beside=laid_beside(laid, rulebook, state.wheel, won_by),
        exposure=exposed,
        worst=worst_in_words(exposed, state.bets) if running and "payouts" in sees else "",
        bets=lying,
        bets_of=_bets_of(state, running=running),
        takes_bets=takes,
        may_withdraw=frozenset(bet.ref for bet in state.bets if may_withdraw(state, bet, rulebook)),
        last_bet=next((bet for bet in lying if not bet.level and not bet.lies_on), None) if takes else None,
        prison=prison_asked(state, rulebook, sees),
        disputed_numbers=_disputed_numbers(state, rulebook),
        waiting=number_waits(state),
        doubt=confirm_number(doubted) if doubted and running and not state.doubted else None,
        asked_coup=next_.values.get("coup", "") if next_ else "",
        sheet=sheet,
        limits=limits_panel(state, rulebook),
        announced_limits=announced_rows(limits_in_force(state, rulebook), rulebook, state.wheel),
        companies=companies(state, rulebook),
        direction=direction_shown(state, rulebook),
        float=float_shown(state, sees),
        put_right=put_right(state, rulebook, answer.asked.get("dispute", "") if answer else ""),
        change=change_shown(state, rulebook, sees),
        cash=cash_shown(state, rulebook, sees),
        held=held_shown(state, rulebook, sees, answer.asked.get("ref", "") if answer else ""),
        null_reasons=rulebook.null_coup.reasons,
        null_reason=proposed,
        course=course_shown(state, rulebook, answer),
        handed_on=_handed_on(state),
        to_be_done=tuple(sentence_of(each, names) for each in to_be_done(state, rulebook)),
        left_open=tuple(sentence_of(each, names) for each in left_open(state, CloseTable(), rulebook)),
        forced_close=state.direction.forced_close,
        left_by_force=tuple(sentence_of(each, names) for each in state.direction.forced_close.left)
        if state.direction.forced_close
        else (),
        other_balls=tuple(ball.name for ball in state.balls if ball.name != state.ball),
        ball_change_clause=_ball_change_clause(rulebook),
        staff=tuple((person.id, person.name) for person in known_at(state)),
        spinner_id=state.spinner.id if state.spinner else "",
        roster=staff_shown(state, rulebook),
        colours=colours_shown(state, rulebook, sees),
        live=live_shown(state, rulebook),
        pad=number_pad(rulebook),
        answer=answer,
        refused_at=_refused_at(answer, rulebook),
        replay_gone=_replay_gone(answer, sheet),
        late_chip=is_late(state, rulebook),
        marker=_marker(state, rulebook),
    )


def _marker(state: State, rulebook: Rulebook) -> Square | None:
    """Where the last number lies on the cloth, as long as it is marked there (pt-americana/23, pt-francesa/15)."""
    last = state.last_coup
    if last is None or (state.phase not in ("paying", "idle") and last.coup not in state.payments_open):
        return None
    return square(last.number, rulebook.reds)


def _bets_of(state: State, *, running: bool) -> str:
    """What the list of bets is called, with how many they are."""
    if not state.bets:
        return "Bets"
    if running:
        return f"Bets, {len(state.bets)}"
    return f"For coup {state.coup + 1}: {counted(len(state.bets), 'bet')}"


def _disputed_numbers(state: State, rulebook: Rulebook) -> list[Fallen]:
    return [drawn(number, rulebook) for number in state.discrepancy.numbers] if state.discrepancy else []


def _handed_on(state: State) -> str:
    """What closing the day now would hand to the next one, beside number and direction."""
    bound = sum(1 for bet in state.bets if bet.level)
    held = len(state.held.items)
    said = [f"{counted(bound, 'stake')} in prison"] if bound else []
    said += [f"{held} held that nobody claimed"] if held else []
    return " and ".join(said)


def _ball_change_clause(rulebook: Rulebook) -> str:
    rule = rulebook.ball_change
    return cited(rulebook, rule.clause) if rule and rule.announced else ""


def _refused_at(answer: Answer | None, rulebook: Rulebook) -> Place | None:
    """The place on the cloth of a bet that was refused, to be marked there."""
    if answer is None or not answer.refused or answer.place != "place-bet":
        return None
    return next((place for place in places(rulebook) if place.code == answer.asked.get("bet")), None)


def _replay_gone(answer: Answer | None, sheet: ShownSheet | None) -> bool:
    if answer is None or answer.place != "replay-bet":
        return False
    ways = sheet.ways.get(answer.asked.get("ref", ""), ()) if sheet else ()
    return answer.asked.get("replay") not in {way.kind for way in ways}
