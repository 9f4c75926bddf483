"""A recorded day, settled by another rulebook: coup by coup, with its prison followed from zero to zero.

Each coup is settled on its recorded stakes. The sides part on a stake that only one rulebook puts into prison, or that
one of them frees earlier than the other. Each side then follows the stake by itself until both are done with it. Its
later record counts for the side of the record only. All other acts of the players are taken as recorded.
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
    """The stakes on which the two rulebooks have parted, with the part of them in the other's prison."""

    def __init__(self) -> None:
        self._parted: set[str] = set()
        self._bound: dict[str, Stake] = {}

    def lying(self, stakes: Sequence[Stake]) -> tuple[Stake, ...]:
        """Return the stakes on the cloth for a coup by the other rulebook, for these recorded stakes."""
        as_recorded = (stake for stake in stakes if stake.ref not in self._parted)
        return (*self._bound.values(), *as_recorded)

    def follow(self, played: PlayedCoup, otherwise: Otherwise) -> None:
        """Take over the stakes that the coup leaves in prison on either side."""
        recorded, by_other = _bound_by_record(played), _bound(otherwise.kept)
        # Lines that the other rulebook does not settle stay with the record: their end there is unknown.
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
