"""State folded from events: one small function for each type, none of which judges anything.

`fold` gives a day at any version; `evolve` takes it one event further. A recorded event is a fact, so nothing here
may fail on one: what could not be has been refused before it was recorded.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from tables.play import events as e
from tables.play.bound_stakes import bound_after
from tables.play.state import BetOnCloth, Discrepancy, OpenViolation, PendingChoice, Reader, State
from tables.roulette.rulebook import Rulebook

NUMBERS_KEPT = 20
REF_PREFIX = "b"


class Recorded(msgspec.Struct, frozen=True):
    """An event at its place in the stream."""

    event: e.Event
    version: int
    at: datetime


Step = Callable[[State, Any, Recorded, Rulebook], State]
STEPS: dict[type[e.Event], Step] = {}


def step(event_type: type[e.Event]) -> Callable[[Step], Step]:
    """Registers the function that folds events of this type."""

    def register(function: Step) -> Step:
        STEPS[event_type] = function
        return function

    return register


def evolve(state: State, recorded: Recorded, rulebook: Rulebook) -> State:
    """The state after this event. `rulebook` is the one, in the version, that the day was opened under."""
    folded = STEPS[type(recorded.event)](state, recorded.event, recorded, rulebook)
    return replace(folded, version=recorded.version)


def fold(recorded: Iterable[Recorded], rulebook: Rulebook, state: State | None = None) -> State:
    """The state after all of these events, from `state` or from nothing."""
    folded = state or State()
    for each in recorded:
        folded = evolve(folded, each, rulebook)
    return folded


@step(e.TableOpened)
def _table_opened(state: State, event: e.TableOpened, recorded: Recorded, _: Rulebook) -> State:
    return State(
        phase="idle",
        phase_since=recorded.at,
        table=event.table,
        day=event.day,
        opened_at=recorded.at,
        rulebook=event.rulebook,
        rulebook_version=event.rulebook_version,
        wheel=event.wheel,
        double=event.double,
        currency=event.currency,
        limits=event.limits,
        balls=event.balls,
        ball=event.ball,
        ball_since=recorded.at,
        ball_version=recorded.version,
        staff=event.staff,
        spinner=event.staff.get(event.spinner),
        spinner_since=recorded.at,
        number=event.last_number,
        last_direction=event.last_direction,
        numbers=event.numbers,
        reader=state.reader,
        bets=tuple(_lying(stake) for stake in event.bound),
        bets_numbered=max((_number_in(stake.ref) for stake in event.bound), default=0),
    )


def _lying(stake: e.CarriedStake) -> BetOnCloth:
    return BetOnCloth(
        ref=stake.ref, player=stake.player, bet=stake.bet, amount=stake.amount, level=stake.level
    )


def _number_in(ref: str) -> int:
    number = ref.removeprefix(REF_PREFIX)
    return int(number) if number.isdecimal() else 0


@step(e.BetsOpened)
def _bets_opened(state: State, event: e.BetsOpened, recorded: Recorded, _: Rulebook) -> State:
    lasting = tuple(violation for violation in state.violations if violation.lasting)
    return replace(
        state,
        phase="betting",
        phase_since=recorded.at,
        coup=event.coup,
        launches=0,
        rotor_direction=None,
        violations=lasting,
        reader=replace(state.reader, place_bets=False, void=()),
    )


@step(e.BetPlaced)
def _bet_placed(state: State, event: e.BetPlaced, recorded: Recorded, _: Rulebook) -> State:
    bet = BetOnCloth(
        ref=event.ref,
        player=event.player,
        bet=event.bet,
        amount=event.amount,
        distance=event.distance,
        excess=event.excess,
    )
    return replace(state, bets=(*state.bets, bet), bets_numbered=_number_in(event.ref))


@step(e.BetWithdrawn)
def _bet_withdrawn(state: State, event: e.BetWithdrawn, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, bets=tuple(bet for bet in state.bets if bet.ref != event.ref))


@step(e.LateBetSeen)
def _late_bet_seen(state: State, event: e.LateBetSeen, recorded: Recorded, _: Rulebook) -> State:
    return state


@step(e.BallLaunched)
def _ball_launched(state: State, event: e.BallLaunched, recorded: Recorded, _: Rulebook) -> State:
    launched = replace(state, launches=event.launch, rotor_direction=event.rotor_direction)
    if state.phase == "bets_closed" and not state.reader.void:
        return launched
    return replace(_without_void(launched), phase="launched", phase_since=recorded.at)


@step(e.LaunchFailed)
def _launch_failed(state: State, event: e.LaunchFailed, recorded: Recorded, _: Rulebook) -> State:
    return replace(_without_void(state), phase="betting", phase_since=recorded.at)


@step(e.BetsClosed)
def _bets_closed(state: State, event: e.BetsClosed, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, phase="bets_closed", phase_since=recorded.at, choices=())


@step(e.VoidSeen)
def _void_seen(state: State, event: e.VoidSeen, recorded: Recorded, _: Rulebook) -> State:
    seen = replace(state, reader=replace(state.reader, name=event.reader, void=event.reasons))
    return seen if state.phase == "betting" else replace(seen, phase="bets_closed", phase_since=recorded.at)


def _without_void(state: State) -> State:
    return replace(state, reader=replace(state.reader, void=()))


@step(e.CoupAnnulled)
def _coup_annulled(state: State, event: e.CoupAnnulled, recorded: Recorded, _: Rulebook) -> State:
    return replace(_without_void(state), phase="betting", phase_since=recorded.at)


@step(e.NumberFell)
def _number_fell(state: State, event: e.NumberFell, recorded: Recorded, rulebook: Rulebook) -> State:
    by_hand = rulebook.payment.by_hand and bool(state.bets)
    fallen = replace(
        _without_void(state),
        phase="paying" if by_hand else "idle",
        phase_since=recorded.at,
        number=event.number,
        number_coup=event.coup,
        number_source=event.source,
        number_doubts=("recovered",) * event.recovered + event.doubts,
        number_confirmed=False,
        announcement=event.announcement,
        numbers=(event.number, *state.numbers)[:NUMBERS_KEPT],
        last_direction=state.rotor_direction or state.last_direction,
        settled_bets=state.bets,
        payments_open=(*state.payments_open, event.coup) if by_hand else state.payments_open,
    )
    return _leave_only_bound(fallen, event.coup, event.number, rulebook)


def _leave_only_bound(state: State, coup: int, number: int, rulebook: Rulebook) -> State:
    """The cloth after the number: stakes in prison stay, and their owners may choose while they are asked."""
    bound = bound_after(rulebook, state.settled_bets, number)
    asked = tuple(PendingChoice(coup=coup, stake=stake) for stake in bound) if number == 0 else ()
    placed_since = tuple(bet for bet in state.bets if bet.ref not in {old.ref for old in state.settled_bets})
    return replace(state, bets=(*bound, *placed_since), choices=asked)


@step(e.NumberConfirmed)
def _number_confirmed(state: State, event: e.NumberConfirmed, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, number_confirmed=True, number_doubts=())


@step(e.DiscrepancyFound)
def _discrepancy_found(state: State, event: e.DiscrepancyFound, recorded: Recorded, _: Rulebook) -> State:
    found = Discrepancy(coup=event.coup, recorded=event.recorded, other=event.other)
    return replace(state, discrepancies=(*state.discrepancies, found))


@step(e.DiscrepancyResolved)
def _discrepancy_resolved(
    state: State, event: e.DiscrepancyResolved, recorded: Recorded, rulebook: Rulebook
) -> State:
    left = tuple(each for each in state.discrepancies if each.coup != event.coup)
    resolved = replace(state, discrepancies=left)
    if event.coup != state.number_coup:
        # Later coups have been played on the cloth that the first number left: that is put right by hand.
        return resolved
    resolved = replace(
        resolved,
        number=event.number,
        number_confirmed=True,
        number_doubts=(),
        announcement=event.announcement,
        numbers=(event.number, *state.numbers[1:]),
    )
    return _leave_only_bound(resolved, event.coup, event.number, rulebook)


@step(e.ResultsMissing)
def _results_missing(state: State, event: e.ResultsMissing, recorded: Recorded, _: Rulebook) -> State:
    return state


@step(e.PrisonChosen)
def _prison_chosen(state: State, event: e.PrisonChosen, recorded: Recorded, _: Rulebook) -> State:
    choices = tuple(
        replace(pending, choice=event.choice) if pending.stake.ref == event.ref else pending
        for pending in state.choices
    )
    chosen = replace(state, choices=choices)
    if event.choice == "partage":
        return replace(chosen, bets=tuple(bet for bet in state.bets if bet.ref != event.ref))
    asked = next(pending.stake for pending in state.choices if pending.stake.ref == event.ref)
    moved_to = event.choice.removeprefix("move:") if event.choice.startswith("move:") else asked.bet
    return replace(
        chosen,
        bets=tuple(replace(bet, bet=moved_to) if bet.ref == event.ref else bet for bet in state.bets),
    )


@step(e.PaymentsConfirmed)
def _payments_confirmed(state: State, event: e.PaymentsConfirmed, recorded: Recorded, _: Rulebook) -> State:
    paid = replace(state, payments_open=tuple(coup for coup in state.payments_open if coup != event.coup))
    if state.phase == "paying" and event.coup == state.coup:
        return replace(paid, phase="idle", phase_since=recorded.at)
    return paid


@step(e.BallChanged)
def _ball_changed(state: State, event: e.BallChanged, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        state, ball=event.ball, ball_since=recorded.at, ball_version=recorded.version, ball_warned=False
    )


@step(e.SpinnerChanged)
def _spinner_changed(state: State, event: e.SpinnerChanged, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, spinner=event.person, spinner_since=recorded.at)


@step(e.DeadlineWarned)
def _deadline_warned(state: State, event: e.DeadlineWarned, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, ball_warned=True)


@step(e.ViolationRaised)
def _violation_raised(state: State, event: e.ViolationRaised, recorded: Recorded, _: Rulebook) -> State:
    violation = OpenViolation(
        violation=event.violation,
        rule=event.rule,
        clause=event.clause,
        detail=event.detail,
        since=recorded.at,
        coup=event.coup,
        lasting=event.due_at is not None,
    )
    return replace(
        state, violations=(*state.violations, violation), violations_raised=state.violations_raised + 1
    )


@step(e.ViolationResolved)
def _violation_resolved(state: State, event: e.ViolationResolved, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        state, violations=tuple(each for each in state.violations if each.violation != event.violation)
    )


@step(e.ReaderChanged)
def _reader_changed(state: State, event: e.ReaderChanged, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        state,
        reader=replace(
            state.reader, name=event.reader, state=event.state, since=recorded.at, detail=event.detail
        ),
    )


@step(e.WheelWarned)
def _wheel_warned(state: State, event: e.WheelWarned, recorded: Recorded, _: Rulebook) -> State:
    standing = tuple(warning for warning in state.reader.warnings if warning not in event.warnings)
    warnings = standing if event.ended else (*standing, *event.warnings)
    return replace(state, reader=replace(state.reader, name=event.reader, warnings=warnings))


@step(e.RotorStarted)
def _rotor_started(state: State, event: e.RotorStarted, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, reader=replace(state.reader, place_bets=True))


@step(e.TableClosed)
def _table_closed(state: State, event: e.TableClosed, recorded: Recorded, _: Rulebook) -> State:
    return State(
        phase="closed",
        phase_since=recorded.at,
        table=state.table,
        day=state.day,
        opened_at=state.opened_at,
        rulebook=state.rulebook,
        rulebook_version=state.rulebook_version,
        wheel=state.wheel,
        double=state.double,
        currency=state.currency,
        limits=state.limits,
        balls=state.balls,
        ball=event.ball,
        staff=state.staff,
        coup=event.coups,
        number=event.last_number,
        last_direction=event.last_direction,
        numbers=event.numbers,
        carried=event.bound,
        violations_raised=state.violations_raised,
        reader=Reader(name=state.reader.name, state=state.reader.state, since=state.reader.since),
    )
