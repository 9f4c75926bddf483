"""Payout sheets to read: a coup's prizes in the order of payment, grouped by player, every line in words."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

import msgspec

from settlement.models import GamingDay, PayoutSheet
from settlement.payout.lines import Line
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook


class SheetLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a sheet. Money in minor units; `name` and `reference` are in the rulebook's words.

    `turn` counts the payments from 1 (None: no prize is paid); `reference` is the clause as printed, `clause` its id.
    """

    turn: int | None
    ref: str
    player: str
    bet: str
    name: str
    stake: int
    outcome: str
    prize: int
    returned: int
    held: int
    level: int | None
    clause: str
    reference: str
    note: str | None
    chips: tuple["SheetLine", ...] = ()


class PlayerGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes of one player that are paid one after the other, or together where the rulebook says so."""

    player: str
    lines: tuple[SheetLine, ...]
    prize: int


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A coup's payout sheet. `groups` are its prizes in the order of payment, `others` all lines without a prize.

    `withheld`: two sources disagree about the number and nothing is paid yet. `together` says that a player's
    prizes are paid together. `order_reference` is the clause on the order, as printed; None where nothing is
    paid by hand. `amended_at` is set when a choice or a decision changed the sheet after the number.
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

    @property
    def total_taken(self) -> int:
        """What the bank takes of the stakes."""
        return self.total_stake - self.total_returned - self.total_held


def sheet(casino_id: int, table: str, day: str, coup: int) -> Sheet | None:
    """The sheet of one coup, None if no number fell in it."""
    row = PayoutSheet.objects.filter(casino_id=casino_id, table=table, day=day, coup=coup).first()
    return None if row is None else _read(row)


def last_sheet(casino_id: int, table: str) -> Sheet | None:
    """The sheet of the table's last number, whatever day it fell on; None before the first."""
    row = PayoutSheet.objects.filter(casino_id=casino_id, table=table).order_by("-day", "-coup").first()
    return None if row is None else _read(row)


def _read(row: PayoutSheet) -> Sheet:
    day = GamingDay.objects.get(casino_id=row.casino_id, table=row.table, day=row.day)
    rulebook = get_rulebook(day.rulebook, day.rulebook_version)
    lines = msgspec.convert(row.lines, tuple[Line, ...])
    by_hand = rulebook.payment.by_hand
    turns = {ref: turn for turn, ref in enumerate(row.order, start=1)}
    read = [_read_line(rulebook, day.wheel, line, turns.get(line.ref)) for line in lines]
    paid = sorted((line for line in read if line.prize), key=lambda line: line.turn or 0)
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
        together=rulebook.payment.group_by_player,
        order_reference=rulebook.clauses[rulebook.payment.clause] if by_hand else None,
        total_stake=row.total_stake,
        total_prize=row.total_prize,
        total_returned=row.total_returned,
        total_held=row.total_held,
        status=row.status,
        withheld=row.withheld,
        settled_at=row.settled_at,
        amended_at=row.amended_at,
        paid_at=row.paid_at,
    )


def _read_line(rulebook: Rulebook, wheel: str, line: Line, turn: int | None) -> SheetLine:
    return SheetLine(
        turn=turn,
        ref=line.ref,
        player=line.player,
        bet=line.bet,
        name=describe_bet(rulebook, parse_bet(line.bet, rulebook, wheel=wheel)),
        stake=line.stake,
        outcome=line.outcome,
        prize=line.prize,
        returned=line.returned,
        held=line.held,
        level=line.level,
        clause=line.clause,
        reference=rulebook.clauses[line.clause],
        note=line.note,
        chips=tuple(_read_line(rulebook, wheel, chip, None) for chip in line.chips),
    )


def _groups(paid: Sequence[SheetLine]) -> tuple[PlayerGroup, ...]:
    groups = []
    for player, run in groupby(paid, key=lambda line: line.player):
        lines = tuple(run)
        groups.append(PlayerGroup(player=player, lines=lines, prize=sum(line.prize for line in lines)))
    return tuple(groups)
