"""Unclaimed winnings and abandoned stakes in safekeeping, with their age, as lists and documents write them."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino.kit.clauses import cited_from
from casino.kit.dates import short_day
from casino.kit.money import count, money
from tables.handling.safekeeping import HeldAtTable
from tables.play.events import HeldStake
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook


class SafekeepingItem(msgspec.Struct, frozen=True, kw_only=True):
    """A win or stake that nobody has claimed: its kind, beginning and time, and the clause as printed.

    `waits`: it is still at the table and not set aside yet. `receipt` is empty then, until the table closes.
    """

    ref: str
    table: str
    what: str
    amount: str
    currency: str
    since: datetime
    age: str
    waits: bool
    clause: str
    receipt: str


def safekeeping_items(held: Iterable[HeldAtTable], now: datetime) -> tuple[SafekeepingItem, ...]:
    """Return the items in safekeeping, the oldest first."""
    return tuple(
        SafekeepingItem(
            ref=each.held.ref,
            table=each.table,
            what=described(each.held),
            amount=money(each.held.amount, each.currency),
            currency=each.currency,
            since=each.held.since,
            age=age(each.held.since, now),
            waits=each.held.until_coup is not None,
            clause=cited_from(each.held.clause),
            receipt=each.held.receipt,
        )
        for each in sorted(held, key=lambda each: each.held.since)
    )


def described(held: HeldStake) -> str:
    """Return an item in safekeeping in words: the bet, win or abandoned stake, the coup and the day."""
    rulebook = get_rulebook(held.clause.partition("/")[0])
    bet = describe_bet(rulebook, parse_bet(held.bet, rulebook, wheel=next(iter(rulebook.wheels))))
    words = (
        _("{bet}, win and stake of coup {coup} on {day}")
        if held.kind == "win"
        else _("{bet}, abandoned stake of coup {coup} on {day}")
    )
    return words.format(bet=bet, coup=held.coup, day=short_day(held.day))


def age(since: datetime, now: datetime) -> str:
    """Return the time from `since` to `now` in its largest unit: `12 min`, `5 h`, `3 days`."""
    minutes = max(int((now - since).total_seconds()) // 60, 0)
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    if minutes < 24 * 60:
        return _("{hours} h").format(hours=minutes // 60)
    days = minutes // (24 * 60)
    return ngettext("{days} day", "{days} days", days).format(days=count(days))
