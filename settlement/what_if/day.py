"""A day that was played, settled by another rulebook: coup by coup, with its prison followed from zero to zero.

Each coup is settled on the stakes that were laid for it, as they were recorded. A stake that only one of the rulebooks
puts into prison, or that leaves it by one earlier than by the other, goes on by each side for itself until both are
done with it: there the two have parted, and what the record has of it later counts for the side of the record alone.
Whatever else players did is as they did it.
"""

from collections.abc import Mapping, Sequence

from settlement.what_if.compared import ComparedCoup
from settlement.what_if.coup import Otherwise, PlayedCoup, Rules, compared, settle_otherwise
from tables.roulette.stake import Stake

MOVE = "move:"
Bound = Mapping[str, tuple[int, str]]
"""Stakes in prison after a coup, by ref: the level, and the chance."""


def compare_day(played: Sequence[PlayedCoup], rules: Rules) -> tuple[ComparedCoup, ...]:
    """Compare all coups of a day, in their order. Stakes imprisoned at its beginning are at their recorded level."""
    prison, coups = _OtherPrison(), []
    for coup in played:
        otherwise = settle_otherwise(coup, prison.lying(coup.stakes), rules)
        prison.follow(coup, otherwise)
        coups.append(compared(coup, otherwise))
    return tuple(coups)


class _OtherPrison:
    """The stakes on which the two rulebooks have parted, and those of them in the other's prison."""

    def __init__(self) -> None:
        self._parted: set[str] = set()
        self._bound: dict[str, Stake] = {}

    def lying(self, stakes: Sequence[Stake]) -> tuple[Stake, ...]:
        """Return the stakes on the cloth for a coup by the other rulebook, for these recorded stakes."""
        as_recorded = (stake for stake in stakes if stake.ref not in self._parted)
        return (*self._bound.values(), *as_recorded)

    def follow(self, played: PlayedCoup, otherwise: Otherwise) -> None:
        """Takes what the coup leaves in prison on either side."""
        recorded, by_other = _bound_by_record(played), _bound(otherwise.kept)
        # What the other rulebook does not settle stays with the record: nothing is known of it there.
        settled = {line.ref for line in played.lines if line.ref in otherwise.lines}
        self._parted |= {ref for ref in settled if recorded.get(ref) != by_other.get(ref)}
        self._bound = {stake.ref: stake for stake in otherwise.kept if stake.ref in self._parted}


def _bound(stakes: Sequence[Stake]) -> Bound:
    return {stake.ref: (stake.level, stake.bet) for stake in stakes}


def _bound_by_record(played: PlayedCoup) -> Bound:
    def lies_on(ref: str, bet: str) -> str:
        choice = played.choices.get(ref, "")
        return choice.removeprefix(MOVE) if choice.startswith(MOVE) else bet

    return {
        line.ref: (line.level, lies_on(line.ref, line.bet))
        for line in played.lines
        if line.held and line.level is not None
    }
