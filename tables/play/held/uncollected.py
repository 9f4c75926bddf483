"""Paid wins that may be uncollected: by it-venezia/general-8 they can be recorded so until the third coup, and those
on multiples until the next launch.

A prize on an even chance, a column or a dozen is put down beside its stake. Staff see only afterwards whether its
player collected it, when the payments of its coup are confirmed already.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tables.play.held.state import PaidWin
from tables.play.payment.settled import lines_by_ref, settled_on
from tables.play.state import State
from tables.roulette.rulebook import HeldRule, Rulebook

RUNS = ("launched", "bets_closed")
"""Phases in which the ball runs."""


def uncollected(state: State, rulebook: Rulebook) -> tuple[PaidWin, ...]:
    """Return the wins of paid coups that can be recorded as unclaimed now, in the order of their coups.

    An unclaimed win on some kinds of bet waits until so many more coups have their number. On the others it is set
    aside at once: before the next launch. Wins that were recorded as unclaimed are left out, whatever their end.
    """
    rule, last = rulebook.held, state.last_coup
    if rule is None or rule.after_coups is None or last is None:
        return ()
    at_once = state.phase not in RUNS
    of_last = () if last.coup in state.payments_open else _of_last(state, rulebook, rule, at_once=at_once)
    seen = {
        (each.coup, ref)
        for each in (*state.held.items, *(ended.held for ended in state.held.ended))
        if each.kind == "win" and each.day == state.day
        for ref in each.bets
    }
    return tuple(win for win in (*state.held.paid, *of_last) if (win.coup, win.ref) not in seen)


def with_paid_wins(state: State, coup: int, rulebook: Rulebook) -> tuple[PaidWin, ...]:
    """Return the wins of coups before `coup` that may still be reported unclaimed once that has its number; `state` is
    before.
    """
    rule = rulebook.held
    if rule is None or rule.after_coups is None or state.last_coup is None:
        return ()
    known = (*state.held.paid, *_of_last(state, rulebook, rule))
    return tuple(win for win in known if win.coup + rule.after_coups > coup)


def without_wins_of(state: State, coup: int) -> State:
    """Return the state without the wins of a coup for which another number is valid: they are corrected by hand."""
    paid = tuple(win for win in state.held.paid if win.coup != coup)
    return state if paid == state.held.paid else replace(state, held=replace(state.held, paid=paid))


def _of_last(state: State, rulebook: Rulebook, rule: HeldRule, *, at_once: bool = False) -> Iterator[PaidWin]:
    """Yield the uncollected wins of the last coup that wait, by its present number, and with `at_once` those that do
    not; wins that were played again or paid otherwise are left out.
    """
    last = state.last_coup
    assert last is not None, "a number has fallen"
    lines = lines_by_ref(settled_on(state, last.number, rulebook))
    gone = {done.ref for done in state.replayed}
    gone |= {ref for each in state.differences.of(last.coup) for ref in each.refs}
    for bet in state.settled_bets:
        line = lines[bet.ref]
        waits = all(kind in rule.later for kind in line.kinds_won)
        if not line.prize or bet.ref in gone or not (waits or at_once):
            continue
        yield PaidWin(
            coup=last.coup,
            ref=bet.ref,
            player=bet.player,
            bet=bet.bet,
            layout=bet.layout,
            prize=line.prize,
            waits=waits,
        )
