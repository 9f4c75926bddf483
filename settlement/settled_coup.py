"""Stakes as they lie on a table's cloth, and the coup that settles them by the rules of its day."""

from collections.abc import Sequence
from typing import Any

import msgspec

from settlement.models import GamingDay
from settlement.payout.engine import settle_coup
from settlement.payout.lines import Coup, Line, Stake
from tables.roulette.bets import parse_bet
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import PaymentRule, Rulebook


class LyingStake(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stake as it lay when the number fell, as the sheet keeps it for working it out again."""

    place: int
    ref: str
    player: str
    bet: str
    amount: int
    level: int = 0
    excess: bool = False
    distance: int | None = None
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    on_behalf_of: str | None = None
    replay_of: str | None = None
    stays_of: str | None = None

    def for_engine(self, rulebook: Rulebook, wheel: str, companies: Sequence[Sequence[str]]) -> Stake:
        """The stake as the engine settles it; limits hold for the sum of players in one of the `companies`."""
        owner = self.on_behalf_of or self.player
        return Stake(
            ref=self.ref,
            player=self.player,
            bet=parse_bet(self.bet, rulebook, wheel=wheel),
            amount=self.amount,
            level=self.level,
            excess=self.excess,
            distance=self.distance,
            layout=self.layout,
            chip=self.chip,
            counts_to=next((members[0] for members in companies if owner in members), owner),
        )


LYING = tuple(field.name for field in msgspec.structs.fields(LyingStake))


class SettledCoup:
    """A coup as the engine settled it, in the form of a sheet's columns and of rows that stay on the cloth."""

    def __init__(self, coup: Coup, stakes: Sequence[LyingStake], payment: PaymentRule) -> None:
        self.coup = coup
        self.to_pay = payment.by_hand and bool(stakes)
        lay = iter(stakes)  # what is kept comes in the order in which it lay
        self.kept = tuple(
            msgspec.structs.replace(
                next(stake for stake in lay if stake.ref == kept.ref),
                bet=kept.bet.code,
                level=kept.level,
                stays_of=None,
            )
            for kept in coup.kept
        )
        # The winning chips of announced bets are laid by events of their own.
        self.lying_on = tuple(
            msgspec.structs.replace(stake, level=0, replay_of=None, stays_of=stake.ref)
            for stake, line in zip(stakes, coup.lines, strict=True)
            if not line.chips and what_stays(payment, stake, line)
        )

    def columns(self) -> dict[str, Any]:
        """What a sheet shows of it, by column."""
        lines = self.coup.lines
        return {
            "number": self.coup.number,
            "colour": self.coup.colour,
            "lines": msgspec.to_builtins(lines),
            "order": list(self.coup.order),
            "total_stake": _sum(lines, "stake"),
            "total_prize": _sum(lines, "prize"),
            "total_returned": _sum(lines, "returned"),
            "total_held": _sum(lines, "held"),
        }


def rules_of(day: GamingDay) -> Rulebook:
    """The rulebook in the version that the day was opened under."""
    return get_rulebook(day.rulebook, day.rulebook_version)


def settle(
    day: GamingDay,
    stakes: Sequence[LyingStake],
    number: int,
    choices: dict[str, str],
    *,
    limits: dict[str, Any],
    companies: list[list[str]],
) -> SettledCoup:
    """The coup by the rules of its day, the limits that were in force and the companies for which they held; and what
    stays lying after it."""
    rulebook = rules_of(day)
    coup = settle_coup(
        rulebook,
        [stake.for_engine(rulebook, day.wheel, companies) for stake in stakes],
        number,
        choices,
        limits=msgspec.convert(limits, Limits),
    )
    return SettledCoup(coup, stakes, rulebook.payment)


def what_stays(payment: PaymentRule, stake: LyingStake, line: Line) -> int:
    """How much of a stake lies on as a bet of the next coup: what goes back of one that has won or is freed, but for
    one that was found over the maximum (it-venezia/general-5)."""
    won = line.outcome in ("won", "freed") and not stake.excess
    return line.returned if won and payment.winning_stakes_stay is not None else 0


def _sum(lines: Sequence[Line], column: str) -> int:
    return sum(getattr(line, column) for line in lines)
