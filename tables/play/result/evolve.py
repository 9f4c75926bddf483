"""A number evolves, and what comes after it: second reports, disputes, payments, prison."""

from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.betting.staying import lie_on
from tables.play.colours.chips_out import settled_for_good
from tables.play.coup.questions import ball_ran
from tables.play.coup.transitions import heard, stopped, unpaid, without_void
from tables.play.evolving import Recorded, evolves
from tables.play.live.wins import played_round
from tables.play.payment.prizes import due_of_last
from tables.play.result.questions import REPEATED
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
        game=event.game or state.game,
        awaits_reader=event.source == "staff",
        doubts=event.doubts,
        had_bets=bool(state.bets),
        fell_at=recorded.at,
    )
    running = heard(without_void(state), event.source)
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
        replayed=(),
        colours=settled_for_good(running, rulebook),
        course=replace(stopped(running.course), due=(*running.course.due, *due_of_last(running, rulebook))),
        live=played_round(state.live, event.coup),
        doubted=waiting_after(running, event.coup),
        dismissed=(),
        payments_open=(*state.payments_open, event.coup) if by_hand else state.payments_open,
    )
    lying = replace(fallen, bets=lie_on(fallen, event.number, rulebook))
    return leave_what_stays(lying, event.coup, rulebook, may_choose=True)


def _reported(state: State, coup: int, game: str | None, **changes: Any) -> State:
    """The past coup with what a second report says of it; the reader has then nothing more to say of older ones."""
    past = []
    for each in state.past:
        if each.coup == coup:
            past.append(replace(each, game=each.game or game, awaits_reader=False, **changes))
        elif each.coup < coup and game is not None:
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
    )
    return replace(state, doubted=(*state.doubted, waiting))


@evolves(e.DoubtDismissed)
def _doubt_dismissed(state: State, event: e.DoubtDismissed, recorded: Recorded, _: Rulebook) -> State:
    repeated = tuple(each.number for each in state.waiting if REPEATED in each.doubts)
    dismissed = tuple(sorted({*state.dismissed, *repeated}))
    return replace(state, doubted=brought_forward(state, event.coup), dismissed=dismissed)


@evolves(e.NumberConfirmed)
def _number_confirmed(state: State, event: e.NumberConfirmed, recorded: Recorded, _: Rulebook) -> State:
    return _reported(state, event.coup, event.game, confirmed=True, doubts=())


@evolves(e.DiscrepancyFound)
def _discrepancy_found(state: State, event: e.DiscrepancyFound, recorded: Recorded, _: Rulebook) -> State:
    reported = _reported(state, event.coup, event.game)
    if all(each.coup != event.coup for each in state.discrepancies):
        found = Discrepancy(coup=event.coup, recorded=event.recorded, others=(event.other,))
        return replace(reported, discrepancies=(*state.discrepancies, found))
    return replace(
        reported,
        discrepancies=tuple(
            replace(each, others=(*each.others, event.other)) if each.coup == event.coup else each
            for each in state.discrepancies
        ),
    )


@evolves(e.DiscrepancyResolved)
def _discrepancy_resolved(
    state: State, event: e.DiscrepancyResolved, recorded: Recorded, rulebook: Rulebook
) -> State:
    left = tuple(each for each in state.discrepancies if each.coup != event.coup)
    stood = next((past for past in state.past if past.coup == event.coup), None)
    resolved = _reported(
        replace(state, discrepancies=left), event.coup, None, number=event.number, confirmed=True, doubts=()
    )
    if stood is None or stood.number == event.number:
        return resolved
    return _put_right(resolved, stood, event, rulebook)


def _put_right(state: State, stood: PastCoup, event: e.DiscrepancyResolved, rulebook: Rulebook) -> State:
    """Another number stands than was taken for it: the permanence, what is still to pay, and the cloth follow."""
    since = sum(past.coup > stood.coup for past in state.past)
    numbers = tuple(event.number if place == since else each for place, each in enumerate(state.numbers))
    right = replace(state, numbers=numbers, course=unpaid(state.course, event.coup, cleared=False))
    owes = stood.had_bets and rulebook.payment.by_hand and event.coup not in state.payments_open
    if owes:
        right = replace(right, payments_open=tuple(sorted((*state.payments_open, event.coup))))
    if since:
        # Later coups have been played on the cloth that the first number left: that is put right by hand.
        return right
    right = replace(right, number=event.number, announcement=event.announcement)
    if owes and state.phase == "idle":
        right = replace(right, phase="paying")
    if state.phase != "bets_closed":
        # What was replayed under the other number is withdrawn; it is open to be played again under this one.
        right = replace(right, replayed=())
    return leave_what_stays(right, event.coup, rulebook, may_choose=state.phase != "bets_closed")


@evolves(e.ResultsMissing)
def _results_missing(state: State, event: e.ResultsMissing, recorded: Recorded, _: Rulebook) -> State:
    waiting = [past.coup for past in state.past if past.awaits_reader][: event.count]
    return replace(
        state,
        # Where a coup went unheard, nobody knows which way wheel and ball ran in the last one.
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
    """Should another number turn out to stand, it says anew what lies in prison."""
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
