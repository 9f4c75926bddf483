"""/api/v1/tables/{code}/days/{date}/ledger: a table's day in money, each figure with how well it is known."""

from datetime import datetime
from typing import Literal

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import CASH_READ, sight_of_client
from casino.api.http.query import day_named
from casino.api.http.response import Ratio
from casino.api.openapi.operations import operation
from casino.api.tables.views import check_registered
from casino.kit.structs import Money, response_of
from casino.web.problem_response import NotThere
from settlement.day_ledger import ledger_of_table
from settlement.figures.figures import Figure
from settlement.table_ledger import FIGURES, TableLedger
from tables.play.events import ForcedClose, HeldStake


class KnownMoney(msgspec.Struct, frozen=True, kw_only=True):
    """An amount and how well it is known. An estimate has its `bases`; an absent one has no amount and names the
    `missing` figures: it is never a silent zero.
    """

    amount: Money | None
    label: Literal["counted", "estimated", "absent"]
    bases: tuple[str, ...]
    missing: tuple[str, ...]


class ResultInterval(msgspec.Struct, frozen=True, kw_only=True):
    """Interval of 95 % of results, from the exact variance of the played bets."""

    lower: Money
    upper: Money


class TableDayLedger(msgspec.Struct, frozen=True, kw_only=True):
    """Gaming day of a table in money.

    win = drop + closing + credits - opening - fills, less the chips of colours paid, plus the results of disputes after
    closing. `fills` and `credits` are those of the day, without the closing ones. `by_bets` is the result of the
    recorded bets, `theoretical` the expected result of the bets or the drop. `float` is the closing count; before that
    count, the float of the record.

    `chips_outstanding` is the table's debt for colour chips that are out. Chips with a face value do not count here:
    they are good at every table and at the cash desk. `result` is the win, or the result of the bets while the win is
    unknown. `outside` is true if `result` is outside the interval `within`, null if unknown.

    `missing` names the count of the boxes for figures that wait for it. Without the scope `drop:read` the drop, the win
    and all figures that reveal them are hidden until then. `forced` describes an emergency close, `reconciled` its
    explanation.
    """

    table: str
    name: str
    day: str
    currency: str
    rulebook: str
    pit: str
    imprest: bool
    coups: int
    opened_at: datetime
    closed_at: datetime | None
    opening: KnownMoney
    variance_at_opening: KnownMoney
    fills: KnownMoney
    credits: KnownMoney
    drop: KnownMoney
    closing: KnownMoney
    closing_fills: KnownMoney
    closing_credits: KnownMoney
    colours_out: KnownMoney
    held: KnownMoney
    float_by_record: KnownMoney
    float_difference: KnownMoney
    after_closing: KnownMoney
    win: KnownMoney
    by_bets: KnownMoney
    turnover: KnownMoney
    theoretical: KnownMoney
    tips: KnownMoney
    float: KnownMoney
    chips_outstanding: KnownMoney
    result: KnownMoney
    hold: Ratio | None
    tips_to_result: Ratio | None
    within: ResultInterval | None
    outside: bool | None
    tips_by_shift: dict[str, Money]
    held_items: tuple[HeldStake, ...]
    forced: ForcedClose | None
    reconciled: str


class LedgerView(APIView):
    required_scopes = [CASH_READ]

    @operation("read_ledger", "tables", TableDayLedger)
    def get(self, request: Request, code: str, date: str) -> TableDayLedger:
        """Float, fills, credits, drop, chips outstanding, tips and result of a table's gaming day."""
        casino_id, day = client_of(request).casino_id, day_named(date, "date")
        found = ledger_of_table(casino_id, code, day, sight_of_client(client_of(request)))
        if found is None:
            check_registered(casino_id, code)
            raise NotThere("table-not-opened-that-day", table=code, day=day)
        return _published(found)


def _published(of: TableLedger) -> TableDayLedger:
    def money(amount: int) -> Money:
        return Money(amount=amount, currency=of.currency)

    def known(figure: Figure) -> KnownMoney:
        return response_of(KnownMoney, figure, amount=None if figure.amount is None else money(figure.amount))

    within = of.within
    return response_of(
        TableDayLedger,
        of,
        **{name: known(getattr(of, name)) for name in FIGURES},
        float=known(of.float_by_record if of.closing.amount is None else of.closing),
        chips_outstanding=known(of.colours_out),
        result=known(of.result),
        hold=None if of.hold is None else Ratio.of(of.hold),
        tips_to_result=None if of.tips_to_result is None else Ratio.of(of.tips_to_result),
        within=None
        if within is None
        else ResultInterval(lower=money(within.lower), upper=money(within.upper)),
        tips_by_shift={shift: money(amount) for shift, amount in of.tips_by_shift.items()},
    )
