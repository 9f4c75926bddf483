"""The payout sheets, kept beside the record: every number settles the stakes that lie, in the append's transaction.

A late bet takes no part: nothing here reads it. What a null coup leaves lying, lies on.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from settlement.models import GamingDay, PayoutSheet, StakeOnCloth
from settlement.payout.engine import settle_coup
from settlement.payout.lines import Coup, Line, Stake
from tables.play import events as e
from tables.roulette.bets import parse_bet
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream.event import RecordedEvent
from tables.stream.projections import InlineProjection


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


LYING = tuple(field.name for field in msgspec.structs.fields(LyingStake))


class TableDay:
    """One table's gaming day: where its rows are, and the rules that settle it."""

    def __init__(self, casino_id: int, stream_id: str) -> None:
        self.casino_id = casino_id
        _, self.table, self.day = stream_id.split("/")

    @property
    def key(self) -> dict[str, Any]:
        return {"casino_id": self.casino_id, "table": self.table, "day": self.day}

    def lying(self) -> tuple[LyingStake, ...]:
        rows = StakeOnCloth.objects.filter(**self.key).order_by("place").values(*LYING)
        return tuple(LyingStake(**row) for row in rows)

    def lay(self, stakes: Sequence[LyingStake]) -> None:
        StakeOnCloth.objects.bulk_create(
            StakeOnCloth(**self.key, **msgspec.structs.asdict(stake)) for stake in stakes
        )

    def lift(self, stakes: Sequence[LyingStake]) -> None:
        places = [stake.place for stake in stakes]
        StakeOnCloth.objects.filter(**self.key, place__in=places).delete()

    def sheet(self, coup: int) -> PayoutSheet | None:
        return PayoutSheet.objects.filter(**self.key, coup=coup).first()

    def is_paid_by_hand(self) -> bool:
        """Whether prizes of this day are paid by hand and confirmed, and not credited by themselves."""
        return self._rules()[1].payment.by_hand

    def _rules(self) -> tuple[GamingDay, Rulebook]:
        day = GamingDay.objects.get(**self.key)
        return day, get_rulebook(day.rulebook, day.rulebook_version)

    def settle(self, stakes: Sequence[LyingStake], number: int, choices: dict[str, str]) -> "SettledCoup":
        """The coup by the rulebook version that the day was opened under, and what stays lying after it."""
        day, rulebook = self._rules()
        coup = settle_coup(
            rulebook,
            [_engine_stake(stake, rulebook, day.wheel) for stake in stakes],
            number,
            choices,
            limits=msgspec.convert(day.limits, Limits),
        )
        return SettledCoup(coup, stakes, by_hand=rulebook.payment.by_hand)


class SettledCoup:
    """A coup as the engine settled it, in the form of a sheet's columns and of rows that stay on the cloth."""

    def __init__(self, coup: Coup, stakes: Sequence[LyingStake], *, by_hand: bool) -> None:
        self.coup = coup
        self.to_pay = by_hand and bool(stakes)
        lay = iter(stakes)  # what is kept comes in the order in which it lay
        self.kept = tuple(
            msgspec.structs.replace(
                next(stake for stake in lay if stake.ref == kept.ref), bet=kept.bet.code, level=kept.level
            )
            for kept in coup.kept
        )

    def columns(self) -> dict[str, Any]:
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


class PayoutSheets(InlineProjection):
    """A sheet for every coup of every table, and the stakes that lie."""

    name = "payout_sheet"
    version = 1
    models = (GamingDay, StakeOnCloth, PayoutSheet)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        """Follows `events` one by one, each on the rows that the last one left."""
        for recorded in events:
            event = e.from_record(recorded.type, recorded.data)
            HANDLERS[type(event)](TableDay(recorded.casino_id, recorded.stream_id), event, recorded)


def _table_opened(day: TableDay, event: e.TableOpened, recorded: RecordedEvent) -> None:
    GamingDay.objects.create(
        **day.key,
        rulebook=event.rulebook,
        rulebook_version=event.rulebook_version,
        wheel=event.wheel,
        currency=event.currency,
        limits=msgspec.to_builtins(event.limits),
    )
    first = 1 - len(event.bound)
    day.lay(
        [
            LyingStake(
                place=place,
                ref=bound.ref,
                player=bound.player,
                bet=bound.bet,
                amount=bound.amount,
                level=bound.level,
            )
            for place, bound in enumerate(event.bound, first)
        ]
    )


def _bet_placed(day: TableDay, event: e.BetPlaced, recorded: RecordedEvent) -> None:
    day.lay(
        [
            LyingStake(
                place=recorded.version,
                ref=event.ref,
                player=event.player,
                bet=event.bet,
                amount=event.amount,
                excess=event.excess,
                distance=event.distance,
            )
        ]
    )


def _bet_withdrawn(day: TableDay, event: e.BetWithdrawn, recorded: RecordedEvent) -> None:
    StakeOnCloth.objects.filter(**day.key, ref=event.ref, level=0).delete()


def _number_fell(day: TableDay, event: e.NumberFell, recorded: RecordedEvent) -> None:
    stakes = day.lying()
    settled = day.settle(stakes, event.number, {})
    day.lift(stakes)
    day.lay(settled.kept)
    PayoutSheet.objects.create(
        **day.key,
        coup=event.coup,
        stakes=msgspec.to_builtins(stakes),
        choices={},
        status=PayoutSheet.Status.OPEN if settled.to_pay else PayoutSheet.Status.PAID,
        settled_at=recorded.occurred_at,
        paid_at=None if settled.to_pay else recorded.occurred_at,
        **settled.columns(),
    )


def _prison_chosen(day: TableDay, event: e.PrisonChosen, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        _amend(day, sheet, sheet.number, {**sheet.choices, event.ref: event.choice}, recorded)


def _discrepancy_found(day: TableDay, event: e.DiscrepancyFound, recorded: RecordedEvent) -> None:
    PayoutSheet.objects.filter(**day.key, coup=event.coup).update(withheld=True)


def _discrepancy_resolved(day: TableDay, event: e.DiscrepancyResolved, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is None:
        return
    sheet.withheld = False
    if event.number == sheet.number:
        sheet.save(force_update=True)
        return
    if sheet.stakes and day.is_paid_by_hand():
        sheet.status, sheet.paid_at = PayoutSheet.Status.OPEN, None
    # Choices were made about what the other number imprisoned; under this one nobody has been asked yet.
    _amend(day, sheet, event.number, {}, recorded)


def _amend(
    day: TableDay, sheet: PayoutSheet, number: int, choices: dict[str, str], recorded: RecordedEvent
) -> None:
    """Settles the sheet's stakes again, and lays what now stays where the stakes lay."""
    stakes = msgspec.convert(sheet.stakes, tuple[LyingStake, ...])
    settled = day.settle(stakes, number, choices)
    if not PayoutSheet.objects.filter(**day.key, coup__gt=sheet.coup).exists():
        # Once a later coup is settled on what this one left, the cloth is put right by hand.
        day.lift(stakes)
        day.lay(settled.kept)
    for column, value in settled.columns().items():
        setattr(sheet, column, value)
    sheet.choices = choices
    sheet.amended_at = recorded.occurred_at
    sheet.save(force_update=True)


def _payments_confirmed(day: TableDay, event: e.PaymentsConfirmed, recorded: RecordedEvent) -> None:
    PayoutSheet.objects.filter(**day.key, coup=event.coup).update(
        status=PayoutSheet.Status.PAID, paid_at=recorded.occurred_at
    )


def _table_closed(day: TableDay, event: e.TableClosed, recorded: RecordedEvent) -> None:
    StakeOnCloth.objects.filter(**day.key).delete()  # what is bound is handed on by the event


Handler = Callable[[TableDay, Any, RecordedEvent], None]
HANDLERS: dict[type[e.Event], Handler] = {
    e.TableOpened: _table_opened,
    e.BetPlaced: _bet_placed,
    e.BetWithdrawn: _bet_withdrawn,
    e.NumberFell: _number_fell,
    e.PrisonChosen: _prison_chosen,
    e.DiscrepancyFound: _discrepancy_found,
    e.DiscrepancyResolved: _discrepancy_resolved,
    e.PaymentsConfirmed: _payments_confirmed,
    e.TableClosed: _table_closed,
}
PayoutSheets.types = frozenset(str(event.__struct_config__.tag) for event in HANDLERS)


def _engine_stake(stake: LyingStake, rulebook: Rulebook, wheel: str) -> Stake:
    return Stake(
        ref=stake.ref,
        player=stake.player,
        bet=parse_bet(stake.bet, rulebook, wheel=wheel),
        amount=stake.amount,
        level=stake.level,
        excess=stake.excess,
        distance=stake.distance,
    )


def _sum(lines: Sequence[Line], column: str) -> int:
    return sum(getattr(line, column) for line in lines)
