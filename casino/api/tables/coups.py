"""/api/v1/tables/{code}/days/{date}/coups/{n}: a coup that has its number, as it was played and as it is paid."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import structs
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import TABLES_READ
from casino.api.http.query import day_named
from casino.api.openapi.operations import operation
from casino.api.tables.views import check_registered
from casino.kit.adjustments import discrepancy_decision, discrepancy_reason
from casino.kit.sentences import notes_in_words
from casino.kit.structs import response_of
from casino.web.problem_response import NotThere
from settlement import sheet_lines
from settlement.adjustments import Adjustment
from settlement.models import PayoutSheet
from settlement.sheet_lines import LineFigures, ReplayFigures
from settlement.sheets import Seated, Sheet, SheetDifference, sheet
from tables.handling.streams import table_stream
from tables.roulette.stake import Stake
from tables.roulette.wheel import WrittenPocket, as_data
from tables.stream import RecordedEvent, read_types

MOST_COUPS = 2**31 - 1


class ReplayWay(ReplayFigures, frozen=True, kw_only=True):
    """A replay of a won announced bet out of its payment, done or possible: the parts that stay on the cloth, are
    re-staked and are still paid out.

    `note` of an open one names a rounding or a rest; of one that was done, that another number was decided since.
    `refused` is the reason why an open one would be refused by the limits of the moment, and `refused_reference` the
    clause on it as printed; None if it would not be.
    """

    note: str | None = None


class SheetLine(LineFigures, frozen=True, kw_only=True):
    __doc__ = LineFigures.__doc__

    note: str | None
    chips: tuple["SheetLine", ...] = ()
    replay: ReplayWay | None = None
    may_replay: tuple[ReplayWay, ...] = ()


class PlayerGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes of one player on one layout that are paid one after the other, or together if the rulebook demands
    this.

    `prize` is the sum of the lines' prizes, `paid_out` the part that leaves the table after replays.
    """

    player: str
    lines: tuple[SheetLine, ...]
    prize: int
    layout: int = 1
    paid_out: int = 0


class LyingStake(Stake, frozen=True, kw_only=True, omit_defaults=True):
    """A stake as of the fall of the number, as the sheet keeps it for a later settlement.

    `place` is its turn in the order of placing.
    """

    place: int


class Imprisoned(msgspec.Struct, frozen=True, kw_only=True):
    """A stake that the number put, or left, in prison: `held` is the whole imprisoned stake."""

    ref: str
    player: str
    bet: str
    held: int
    level: int | None
    clause: str


class HeldFromCoup(msgspec.Struct, frozen=True, kw_only=True):
    """Win that nobody claimed at its payment.

    `standing` has its state: waiting next to the cloth until the number of `until_coup`, or its later outcome.
    """

    ref: str
    held: Annotated[str, msgspec.Meta(description="How it is called while it is held")]
    player: str
    prize: int
    standing: str
    until_coup: int | None


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes that were ticked off as paid, and when: those of the bets `refs`, or, without any, all the rest. `ahead`
    are the bets before them on the payout sheet, still unpaid then. `raked_by` and `paid_by` are the names of the
    people, null if they were not recorded.
    """

    event: Annotated[UUID, msgspec.Meta(description="The event that says so")]
    refs: tuple[str, ...]
    ahead: tuple[str, ...]
    paid_at: datetime
    raked_by: str | None
    paid_by: str | None


class PlayedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """Coup with its number. Amounts are in minor units of `currency`.

    `bets` are those at the fall of the number. `order` is the payout sheet: prizes in the order of payment, by the
    clause `order_reference`. Prizes of one player that are paid together are grouped (`together`). `others` are the
    lines without a prize. `payments` are the lines ticked off so far. `status` is open, or paid once every line is.
    `withheld`: two sources disagree about the number, and nothing is paid yet. `prison` has its imprisoned stakes,
    `held` its unclaimed wins. `differences` are payments that differ from the computed ones, with the reason in words.
    `adjustments` are later corrections.
    """

    table: str
    day: str
    coup: int
    rulebook: str
    currency: str
    number: WrittenPocket
    colour: str | None
    announcement: str
    multiples: str | None
    bets: tuple[LyingStake, ...]
    order: tuple[PlayerGroup, ...]
    order_reference: str | None
    together: bool
    others: tuple[SheetLine, ...]
    rakes: Seated | None
    pays: Seated | None
    total_stake: int
    total_prize: int
    total_returned: int
    total_held: int
    total_taken: int
    total_paid_out: int
    status: str
    withheld: bool
    settled_at: datetime
    amended_at: datetime | None
    paid_at: datetime | None
    payments: tuple[Payment, ...]
    prison: tuple[Imprisoned, ...]
    held: tuple[HeldFromCoup, ...]
    differences: tuple[SheetDifference, ...]
    adjustments: tuple[Adjustment, ...]


class CoupView(APIView):
    required_scopes = [TABLES_READ]

    @operation("read_coup", "tables", PlayedCoup)
    def get(self, request: Request, code: str, date: str, coup: int) -> PlayedCoup:
        """Return a coup that has its number: bets, payout sheet in order, payments, prison and safekeeping."""
        casino_id, day = client_of(request).casino_id, day_named(date, "date")
        of_coup = PayoutSheet.objects.filter(
            casino_id=casino_id, table=code, day=day, coup=min(coup, MOST_COUPS)
        )
        stakes = of_coup.values_list("stakes", flat=True).first()
        found = None if stakes is None else sheet(casino_id, code, day, coup)
        if stakes is None or found is None:
            check_registered(casino_id, code)
            raise NotThere("coup-without-number", table=code, coup=coup, day=day)
        events = _events_of(found)
        return _played(found, _placed(stakes, events), _payments(found, events))


def _events_of(found: Sheet) -> list[RecordedEvent]:
    """Return the events of its day about stakes and payments, in order. One query."""
    stream = table_stream(found.table, found.day)
    types = ("table_opened", "bet_placed", "prizes_paid", "payments_confirmed")
    return read_types(found.casino_id, [stream], types)


def _placed(stakes: Sequence[dict[str, Any]], events: Sequence[RecordedEvent]) -> tuple[LyingStake, ...]:
    """Return the stakes of the sheet, each with its turn: the version of the event that placed it. One that was carried
    over from the day before has a turn below 1.
    """
    bound = events[0].data.get("bound", ())
    turns = {stake["ref"]: turn for turn, stake in enumerate(bound, 1 - len(bound))}
    turns |= {event.data["ref"]: event.version for event in events if event.type == "bet_placed"}
    return msgspec.convert(
        [{**stake, "place": turns[stake["ref"]]} for stake in stakes], tuple[LyingStake, ...]
    )


def _payments(found: Sheet, events: Sequence[RecordedEvent]) -> tuple[Payment, ...]:
    return tuple(
        Payment(
            event=event.event_id,
            refs=event.data.get("refs", ()),
            ahead=event.data.get("ahead", ()),
            paid_at=event.occurred_at,
            raked_by=_name(event.data.get("raked_by")),
            paid_by=_name(event.data.get("paid_by")),
        )
        for event in events
        if event.type in ("prizes_paid", "payments_confirmed") and event.data["coup"] == found.coup
    )


def _name(person: Mapping[str, str] | None) -> str | None:
    return person["name"] if person else None


def _played(found: Sheet, bets: tuple[LyingStake, ...], payments: tuple[Payment, ...]) -> PlayedCoup:
    lines = [*(line for group in found.groups for line in group.lines), *found.others]
    return response_of(
        PlayedCoup,
        found,
        number=as_data(found.number),
        bets=bets,
        payments=payments,
        differences=tuple(
            structs.replace(each, reason=discrepancy_reason(each), decision=discrepancy_decision(each))
            for each in found.differences
        ),
        order=tuple(response_of(PlayerGroup, group, lines=_lines(group.lines)) for group in found.groups),
        others=_lines(found.others),
        prison=tuple(response_of(Imprisoned, line) for line in lines if line.held),
        held=tuple(
            response_of(
                HeldFromCoup,
                line,
                held=line.unclaimed.held,
                standing=line.unclaimed.standing,
                until_coup=line.unclaimed.until_coup,
            )
            for line in lines
            if line.unclaimed is not None
        ),
    )


def _lines(lines: Sequence[sheet_lines.SheetLine]) -> tuple[SheetLine, ...]:
    """Return the lines, their notes in words."""
    return tuple(
        response_of(
            SheetLine,
            line,
            note=notes_in_words(line.notes),
            chips=_lines(line.chips),
            replay=_way(line.replay) if line.replay else None,
            may_replay=tuple(_way(way) for way in line.may_replay),
        )
        for line in lines
    )


def _way(way: sheet_lines.ReplayWay) -> ReplayWay:
    return response_of(ReplayWay, way, note=notes_in_words(way.notes))
