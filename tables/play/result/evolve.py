"""Changes by numbers and their consequences: second reports, disputes, payments, prison."""

from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.betting.staying import lie_on
from tables.play.colours.chips_out import settled_for_good
from tables.play.coup.questions import ball_ran
from tables.play.coup.transitions import heard, stopped, unpaid
from tables.play.evolving import Recorded, evolves
from tables.play.held.uncollected import with_paid_wins, without_wins_of
from tables.play.live.wins import played_round
from tables.play.payment.prizes import due_of_last
from tables.play.reader.state import NumberReport
from tables.play.reader.transitions import reports_brought_forward, with_report, without_void
from tables.play.result.questions import REPEATED
from tables.play.result.reports import is_witness
from tables.play.result.transitions import brought_forward, leave_what_stays, waiting_after
from tables.play.state import Discrepancy, DoubtedNumber, PastCoup, Replayed, State
from tables.roulette.rulebook import Rulebook

NUMBERS_KEPT = 20


COUPS_KEPT = 32


@evolves(e.NumberFell)
def _number_fell(state: State, event: e.NumberFell, recorded: Recorded, rulebook: Rulebook) -> State:
    by_hand = rulebook.payment.by_hand and bool(state.bets)
    past = PastCoup(
        coup=event.coup,
        number=event.number,
        source=event.source,
        game=state.game if is_witness(state, event.reader) else event.game or state.game,
        awaits_reader=event.source == "staff" or is_witness(state, event.reader),
        doubts=event.doubts,
        had_bets=bool(state.bets),
        fell_at=recorded.at,
        reader=event.reader,
    )
    reported = with_report(state, _report(event, event.number, recorded))
    running = without_void(reported)
    if not is_witness(state, event.reader):
        running = heard(running, event.source)
    fallen = replace(
        running,
        phase="paying" if by_hand else "idle",
        phase_since=recorded.at,
        number=event.number,
        past=(*running.past, past)[-COUPS_KEPT:],
        announcement=event.announcement,
        numbers=(event.number, *state.numbers)[:NUMBERS_KEPT],
        last_direction=state.rotor_direction,
        last_ball_direction=ball_ran(state),
        settled_bets=state.bets,
        settled_limits=state.limits,
        settled_groups=state.groups,
        bets=(),
        played_in_groups=_played_in_groups(state),
        replayed=(),
        colours=settled_for_good(running, rulebook),
        held=replace(state.held, paid=with_paid_wins(state, event.coup, rulebook)),
        course=replace(stopped(running.course), due=(*running.course.due, *due_of_last(running, rulebook))),
        live=played_round(state.live, event.coup),
        doubted=waiting_after(running, event.coup),
        dismissed=(),
        payments_open=(*state.payments_open, event.coup) if by_hand else state.payments_open,
    )
    lying = replace(fallen, bets=lie_on(fallen, event.number, rulebook))
    return leave_what_stays(lying, event.coup, rulebook, may_choose=True)


def _played_in_groups(state: State) -> tuple[str, ...]:
    """Return the players who have played in a group by now: those of each group with a free bet at this number too."""
    if not state.groups:
        return state.played_in_groups
    owners = {bet.owner for bet in state.bets if not bet.level}
    now = (player for members in state.groups if not owners.isdisjoint(members) for player in members)
    return tuple(dict.fromkeys((*state.played_in_groups, *now)))


def _report(
    event: e.NumberFell | e.NumberDoubted | e.NumberConfirmed | e.DiscrepancyFound,
    number: int,
    recorded: Recorded,
) -> NumberReport:
    return NumberReport(
        number=number,
        at=recorded.at,
        source=event.source,
        reader=event.reader,
        coup=event.coup,
        game=event.game,
    )


def _compared(
    state: State, event: e.NumberConfirmed | e.DiscrepancyFound, report: NumberReport, **changes: Any
) -> State:
    """Return the state after a second report of a past coup. Once the primary reader reports, it owes no older one."""
    state = with_report(state, report)
    by_primary = event.source == "reader" and not is_witness(state, event.reader)
    past = []
    for each in state.past:
        if each.coup == event.coup:
            heard_of = {"game": each.game or event.game, "awaits_reader": False} if by_primary else {}
            past.append(replace(each, **heard_of, **changes))
        elif each.coup < event.coup and event.game is not None and by_primary:
            past.append(replace(each, awaits_reader=False))
        else:
            past.append(each)
    return replace(state, past=tuple(past))


@evolves(e.NumberDoubted)
def _number_doubted(state: State, event: e.NumberDoubted, recorded: Recorded, _: Rulebook) -> State:
    waiting = DoubtedNumber(
        number=event.number,
        doubts=event.doubts,
        game=event.game,
        running=event.running,
        coup=event.coup,
        at=recorded.at,
        launch=(state.coup, state.launches),
        reader=event.reader,
    )
    reported = with_report(state, _report(event, event.number, recorded))
    return replace(reported, doubted=(*state.doubted, waiting))


@evolves(e.WitnessReported)
def _witness_reported(state: State, event: e.WitnessReported, recorded: Recorded, _: Rulebook) -> State:
    report = NumberReport(
        number=event.number,
        at=recorded.at,
        reader=event.reader,
        coup=event.coup,
        game=event.game,
        certain=not event.doubts,
    )
    return _joined(with_report(state, report, role="witness"), report)


@evolves(e.DoubtDismissed)
def _doubt_dismissed(state: State, event: e.DoubtDismissed, recorded: Recorded, _: Rulebook) -> State:
    repeated = tuple(each.number for each in state.waiting if REPEATED in each.doubts)
    dismissed = tuple(sorted({*state.dismissed, *repeated}))
    return replace(
        reports_brought_forward(state, event.coup),
        doubted=brought_forward(state, event.coup),
        dismissed=dismissed,
    )


@evolves(e.NumberConfirmed)
def _number_confirmed(state: State, event: e.NumberConfirmed, recorded: Recorded, _: Rulebook) -> State:
    report = _report(event, event.number, recorded)
    # A witness agrees; that staff has looked at the number is another thing.
    looked = {} if is_witness(state, event.reader) else {"confirmed": True}
    return _joined(_compared(state, event, report, doubts=(), **looked), report)


def _joined(state: State, report: NumberReport) -> State:
    """Return the state with one more source for a number of a disputed coup."""
    return replace(
        state,
        discrepancies=tuple(
            replace(each, reports=(*each.reports, report)) if each.coup == report.coup else each
            for each in state.discrepancies
        ),
    )


@evolves(e.DiscrepancyFound)
def _discrepancy_found(state: State, event: e.DiscrepancyFound, recorded: Recorded, _: Rulebook) -> State:
    report = _report(event, event.other, recorded)
    reported = _compared(state, event, report)
    if all(each.coup != event.coup for each in state.discrepancies):
        found = Discrepancy(
            coup=event.coup,
            recorded=event.recorded,
            others=(event.other,),
            reports=(*_reports_before(state, event), report),
        )
        return replace(reported, discrepancies=(*state.discrepancies, found))
    disputed = tuple(
        replace(each, others=(*each.others, event.other)) if each.coup == event.coup else each
        for each in state.discrepancies
    )
    return _joined(replace(reported, discrepancies=disputed), report)


def _reports_before(state: State, event: e.DiscrepancyFound) -> tuple[NumberReport, ...]:
    """Return the sources of the recorded number: the first one, and readers that agreed with it."""
    first = [
        NumberReport(number=past.number, at=past.fell_at, source=past.source, reader=past.reader)
        for past in state.past
        if past.coup == event.coup and past.fell_at is not None
    ]
    agreed = [
        report
        for name, reader in sorted(state.readers.items())
        for report in reader.reported
        if report.coup == event.coup
        and report.number == event.recorded
        and name not in (event.reader, *(each.reader for each in first))
    ]
    return (*first, *agreed)


@evolves(e.DiscrepancyResolved)
def _discrepancy_resolved(
    state: State, event: e.DiscrepancyResolved, recorded: Recorded, rulebook: Rulebook
) -> State:
    left = tuple(each for each in state.discrepancies if each.coup != event.coup)
    stood = next((past for past in state.past if past.coup == event.coup), None)
    past = tuple(
        replace(each, number=event.number, confirmed=True, doubts=()) if each.coup == event.coup else each
        for each in state.past
    )
    resolved = replace(state, discrepancies=left, past=past)
    if stood is None or stood.number == event.number:
        return resolved
    return _put_right(resolved, stood, event, rulebook)


def _put_right(state: State, stood: PastCoup, event: e.DiscrepancyResolved, rulebook: Rulebook) -> State:
    """Another number is valid than was taken for it: the permanence, the open payments, and the cloth follow."""
    since = sum(past.coup > stood.coup for past in state.past)
    numbers = tuple(event.number if place == since else each for place, each in enumerate(state.numbers))
    right = replace(state, numbers=numbers, course=unpaid(state.course, event.coup, cleared=False))
    owes = stood.had_bets and rulebook.payment.by_hand and event.coup not in state.payments_open
    if owes:
        right = replace(right, payments_open=tuple(sorted((*state.payments_open, event.coup))))
    if since:
        # Later coups have been played on the cloth that the first number left: that is put right by hand.
        return without_wins_of(right, event.coup)
    right = replace(right, number=event.number, announcement=event.announcement)
    if owes and state.phase == "idle":
        right = replace(right, phase="paying")
    if state.phase != "bets_closed":
        # A replay under the other number is withdrawn; the bet can be played again under this one.
        right = replace(right, replayed=())
    return leave_what_stays(right, event.coup, rulebook, may_choose=state.phase != "bets_closed")


@evolves(e.ResultsMissing)
def _results_missing(state: State, event: e.ResultsMissing, recorded: Recorded, _: Rulebook) -> State:
    waiting = [past.coup for past in state.past if past.awaits_reader][: event.count]
    return replace(
        state,
        # If a coup went unheard, the directions of wheel and ball in the last one are unknown.
        last_direction=state.last_direction if len(waiting) == event.count else None,
        last_ball_direction=state.last_ball_direction if len(waiting) == event.count else None,
        past=tuple(
            replace(past, awaits_reader=False) if past.coup in waiting else past for past in state.past
        ),
    )


@evolves(e.PrisonChosen)
def _prison_chosen(state: State, event: e.PrisonChosen, recorded: Recorded, _: Rulebook) -> State:
    choices = tuple(
        replace(pending, choice=event.choice) if pending.stake.ref == event.ref else pending
        for pending in state.choices
    )
    chosen = replace(state, choices=choices)
    if event.choice == "partage":
        return replace(chosen, bets=tuple(bet for bet in state.bets if bet.ref != event.ref))
    imprisoned = next(pending.stake for pending in state.choices if pending.stake.ref == event.ref)
    moved_to = event.choice.removeprefix("move:") if event.choice.startswith("move:") else imprisoned.bet
    return replace(
        chosen,
        bets=tuple(replace(bet, bet=moved_to) if bet.ref == event.ref else bet for bet in state.bets),
    )


@evolves(e.PrisonEnded)
def _prison_ended(state: State, event: e.PrisonEnded, recorded: Recorded, _: Rulebook) -> State:
    """Remove the stake. If another number turns out to be valid, its events name the stakes in prison again."""
    return replace(
        state,
        bets=tuple(bet for bet in state.bets if bet.ref != event.ref),
        choices=tuple(pending for pending in state.choices if pending.stake.ref != event.ref),
    )


@evolves(e.BetReplayed)
def _bet_replayed(state: State, event: e.BetReplayed, recorded: Recorded, _: Rulebook) -> State:
    replayed = Replayed(ref=event.ref, replay=event.replay, paid_out=event.paid_out, number=state.number)
    return replace(state, replayed=(*state.replayed, replayed))


@evolves(e.PaymentsConfirmed)
def _payments_confirmed(state: State, event: e.PaymentsConfirmed, recorded: Recorded, _: Rulebook) -> State:
    paid = replace(
        state,
        payments_open=tuple(coup for coup in state.payments_open if coup != event.coup),
        course=unpaid(state.course, event.coup, cleared=True),
    )
    if state.phase == "paying" and event.coup == state.coup:
        return replace(paid, phase="idle", phase_since=recorded.at)
    return paid
