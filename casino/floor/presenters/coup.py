"""Parts of a coup outside of its phases: a hanging ball, late and moved bets, turns and directions of the launch."""

from collections.abc import Iterable, Sequence

import msgspec
from django.utils.translation import gettext

from casino.commands.signing import reserved_to
from casino.floor.forms.betting import REPEATED
from casino.floor.forms.coup import ROTATIONS
from casino.floor.presenters.answer import Answer
from casino.floor.presenters.reader import NULL_REASONS, fault_reason, null_reason, reason_wanting
from casino.kit.clauses import cited
from casino.kit.cloth.chips import LyingBet
from casino.kit.forms.fields import ticked
from casino.kit.sentences.lists import with_or
from casino.kit.sentences.words import word
from tables.play.betting.questions import is_late, is_new_bet, takes_bets
from tables.play.betting.repetition import repeaters_of
from tables.play.coup.questions import BALL_RUNS
from tables.play.payment.settled import bound_after
from tables.play.reader.observation import Rotation
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import Bet, parse_bet
from tables.roulette.rulebook import LateBetsRule, Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import written

OF_THE_HAND = (
    "player",
    "bet",
    "chip",
    "other",
    "distance",
    "layout",
    "on_behalf_of",
    "face_value",
    "called",
)
"""The fields of a bet that stay; the others are entered again."""

BREACHES = {
    "ball-with-wheel": "same-direction",
    "launch-before-payments": "launched-early",
}
"""Reason for a null coup by the breach of the launch, for rulebooks with that reason."""


class LateBet(msgspec.Struct, frozen=True, kw_only=True):
    """A late bet, to be accepted or refused.

    `fields` are the form fields that place it; `ticks` are its required repetitions, as field and words.
    """

    label: str
    fields: dict[str, str]
    ticks: tuple[tuple[str, str], ...]
    by: str
    clause: str


def coup_presenter(
    state: State, rulebook: Rulebook, answer: Answer | None, lying: Sequence[LyingBet]
) -> dict[str, object]:
    """Return the parts outside of the phases at an open table. An empty or None part has no place on the page.
    `lying` are the listed bets.
    """
    launch, runs = rulebook.launch, state.phase in BALL_RUNS
    hanging = rulebook.hanging_ball
    counts = launch.min_turns if runs else None
    announcements = rulebook.phases.announcements
    repetition = rulebook.repetition
    movable = _movable(state, rulebook, lying)
    return {
        "hangs_since": state.course.hangs_since,
        "hanging_clause": cited(rulebook, hanging.clause) if hanging else "",
        "may_hang": hanging is not None and runs and state.course.hangs_since is None,
        "min_turns": counts,
        "turns": tuple(range(counts + 1)) if counts else (),
        "turns_clause": cited(rulebook, launch.min_turns_clause) if counts else "",
        # The bets that may be moved, as reference and words.
        "movable": movable,
        "may_move": bool(movable),
        "move_ticks": _ticks(repetition.repeated_by) if repetition else (),
        "correction_clause": cited(rulebook, rulebook.corrections.clause) if rulebook.corrections else "",
        "late": _late(state, rulebook, answer),
        # The number that the ball is put back on at a null coup.
        "back_on": None if state.number is None else written(state.number),
        "reason_wanting": reason_wanting(state, rulebook.null_coup),
        # Called at a null coup, and when play goes on after it.
        "null_announcement": announcements["null_coup"],
        "resume_announcement": announcements["tout_va"],
        "stop_clause": cited(rulebook, rulebook.null_coup.stop_clause)
        if rulebook.null_coup.stop_clause
        else "",
        "null_by": reserved_to(rulebook.null_coup.decided_by, rulebook.null_coup.deputies),
        "null_clause": cited(rulebook, rulebook.phases.announcement_clauses["null_coup"]),
    }


def on_cloth(state: State, rulebook: Rulebook) -> tuple[tuple[Stake, ...], int | None]:
    """Return the bets to be drawn, and the number by which they are drawn as settled; None while a coup runs.

    The settled ones remain until bets are open again, except the lost ones once they are cleared; bets placed for
    the next coup meanwhile are among them. Where winning stakes stay, all bets after the payment are those of the
    next coup.
    """
    if state.phase not in ("paying", "idle") or not state.settled_bets or state.number is None:
        return state.bets, None
    new = tuple(bet for bet in state.bets if is_new_bet(state, bet.ref))
    paid = state.phase == "idle"
    if paid and (new or rulebook.payment.lies_on is not None):
        return state.bets, None
    bound = {bet.ref: bet for bet in state.bets}
    lay = tuple(bound.get(bet.ref, bet) for bet in state.settled_bets)
    if state.course.cleared == state.coup:
        stays = {bet.ref for bet in bound_after(state, state.number, rulebook)}
        lay = tuple(bet for bet in lay if bet.ref in stays or _won(bet, state, rulebook))
    return (*lay, *new), state.number


def _won(bet: Stake, state: State, rulebook: Rulebook) -> bool:
    parsed = parse_bet(bet.bet, rulebook, wheel=state.wheel)
    chips = [chip for chip, _ in parsed.chips] if isinstance(parsed, AnnouncedBet) else [parsed]
    return any(state.number in chip.numbers for chip in chips)


def proposed_null_reason(state: State, rulebook: Rulebook) -> str:
    """Return the rulebook's reason for a null coup that the launch suggests; empty if none does.

    First the reader's void, then its warnings, then too few turns, then the findings of the shift rules, then the
    reader's fault.
    """
    rule, launch = rulebook.null_coup, rulebook.launch
    by_reader = null_reason(state.void, rule)
    if by_reader is not None:
        return by_reader
    if state.phase not in BALL_RUNS:
        return ""
    warned = null_reason(tuple(each for each in state.reader.warnings if each in NULL_REASONS), rule)
    if warned is not None:
        return warned
    turns, launched_at = state.course.turns, state.course.launched_at
    if turns is not None and launch.min_turns is not None and turns < launch.min_turns:
        return launch.min_turns_reason or ""
    broken = (
        BREACHES.get(each.rule)
        for each in state.violations
        if each.coup == state.coup and launched_at is not None and each.since >= launched_at
    )
    found = next((reason for reason in broken if reason in rule.reasons), None)
    return found or fault_reason(state, rule) or ""


def _movable(state: State, rulebook: Rulebook, lying: Sequence[LyingBet]) -> tuple[tuple[str, str], ...]:
    if not takes_bets(state, rulebook) or rulebook.seats is not None:
        return ()
    return tuple((bet.ref, f"{bet.label}, {bet.amount}, {bet.who}") for bet in lying if bet.may_withdraw)


def _late(state: State, rulebook: Rulebook, answer: Answer | None) -> LateBet | None:
    rule = rulebook.late_bets
    entered = answer.entered if answer is not None and answer.refused else {}
    places = answer is not None and answer.place in ("place-bet", "accept-late-bet", "refuse-late-bet")
    if rule is None or not places or not is_late(state, rulebook) or not entered.get("bet"):
        return None
    if state.course.hangs_since is not None:  # nobody accepts one now
        return None
    try:
        bet = parse_bet(entered["bet"], rulebook, wheel=state.wheel)
    except Refused:
        return None
    return LateBet(
        label=describe_bet(rulebook, bet),
        fields={name: value for name, value in entered.items() if name in OF_THE_HAND},
        ticks=_ticks(_repeaters(rule, bet, rulebook, called=ticked(entered, "called"))),
        by=with_or([word("role", each) for each in (rule.accepted_by, *rule.deputies)]),
        clause=cited(rulebook, rule.clause),
    )


def _repeaters(
    rule: LateBetsRule, bet: Bet | AnnouncedBet, rulebook: Rulebook, *, called: bool
) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*repeaters_of(bet, rulebook, called=called), *rule.repeated_by)))


def _ticks(by: Iterable[str]) -> tuple[tuple[str, str], ...]:
    text = gettext("Repeated aloud by {who}")
    return tuple((f"{REPEATED}{each}", text.format(who=word("repeater", each))) for each in by)


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A button: `seen` where it runs that way, by the reader or by staff."""

    direction: Rotation
    words: str
    seen: bool


class Runs(msgspec.Struct, frozen=True, kw_only=True):
    """The rotating thing (`Wheel`), the field for its direction, and the directions."""

    what: str
    field: str
    ways: tuple[Way, ...]


class LaunchDirections(msgspec.Struct, frozen=True, kw_only=True):
    """Directions of this launch of this coup.

    Unless its ball is `running` the buttons are dead; they stay there, so that nothing on the page moves with a
    launch.
    """

    coup: int
    launch: int
    running: bool
    runs: tuple[Runs, ...]


def launch_directions(state: State, rulebook: Rulebook) -> LaunchDirections | None:
    """Return the directions; None if no rule needs them."""
    rule = rulebook.launch
    if not (rule.alternate or rule.against_wheel):
        return None
    runs = [_runs(gettext("Wheel"), "rotor_direction", state.rotor_direction)]
    if rule.against_wheel:
        runs.append(_runs(gettext("Ball"), "ball_direction", state.ball_direction))
    running = state.phase in BALL_RUNS and state.launches > 0
    return LaunchDirections(coup=state.coup, launch=state.launches, running=running, runs=tuple(runs))


def _runs(what: str, field: str, seen: Rotation | None) -> Runs:
    ways = (Way(direction=way, words=word("direction", way), seen=way == seen) for way in ROTATIONS)
    return Runs(what=what, field=field, ways=tuple(ways))
