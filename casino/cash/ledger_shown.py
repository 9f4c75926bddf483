"""The day's ledger as its pages say it: each figure with its label in words, the held items with their age."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from math import isqrt

import msgspec
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from casino.kit.clauses import cited
from casino.kit.money import counted as so_many
from casino.kit.money import money
from casino.kit.sentences import listed
from casino.kit.template_filters import gaming_day
from settlement.day_record import Count
from settlement.figures.figures import Basis, Figure, Label
from settlement.figures.interval import lies_outside
from settlement.figures.periods import Total
from settlement.figures.tips import tips_to_result
from settlement.table_ledger import FIGURES, TableLedger
from tables.handling.safekeeping import HeldAtTable
from tables.play.events import HeldStake
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook

RESTS_ON: dict[Basis, str] = {
    "opening count": "by the opening count",
    "last closing": "by the last closing",
    "par": "by the par",
    "last count": "by the last count",
    "cash taken": "by the cash taken",
    "bets": "by the bets",
    "drop": "by the drop",
}
ABOUT = '<span class="about" aria-hidden="true">≈</span><span class="unseen">estimated </span>'
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MISSING_SAID = 2
"""So many of the things that a sum lacks are named; of more it is said how many there are."""


class ShownFigure(msgspec.Struct, frozen=True):
    """A figure on a page: its amount, its label, and what it rests on or lacks, in words."""

    amount: str
    label: Label
    says: str

    @property
    def html(self) -> SafeString:
        """The figure with what it says below it. Here and not in a template: a month's page has 1,500 of them."""
        about = ABOUT if self.label == "estimated" else ""
        return mark_safe(
            f'<span class="figure is-{self.label}">{about}{self.amount}</span><small>{escape(self.says)}</small>'
        )


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What a result is held against, in words: the interval, the deviation, and whether the result lies outside.

    `outside` is None where nobody can say; `of` says which result it is.
    """

    lower: str
    upper: str
    deviation: str
    outside: bool | None
    of: str


class ShownHeld(msgspec.Struct, frozen=True, kw_only=True):
    """Something that nobody has claimed: what it is, since when and for how long, and the clause as printed.

    `waits`: it lies beside the cloth and is not set aside yet."""

    ref: str
    table: str
    what: str
    amount: str
    currency: str
    since: datetime
    age: str
    waits: bool
    clause: str
    receipt: str = ""
    """Empty while it waits, until the table closes."""


class ShownRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the ledger: of a table, a pit, a day, a month, or of all (`name` is what). `link` leads to its own
    ledger; `notes` say below its name what else there is to know of it."""

    name: str
    currency: str
    figures: Mapping[str, ShownFigure]
    hold: str
    judged: Judged | None
    coups: int
    tips: str = ""
    """The tips as a part of the win; empty where that is not known."""
    tips_lack: str = ""
    """What a sum of tips lacks; empty where it is known."""
    link: str = ""
    notes: tuple[str, ...] = ()
    forced: str = ""
    """What a close under pressure left open, and why; empty where the table closed as it should."""
    reconciled: str = ""
    counts: tuple["ShownCount", ...] = ()

    @property
    def anchor(self) -> str:
        """Its row's id on the page."""
        return f"row-{self.name}".replace(" ", "-")


class ShownCount(msgspec.Struct, frozen=True, kw_only=True):
    """A count of the float: when (UTC), at which end of the day, what was found and expected, and by whom."""

    at: datetime
    moment: str
    found: str
    expected: str
    people: str


def shown_row(of: TableLedger, link: str = "") -> ShownRow:
    """One table's day."""
    zone = timezone.get_current_timezone()
    standing = f"closed {of.closed_at.astimezone(zone):%H:%M}" if of.closed_at else "open"
    return ShownRow(
        name=of.table,
        link=link,
        notes=(f"{standing}, {of.currency}", *(("imprest",) if of.imprest else ())),
        currency=of.currency,
        coups=of.coups,
        figures={name: shown_figure(getattr(of, name)) for name in FIGURES},
        hold=percent(of.hold),
        tips=percent(of.tips_to_result),
        forced=_forced(of),
        reconciled=of.reconciled,
        counts=tuple(_count(each) for each in of.counts),
        judged=_judged(of),
    )


def shown_sum(name: str, of: Total, link: str = "") -> ShownRow:
    """The sums of a table, a pit, a day, a month, a house, in one currency."""
    tips = shown_figure(of.figures["tips"])
    return ShownRow(
        name=name,
        link=link,
        notes=(of.currency,),
        currency=of.currency,
        coups=of.coups,
        figures={figure: shown_figure(known) for figure, known in of.figures.items()},
        hold=percent(of.hold),
        tips=percent(tips_to_result(of.figures["tips"], of.figures["win"])),
        tips_lack=tips.says if tips.label == "absent" else "",
        judged=_judged(of),
    )


def shown_held(held: Iterable[HeldAtTable], now: datetime) -> tuple[ShownHeld, ...]:
    """What is held, the oldest first."""
    return tuple(
        ShownHeld(
            ref=each.held.ref,
            table=each.table,
            what=what_is_held(each.held),
            amount=money(each.held.amount),
            currency=each.currency,
            since=each.held.since,
            age=age(each.held.since, now),
            waits=each.held.until_coup is not None,
            clause=cited(get_rulebook(each.held.clause.partition("/")[0]), each.held.clause),
            receipt=each.held.receipt,
        )
        for each in sorted(held, key=lambda each: each.held.since)
    )


def _forced(of: TableLedger) -> str:
    forced = of.forced
    return f"{listed(forced.left)}: {forced.reason}" if forced else ""


def _count(of: Count) -> ShownCount:
    return ShownCount(
        at=of.at,
        moment=of.moment,
        found=money(of.total),
        expected="" if of.expected is None else money(of.expected),
        people=f"counted by {of.counted_by}, verified by {of.verified_by}" if of.counted_by else "",
    )


def shown_figure(figure: Figure) -> ShownFigure:
    """A figure with what it rests on or lacks: `by the cash taken`, `no closing count`."""
    if figure.amount is None:
        return ShownFigure("–", "absent", f"no {_missing(figure.missing)}")
    says = ", ".join(RESTS_ON[basis] for basis in figure.bases)
    return ShownFigure(money(figure.amount), figure.label, says or "counted")


def percent(share: Fraction | None) -> str:
    """A share in per cent with one decimal, a half rounded up; empty where there is none."""
    if share is None:
        return ""
    tenths = (2000 * share.numerator + share.denominator) // (2 * share.denominator)
    units, tenth = divmod(abs(tenths), 10)
    return f"{'– ' if tenths < 0 else ''}{units}.{tenth} %"


def age(since: datetime, now: datetime) -> str:
    """How long something has been so, in its largest unit: `12 min`, `5 h`, `3 days`."""
    minutes = max(int((now - since).total_seconds()) // 60, 0)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 24 * 60 else so_many(minutes // (24 * 60), "day")


def _judged(of: Total | TableLedger) -> Judged | None:
    within = of.within
    if of.against is None or within is None or not of.against.turnover:
        return None
    win = of.win if isinstance(of, TableLedger) else of.figures["win"]
    return Judged(
        lower=money(within.lower),
        upper=money(within.upper),
        deviation=money(isqrt(int(of.against.variance))),
        outside=lies_outside(of.result, within),
        of="what the bets brought" if win.amount is None else "the win",
    )


def _missing(missing: Sequence[str]) -> str:
    said, more = (DAY.sub(_in_short, each) for each in missing[:MISSING_SAID]), len(missing) - MISSING_SAID
    return "; no ".join(said) + (f"; {more} more" if more > 0 else "")


def _in_short(day: re.Match[str]) -> str:
    """A gaming day in a column's width, on one line."""
    return gaming_day(day[0]).replace(" ", "\N{NO-BREAK SPACE}")


def what_is_held(held: HeldStake) -> str:
    """What is held, in words: which bet, whether it won, and of which coup."""
    rulebook = get_rulebook(held.clause.partition("/")[0])
    bet = describe_bet(rulebook, parse_bet(held.bet, rulebook, wheel=next(iter(rulebook.wheels))))
    won = "win and stake" if held.kind == "win" else "abandoned stake"
    return f"{bet}, {won} of coup {held.coup} on {gaming_day(held.day)}"
