"""The last coup as the payout engine settles it, from the stakes on the cloth and the rules of that moment.

The limits and the groups are those of the coup, not the present ones (it-campione/8, it-venezia/general-9,
general-10).
"""

from collections.abc import Mapping, Sequence
from operator import is_
from typing import NamedTuple

from msgspec.structs import replace

from tables.play.state import State
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup, Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import ZEROS


class _Settled(NamedTuple):
    """A coup with all that it was settled from."""

    of: tuple[object, ...]
    coup: Coup


_last: list[_Settled] = []
"""The last settlement: a number that falls asks for its coup several times."""


def settled_on(state: State, number: int, rulebook: Rulebook, settled: Sequence[Stake] | None = None) -> Coup:
    """Return the last coup settled on `number`. `settled` are corrected stakes; by default they come from the table's
    state.
    """
    stakes = state.settled_bets if settled is None else tuple(settled)
    of = (rulebook, stakes, number, state.settled_limits, state.settled_groups, state.wheel)
    # Nothing of it changes, so the same objects are the same coup.
    for known in _last:
        if all(map(is_, of, known.of)):
            return known.coup
    coup = settle_coup(
        rulebook,
        stakes,
        number,
        limits=state.settled_limits,
        groups=state.settled_groups,
        wheel=state.wheel,
    )
    _last[:] = [_Settled(of, coup)]
    return coup


def lines_by_ref(coup: Coup) -> Mapping[str, Line]:
    return {line.ref: line for line in coup.lines}


def bound_after(state: State, number: int, rulebook: Rulebook) -> tuple[Stake, ...]:
    """Return the stakes of the last coup that are in prison after `number`, each with its new level.

    Stakes are bound only if the rulebook treats zero by prison (it-campione/3, it-venezia/prison).
    """
    if rulebook.zero.prison is None or (
        number not in ZEROS and not any(stake.level for stake in state.settled_bets)
    ):
        return ()
    return tuple(replace(kept, stays_of=None) for kept in settled_on(state, number, rulebook).kept)
