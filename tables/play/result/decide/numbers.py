"""The number: declared once, confirmed by a second source, or disputed between two until the chief decides."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.staying import announced_chips_laid, stays_put_right, withdrawn
from tables.play.coup.questions import turns_reported
from tables.play.evolve import evolve_all
from tables.play.held.questions import claims_undone, set_aside_with, stakes_undone, undone_by_number
from tables.play.live.rounds import closes_at
from tables.play.live.wins import played_round, settle_round
from tables.play.payment.paid_before import paid_on_another_number
from tables.play.pending import Decision, PendingEvent
from tables.play.result.decide.comparing import (
    compare,
    compared_with_witnesses,
    witnesses_before,
)
from tables.play.result.decide.doubts import (
    LATE,
    doubt_number,
    doubts_while_waiting,
    game_of_waiting,
    is_of_waiting_game,
    meant_of_waiting,
    waiting_with,
)
from tables.play.result.decide.spins import OF_NO_SPIN, doubts_about_spin
from tables.play.result.questions import WAITS, bets_lie
from tables.play.result.reports import doubts_about, is_of_null_launch, past_coup_meant
from tables.play.state import RUNNING, State
from tables.refusal import Refused
from tables.roulette.announcements import announce_result
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import as_data, as_entered, colour, not_on_wheel


def declare_number(state: State, command: c.DeclareNumber, rulebook: Rulebook, at: datetime) -> Decision:
    """Record where the ball rests: of the running coup, of one that went unheard, or once more of a past one."""
    _check_on_wheel(state, command.number, rulebook)
    if is_of_waiting_game(state, command):
        yield from doubt_number(state, command, _doubts(state, command), at)
        return
    if meant_of_waiting(state, command):
        yield from _waiting_number_named(state, command, rulebook, at)
        return
    past = past_coup_meant(state, command, at)
    if past is None and command.coup is not None:
        # A report of another coup must not become the number of the one that runs.
        raise Refused("no-number-of-coup", coup=command.coup)
    if past is not None:
        yield from compare(state, past, command, rulebook, at)
    elif is_of_null_launch(state, command):
        return
    elif _must_wait(state, doubts := _doubts_of_new(state, command, at)):
        yield from doubt_number(state, command, doubts, at)
    elif state.phase in RUNNING:
        yield from turns_reported(state, command.turns, command, at)
        yield from _fall(state, command, rulebook, at, state.coup)
    else:
        yield from _fall_unheard(state, command, rulebook, at)


def _fall_unheard(state: State, command: c.DeclareNumber, rulebook: Rulebook, at: datetime) -> Decision:
    opened = e.BetsOpened(
        coup=state.coup + 1,
        source=command.source,
        game=command.game,
        closes_at=closes_at(rulebook, at),
    )
    yield PendingEvent(opened, at)
    yield from _fall(state, command, rulebook, at, state.coup + 1)


def held_up_follow(state: State, rulebook: Rulebook, at: datetime) -> Decision:
    """Yield the numbers that waited behind another one, as ordinary numbers of coups of their own, oldest first.

    Only a number whose one doubt was the wait follows, and only after the other number is done: it is valid, its
    coup is paid, no other coup runs, and no stake is on the next one. People who left stakes there did not know that
    the ball had fallen again. While prizes are to be paid or two numbers are disputed, stakes may still come there.
    In each of these cases a person decides about the number, and about all behind it.
    """
    while _may_follow(state):
        held_up = state.waiting[0]
        heard = c.DeclareNumber(
            number=held_up.number, source="reader", game=held_up.game, reader=held_up.reader
        )
        fallen = tuple(_fall_unheard(state, heard, rulebook, at))
        yield from fallen
        state = evolve_all(state, fallen, rulebook)


def _may_follow(state: State) -> bool:
    if state.phase != "idle" or state.payments_open or state.discrepancies or bets_lie(state):
        return False
    if [each.doubts for each in state.waiting] != [(WAITS,)]:
        return False
    held_up, last = state.waiting[0], state.last_coup
    if last is None:
        return True
    if held_up.game is not None and any(past.game == held_up.game for past in state.past):
        return False
    # An equal number may be a second report of the last one, unless games of the same reader distinguish the two.
    of_one_reader = last.source == "reader" and last.reader == held_up.reader
    counted = of_one_reader and last.game is not None and held_up.game is not None
    return counted or last.number != held_up.number


def _must_wait(state: State, doubts: tuple[str, ...]) -> bool:
    """Return True if a doubtful number waits for a person before it belongs to a coup at all."""
    return bool(doubts) and (bool(state.doubted) or bets_lie(state) or not OF_NO_SPIN.isdisjoint(doubts))


def _doubts_of_new(state: State, command: c.DeclareNumber, at: datetime) -> tuple[str, ...]:
    """Return the reasons why a person must confirm a number that is not a second report; one reason is a missing
    launch.
    """
    if command.source != "reader":
        return ()
    return (*doubts_about_spin(state, command, at), *_doubts(state, command))


def _doubts(state: State, command: c.DeclareNumber) -> tuple[str, ...]:
    """Return the reasons why a person must confirm this number of the running coup, or of one that went unheard."""
    if command.source != "reader":
        return ()
    running = state.game if state.phase in RUNNING else None
    waiting = doubts_while_waiting(state, command) if state.doubted else ()
    other = command.game is None or command.game != running
    late = (LATE,) * (other and not command.live and not command.recovered)
    return (*doubts_about(running, command), *late, *waiting)


def _waiting_number_named(
    state: State, command: c.DeclareNumber, rulebook: Rulebook, at: datetime
) -> Decision:
    """Record that a person names the number of the waiting coup.

    That settles the reader's number; another number is disputed until the chief decides. Numbers of later coups go on
    waiting.
    """
    coup = state.coup_of_new_bets
    if state.phase not in RUNNING:
        yield PendingEvent(e.BetsOpened(coup=coup, source="staff", closes_at=closes_at(rulebook, at)), at)
    fallen = replace(state, live=played_round(state.live, coup))
    waiting = waiting_with(state, command.number)
    if waiting is not None:
        heard = replace(command, source="reader", game=waiting.game, reader=waiting.reader)
        shown = tuple(each.number for each in state.waiting)
        before = witnesses_before(state, coup, waiting.reader, at)
        yield from _fall(state, heard, rulebook, at, coup, doubts=waiting.doubts, decided=shown)
        confirmed = e.NumberConfirmed(
            coup=coup, number=command.number, source=command.source, game=waiting.game
        )
        yield PendingEvent(confirmed, at)
        if all(report.number in shown for report in before):
            yield from settle_round(fallen, coup, command.number, rulebook, at)
        return
    named = replace(command, game=command.game or game_of_waiting(state))
    disputed = tuple(each.number for each in state.waiting)
    yield from _fall(state, named, rulebook, at, coup, settled=False, decided=disputed)
    for number, last in {each.number: each for each in state.waiting}.items():
        yield PendingEvent(
            e.DiscrepancyFound(
                coup=coup,
                recorded=command.number,
                other=number,
                source="reader",
                game=last.game,
                reader=last.reader,
            ),
            at,
        )


def _check_on_wheel(state: State, number: int, rulebook: Rulebook) -> None:
    wheel = rulebook.wheels[state.wheel]
    if number not in wheel.order:
        raise not_on_wheel(as_entered(number), wheel.order, wheel.clause)


def _fall(
    state: State,
    command: c.DeclareNumber,
    rulebook: Rulebook,
    at: datetime,
    coup: int,
    *,
    doubts: tuple[str, ...] | None = None,
    settled: bool = True,
    decided: tuple[int, ...] = (),
) -> Decision:
    """Yield the number of the coup, and earlier reports of witnesses: one that differs stops payment, unless a person
    has `decided` between these numbers.
    """
    before = witnesses_before(state, coup, command.reader, at)
    agreed = all(report.number in (command.number, *decided) for report in before)
    if doubts is None:
        doubts = doubts_about(state.game if coup == state.coup else None, command)
    fell = e.NumberFell(
        coup=coup,
        number=command.number,
        colour=colour(command.number, rulebook.reds),
        source=command.source,
        announcement=announce_result(rulebook, command.number),
        game=command.game,
        doubts=doubts,
        reader=command.reader,
    )
    yield PendingEvent(fell, at)
    yield from announced_chips_laid(state, coup, command.number, rulebook, at)
    if settled and agreed and not doubts:
        fallen = replace(state, live=played_round(state.live, coup))
        yield from settle_round(fallen, coup, command.number, rulebook, at)
    yield from set_aside_with(state, coup, at)
    yield from compared_with_witnesses(fell, before, decided, at)


def resolve_discrepancy(
    state: State, command: c.ResolveDiscrepancy, rulebook: Rulebook, at: datetime
) -> Decision:
    """Decide between the numbers of the oldest open case, and only between these, for the chief and with a reason.

    A replay out of the payment on the other number has no payment to come from: it is withdrawn. Once the next bets
    are closed it stays, and is corrected by hand. The same holds for winning stakes that stay.
    """
    disputed = state.discrepancy
    if disputed is None:
        raise Refused("no-number-disputed")
    if command.number not in disputed.numbers:
        raise Refused(
            "number-not-reported",
            value=as_entered(command.number),
            coup=disputed.coup,
            numbers=tuple(map(as_data, disputed.numbers)),
        )
    if not command.reason.strip():
        raise Refused("number-decided-without-reason")
    yield PendingEvent(
        e.DiscrepancyResolved(
            coup=disputed.coup,
            number=command.number,
            colour=colour(command.number, rulebook.reds),
            announcement=announce_result(rulebook, command.number),
            reason=command.reason,
        ),
        at,
    )
    yield from settle_round(state, disputed.coup, command.number, rulebook, at)
    if command.number == disputed.recorded:
        return
    undone = tuple(undone_by_number(state, disputed.coup, at))
    yield from undone
    yield from paid_on_another_number(
        state, disputed.coup, command.number, rulebook, at, claimed=claims_undone(undone)
    )
    if state.phase != "bets_closed":
        yield from withdrawn(state, _replayed_out_of(state, disputed.coup), at)
    if state.last_coup is not None and state.last_coup.coup == disputed.coup:
        given_back = stakes_undone(undone) | {done.ref for done in state.replayed}
        yield from stays_put_right(
            state, state.settled_bets, command.number, rulebook, at, given_back=given_back
        )


def _replayed_out_of(state: State, coup: int) -> tuple[Stake, ...]:
    """Return the bets on the cloth that came out of this coup's payment, if no later number has settled them."""
    if state.last_coup is None or state.last_coup.coup != coup:
        return ()
    settled = {bet.ref for bet in state.settled_bets}
    return tuple(bet for bet in state.bets if bet.replay_of in settled)


def miss_results(state: State, command: c.MissResults, rulebook: Rulebook, at: datetime) -> Decision:
    """Record results of which only the count is known."""
    yield PendingEvent(e.ResultsMissing(count=command.count, after_coup=state.coup), at)
