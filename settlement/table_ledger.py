"""A table's day in the ledger, from the record and the entries: each figure with its label.

Pure except for the shape of its input: it reads nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction

import msgspec

from settlement.day_moves import Moved, by_slips, came_to, cash_taken, float_moved, in_the_opening_count
from settlement.day_played import DayPlayed
from settlement.day_record import Count, DayInRecord
from settlement.figures.figures import Figure, absent, counted, estimated
from settlement.figures.periods import DayFigures, HeldAgainstTheory
from settlement.figures.table_result import BoxOfDay, CountDay, drop_of, tips_to_result, win
from settlement.figures.theoretical import Played, against_win, theoretical_result
from settlement.ledger.accounts import Account
from tables.play.events import ForcedClose, HeldStake
from tables.play.pieces import worth_of

UNCOUNTED_TIPS = "count of the tips"
FIGURES = (
    "opening",
    "variance_at_opening",
    "fills",
    "credits",
    "drop",
    "closing",
    "closing_fills",
    "closing_credits",
    "colours_out",
    "held",
    "float_by_record",
    "float_difference",
    "after_closing",
    "win",
    "by_bets",
    "turnover",
    "theoretical",
    "tips",
)
"""The figures of a table that are summed for the casino."""


class TableLedger(HeldAgainstTheory, msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day. All figures are minor units of `currency`.

    `fills` and `credits` are those of the day, without the closing ones. `colours_out` is the redemption value of
    issued chips without face value; the win is reduced by the part that arose on the day. `float_by_record` is the
    recorded float at its closing count, or now; `float_difference` is the counted amount above it. `after_closing` is
    the balance of disputes decided after the day was closed, below zero for payments of the cash desk. `by_bets` is the
    result of the recorded bets. `played` has their theoretical result, None without recorded bets. `against` is the
    same for the comparison with the win, with the stakes in prison at both ends, and `within` its interval. `tips` are
    the counted tips, by shift in `tips_by_shift`.
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
    opening: Figure
    variance_at_opening: Figure
    fills: Figure
    credits: Figure
    drop: Figure
    closing: Figure
    closing_fills: Figure
    closing_credits: Figure
    colours_out: Figure
    held: Figure
    float_by_record: Figure
    float_difference: Figure
    after_closing: Figure
    win: Figure
    by_bets: Figure
    turnover: Figure
    theoretical: Figure
    tips: Figure
    played: Played | None
    against: Played | None
    theory_of_drop: Fraction | None = None
    counts: tuple[Count, ...] = ()
    tips_by_shift: Mapping[str, int] = {}
    held_items: tuple[HeldStake, ...] = ()
    forced: ForcedClose | None = None
    """It was closed under pressure, and is to be reconciled."""
    reconciled: str = ""
    """Reconciliation of the emergency close, in words; empty until then."""
    blind: bool = False
    """True while its drop is not counted, and hidden with the figures that reveal it."""

    def figure(self, name: str) -> Figure:
        figure: Figure = getattr(self, name)
        return figure

    @property
    def tips_to_result(self) -> Fraction | None:
        """Tips over what the table won; None where there is no such part."""
        return tips_to_result(self.tips, self.win)

    def for_sums(self) -> DayFigures:
        """Return the day's figures for the sums of a pit, a casino or a month."""
        return DayFigures(
            table=self.table,
            day=date.fromisoformat(self.day),
            pit=self.pit,
            currency=self.currency,
            closed=self.closed_at is not None,
            coups=self.coups,
            figures={name: getattr(self, name) for name in FIGURES},
            played=self.played,
            against=self.against,
            blind=self.blind,
        )


class InPrison(msgspec.Struct, frozen=True):
    """The casino's share of the stakes in prison at the table's opening, and at its closing or now."""

    at_opening: Fraction = Fraction(0)
    at_closing: Fraction = Fraction(0)


def table_ledger(
    day: DayInRecord,
    moves: Sequence[Moved],
    played: DayPlayed,
    *,
    name: str,
    closing_slips: frozenset[str],
    colours_before: int,
    in_prison: InPrison,
    boxes: Sequence[BoxOfDay],
    held: tuple[HeldStake, ...],
) -> TableLedger:
    """Return the day of a table. The par is that of the opening, also after the register has changed.

    `colours_before` is the ledger's amount for its colours when it opened (0 or below). `boxes` are those of the table;
    `held` is the safekeeping by the end of the day or now.
    """
    par = worth_of(day.opened.par)
    brought = in_the_opening_count(moves)
    opening = _opening(day, par, brought)
    fills = counted(_slips(day, moves, "fill", closing_slips, closing=False))
    credits = counted(-_slips(day, moves, "credit", closing_slips, closing=False))
    closing_fills = counted(_slips(day, moves, "fill", closing_slips, closing=True))
    closing_credits = counted(-_slips(day, moves, "credit", closing_slips, closing=True))
    drop = drop_of(cash_taken(moves), boxes)
    closing = _closing(day, par, closing_fills, closing_credits)
    colours = came_to(Account.COLOURS, moves)
    by_record = _float_by_record(opening + counted(brought), moves)
    bets = _bets_recorded(played)
    against = bets and against_win(bets, opened_with=in_prison.at_opening, closed_with=in_prison.at_closing)
    after_closing = counted(came_to(Account.DESK, moves))
    return TableLedger(
        table=day.opened.table,
        name=name,
        day=day.opened.day,
        currency=day.opened.currency,
        rulebook=day.opened.rulebook,
        pit=day.opened.pit,
        imprest=bool(par),
        coups=played.coups,
        opened_at=day.opened_at,
        closed_at=day.closed_at,
        opening=opening,
        variance_at_opening=_variance_at_opening(day),
        fills=fills,
        credits=credits,
        drop=drop,
        closing=closing,
        closing_fills=closing_fills,
        closing_credits=closing_credits,
        colours_out=counted(-(colours_before + colours)),
        held=counted(sum(each.amount for each in held if each.until_coup is None)),
        float_by_record=by_record,
        float_difference=(counted(day.closing.total) if day.closing else absent("closing count")) - by_record,
        after_closing=after_closing,
        win=win(
            CountDay(
                drop=drop, opening=opening, closing=closing + counted(colours), fills=fills, credits=credits
            )
        )
        + after_closing,
        by_bets=absent("bets") if bets is None else estimated(played.brought, "bets"),
        turnover=absent("bets") if bets is None else counted(bets.turnover),
        theoretical=theoretical_result(bets, drop, _of_drop(day)),
        tips=counted(sum(day.tips.values())) if day.tips else absent(UNCOUNTED_TIPS),
        theory_of_drop=_of_drop(day),
        played=bets,
        against=against,
        counts=day.counts,
        tips_by_shift=day.tips,
        held_items=held,
        forced=day.closed.forced if day.closed else None,
        reconciled=day.reconciled,
    )


def _opening(day: DayInRecord, par: int, brought: int) -> Figure:
    """Return the opening float: the count less the `brought` amount of earlier slips.

    That amount is among the day's fills.
    """
    if day.opening is not None:
        return counted(day.opening.total - brought)
    if day.opened.float_handed_on is not None:
        return estimated(day.opened.float_handed_on, "last closing")
    return estimated(par, "par") if par else absent("opening count")


def _closing(day: DayInRecord, par: int, fills: Figure, credits: Figure) -> Figure:
    """Return the closing float: the count, or for an imprest table closed without one the par and its closing slips."""
    if day.closing is not None:
        return counted(day.closing.total)
    if day.closed is not None and day.closed.forced is None and par:
        return estimated(par, "par") + credits - fills
    return absent("closing count")


def _variance_at_opening(day: DayInRecord) -> Figure:
    if day.opening is None:
        return absent("opening count")
    if day.opening.expected is None:
        return absent("last closing")
    return counted(day.opening.total - day.opening.expected)


def _float_by_record(opening: Figure, moves: Sequence[Moved]) -> Figure:
    if opening.amount is None:
        return opening
    return estimated(opening.amount + float_moved(moves), *(opening.bases or ("opening count",)))


def _bets_recorded(played: DayPlayed) -> Played | None:
    """Return the day's play: zeros without a coup, None if no coup has a recorded bet."""
    if not played.coups:
        return Played(turnover=0, result=Fraction(0), variance=Fraction(0))
    return played.played


def _of_drop(day: DayInRecord) -> Fraction | None:
    percentage = day.opened.theory_of_drop
    return None if percentage is None else Fraction(percentage, 10_000)


def _slips(
    day: DayInRecord, moves: Sequence[Moved], kind: str, closing_slips: frozenset[str], *, closing: bool
) -> int:
    """Return the amount that came to the float with slips of a kind, less the amount that left it.

    Closing slips are those after the closing count, which contains the others. Without that count they are those
    requested as closing slips.
    """
    of_kind = by_slips(moves, kind)
    if day.closing is not None:
        return sum(move.to_float(after_closing=closing) for move in of_kind)
    return sum(move.to(Account.FLOAT) for move in of_kind if (move.slip in closing_slips) is closing)
