"""Payout sheets to read: a coup's prizes in the order of payment, grouped by layout and player, every line in words."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec

from settlement.adjustments import Adjustment, adjustments_on
from settlement.line_reading import read_lines
from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import DAY, kept, rules_of, settle_sheet, stakes_of
from settlement.sheet_lines import SheetLine
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.announcements import announce_multiples, announce_result
from tables.roulette.bets import parse_bet
from tables.roulette.payout.payment_order import roles_at
from tables.roulette.rulebook import Rulebook
from tables.stream.prepared_rows import PreparedRow

SHEET = PreparedRow(PayoutSheet, "casino_id", "table", "day", "coup")

__all__ = ["PlayerGroup", "Seated", "Sheet", "SheetLine", "last_sheet", "sheet", "sheet_of_state"]


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


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A position of the staff with its label, and the person who did its task; None without one.

    The person is the one recorded with the payments, or before them the holder of the seat when the number fell.
    """

    position: str
    label: str
    name: str | None


class SheetDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A payment of the coup that differs from the computed one: the paid and the right amount (minor units).

    The cause is a person's `reason`, or `code` and `parameters` if the platform found it. `outcome` is empty while
    it waits to be decided; then `amount` is the casino's payment for it, below zero the returned one, and `decision`
    the reason. It is `undone` once the coup has changed: `undone_because` another number was decided, or bets were
    restored.
    """

    difference: str
    refs: tuple[str, ...]
    player: str
    bet: str
    worked_out: int
    paid: int
    reason: str
    because: str
    outcome: str
    amount: int
    decision: str
    code: str = ""
    parameters: dict[str, Any] = {}
    undone_because: str = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A coup's payout sheet. `groups` are its prizes in the order of payment, `others` all lines without a prize.

    `withheld` is true while two sources disagree about the number: nothing is paid yet. `together` is true if a
    player's prizes are paid together. `order_reference` is the clause on the order, as printed; None if nothing is paid
    by hand. `amended_at` is set when a choice or a decision changed the sheet after the number. `announcement` is that
    of the number; `multiples` is that of the winning multiple combinations after it, None without any. `rakes` and
    `pays` are the people who rake in the losing chips and pay (None: the rulebook gives nobody a role).
    `open_reference` and `stacks_reference` are the clauses, as printed, on opened stacks and on prizes put down in
    stacks. `ribbon_only` is true if all of the prize is put down in a ribbon. `total_paid_out` is the part of the
    prizes that leaves the table after replays. `stays_reference` is the clause, as printed, by which winning stakes
    stay on the cloth; None if they leave it.
    """

    casino_id: int
    table: str
    day: str
    coup: int
    rulebook: str
    currency: str
    number: int
    colour: str | None
    groups: tuple[PlayerGroup, ...]
    others: tuple[SheetLine, ...]
    together: bool
    order_reference: str | None
    total_stake: int
    total_prize: int
    total_returned: int
    total_held: int
    status: str
    withheld: bool
    settled_at: datetime
    amended_at: datetime | None
    paid_at: datetime | None
    announcement: str
    multiples: str | None
    rakes: Seated | None
    pays: Seated | None
    roles_reference: str | None
    open_reference: str | None
    stacks_reference: str | None
    ribbon_only: bool
    total_paid_out: int
    adjustments: tuple[Adjustment, ...] = ()
    stays_reference: str | None = None
    differences: tuple[SheetDifference, ...] = ()

    @property
    def total_taken(self) -> int:
        return self.total_stake - self.total_returned - self.total_held


def sheet(casino_id: int, table: str, day: str, coup: int) -> Sheet | None:
    """The sheet of one coup, None if no number fell in it."""
    row = SHEET.find(casino_id=casino_id, table=table, day=day, coup=coup)
    return None if row is None else _read(row)


def last_sheet(casino_id: int, table: str) -> Sheet | None:
    """Return the sheet of the table's last number, on any day; None before the first."""
    row = PayoutSheet.objects.filter(casino_id=casino_id, table=table).order_by("-day", "-coup").first()
    return None if row is None else _read(row)


def sheet_of_state(casino_id: int, state: State, choices: Mapping[str, str]) -> Sheet | None:
    """Return the sheet of the last coup, settled again from the table's state; None before the day's first number.

    `choices` are the choices made by then about its stakes in prison, by bet. Later corrections of the coup are on its
    kept sheet only.
    """
    last = state.last_coup
    if last is None or state.settled_limits is None or state.phase_since is None:
        return None
    key = {"casino_id": casino_id, "table": state.table, "day": state.day}
    row = PayoutSheet(
        **key,
        coup=last.coup,
        stakes=kept(state.settled_bets),
        limits=msgspec.to_builtins(state.settled_limits),
        companies=msgspec.to_builtins(state.settled_groups),
        staff=msgspec.to_builtins(state.staff),
        choices=dict(choices),
        status=PayoutSheet.Status.OPEN if last.coup in state.payments_open else PayoutSheet.Status.PAID,
        withheld=any(each.coup == last.coup for each in state.discrepancies),
        settled_at=state.phase_since,
    )
    for column, value in settle_sheet(row, state, last.number, state.settled_bets, choices).items():
        setattr(row, column, value)
    day = GamingDay(
        **key,
        rulebook=state.rulebook,
        rulebook_version=state.rulebook_version,
        wheel=state.wheel,
        currency=state.currency,
        face_value_only=state.face_value_only,
    )
    return _in_words(row, day)


def _read(row: PayoutSheet) -> Sheet:
    day = DAY.find(casino_id=row.casino_id, table=row.table, day=row.day)
    assert day is not None, "a sheet is of a day that was opened"
    return _in_words(row, day)


def _in_words(row: PayoutSheet, day: GamingDay) -> Sheet:
    rulebook = rules_of(day)
    payment = rulebook.payment
    read = read_lines(row, day)
    paid = sorted((line for line in read if line.prize), key=lambda line: line.turn or 0)
    rakes, pays = _roles(row, rulebook)
    return Sheet(
        casino_id=row.casino_id,
        table=row.table,
        day=row.day,
        coup=row.coup,
        rulebook=day.rulebook,
        currency=day.currency,
        number=row.number,
        colour=row.colour,
        groups=_groups(paid),
        others=tuple(line for line in read if not line.prize),
        together=payment.group_by_player,
        order_reference=_printed(rulebook, payment.clause if payment.by_hand else None),
        total_stake=row.total_stake,
        total_prize=row.total_prize,
        total_returned=row.total_returned,
        total_held=row.total_held,
        status=row.status,
        withheld=row.withheld,
        settled_at=row.settled_at,
        amended_at=row.amended_at,
        paid_at=row.paid_at,
        announcement=announce_result(rulebook, row.number),
        multiples=announce_multiples(
            rulebook,
            row.number,
            (parse_bet(stake.bet, rulebook, wheel=day.wheel) for stake in stakes_of(row)),
        ),
        rakes=rakes,
        pays=pays,
        roles_reference=_printed(rulebook, payment.roles.clause if payment.roles else None),
        open_reference=_printed(rulebook, payment.open_stacks_clause),
        stacks_reference=_printed(rulebook, payment.stacks.clause if payment.stacks else None),
        stays_reference=_printed(rulebook, payment.lies_on.clause if payment.lies_on else None),
        ribbon_only=payment.stacks is not None and day.face_value_only,
        total_paid_out=sum(line.paid_out for line in paid),
        differences=msgspec.convert(row.differences, tuple[SheetDifference, ...]),
        adjustments=adjustments_on(row, rulebook.clauses),
    )


def _roles(row: PayoutSheet, rulebook: Rulebook) -> tuple[Seated | None, Seated | None]:
    """Return the people who rake and pay: those recorded with the payments, else those in the seats at the number."""
    rule = rulebook.payment.roles
    if rule is None:
        return None, None

    def seated(position: str, role: str) -> Seated:
        holder = row.staff.get(position)
        recorded = ", ".join(row.handled.get(role, ()))
        return Seated(
            position=position,
            label=rulebook.staff.labels[position],
            name=recorded or (holder["name"] if holder else None),
        )

    roles = roles_at(rule, row.number)
    return seated(roles.rakes, "raked_by"), seated(roles.pays, "paid_by")


def _printed(rulebook: Rulebook, clause: str | None) -> str | None:
    return None if clause is None else rulebook.clauses[clause]


def _groups(paid: Sequence[SheetLine]) -> tuple[PlayerGroup, ...]:
    groups = []
    for (layout, player), run in groupby(paid, key=lambda line: (line.layout, line.player)):
        lines = tuple(run)
        groups.append(
            PlayerGroup(
                player=player,
                lines=lines,
                prize=sum(line.prize for line in lines),
                layout=layout,
                paid_out=sum(line.paid_out for line in lines),
            )
        )
    return tuple(groups)


def whole_lines(sheet: Sheet, refs: Collection[str]) -> tuple[str, ...]:
    """Return the bets of all lines that contain one of these bets; bets on no line of the sheet come last."""
    paid = tuple(
        ref for line in _to_be_paid(sheet) if not set(refs).isdisjoint(line.refs) for ref in line.refs
    )
    return (*paid, *(ref for ref in refs if ref not in paid))


def all_lines(sheet: Sheet) -> tuple[str, ...]:
    return tuple(ref for line in _to_be_paid(sheet) for ref in line.refs)


def line_of(sheet: Sheet, ref: str) -> tuple[str, ...]:
    """The bets of the line that has a prize for this bet. Raises Refused where there is none."""
    line = next((line for line in _to_be_paid(sheet) if ref in line.refs), None)
    if line is None:
        if not ref:
            raise Refused("no-prize-without-bet", coup=sheet.coup)
        raise Refused("no-prize-for-bet", coup=sheet.coup, ref=ref)
    return line.refs


def _to_be_paid(sheet: Sheet) -> list[SheetLine]:
    return [line for group in sheet.groups for line in group.lines if not line.unclaimed]
