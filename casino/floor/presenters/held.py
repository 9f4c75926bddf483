"""Unclaimed amounts: items in safekeeping with their countdowns, and stakes that may be abandoned."""

from collections.abc import Set
from datetime import datetime

import msgspec
from django.utils.translation import gettext, ngettext

from casino.commands.signing import SignsBeside, reserved_to
from casino.floor.presenters.answer import Answer
from casino.kit.clauses import cited
from casino.kit.forms.chip_counts import Row, in_words, rows
from casino.kit.money import count, money, plain
from casino.kit.seats import SEATS, Seat, seat_of
from casino.kit.sentences.words import word
from casino.kit.template_filters import gaming_day
from tables.play.events import HeldStake
from tables.play.held.questions import coups_left
from tables.play.held.state import PaidWin
from tables.play.held.uncollected import uncollected
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """An item in safekeeping, in words. `countdown` is the number of coups that it still waits; then it is empty.

    `seat` is None for an unknown owner; `prize` is empty for a stake that won nothing.
    """

    ref: str
    label: str
    seat: Seat | None
    amount: str
    stake: str
    prize: str
    won_in: str
    since: datetime
    countdown: str
    clause: str
    receipt: str
    chips: str
    """The chips in safekeeping, in words; empty until they are counted."""


class Lying(msgspec.Struct, frozen=True, kw_only=True):
    """A stake on the cloth that can be taken for abandoned."""

    ref: str
    label: str
    amount: str
    seat: Seat


class Uncollected(msgspec.Struct, frozen=True, kw_only=True):
    """A win of a paid coup that somebody may find uncollected on the cloth; `refs` are its bets."""

    coup: int
    refs: tuple[str, ...]
    label: str
    seat: Seat
    prize: str


class HeldPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """Card of safekeeping, its panels, and the panel of abandoned stakes.

    An empty or None part is left out of the page. `paid_in_by` are the roles that register a payment in; without roles
    the casino decides at its end. `rows` are the rows for the count of an item's chips. `series` is their only series
    in play, if there is only one. `unclaimed_of` is the coup whose won lines can be declared unclaimed now, by the
    printed `clause`. `gone` is true if the subject of the form, and so the place for its answer, has left the page.
    `abandonable` are the stakes that can be declared abandoned now, if the rulebook has a rule for them
    (`may_abandon`). `uncollected` are wins of paid coups that can still be recorded as unclaimed.
    """

    items: tuple[Item, ...]
    clause: str
    paid_in_by: tuple[SignsBeside, ...]
    may_abandon: bool
    abandoned_by: SignsBeside | None
    abandonable: tuple[Lying, ...]
    uncollected: tuple[Uncollected, ...]
    unclaimed_of: int | None
    seats: tuple[Seat, ...]
    rows: tuple[Row, ...]
    series: str
    gone: bool


def held_presenter(
    state: State, rulebook: Rulebook, sees: Set[str], answer: Answer | None = None
) -> HeldPresenter | None:
    """Return the card of safekeeping; None for a person who may not see payouts.

    `answer` may be the answer to a command about one of its items.
    """
    if "payouts" not in sees:
        return None
    rule, last = rulebook.held, state.last_coup
    ref = answer.entered.get("ref", "") if answer else ""
    items = tuple(_item(held, state, rulebook) for held in state.held.items)
    may_abandon = rule is not None and rule.abandoned
    abandonable = tuple(
        Lying(
            ref=bet.ref,
            label=_label(bet, rulebook, state.wheel),
            amount=plain(bet.amount, rulebook.currency),
            seat=seat_of(bet.player),
        )
        for bet in state.bets
        if may_abandon and state.phase != "bets_closed" and not bet.level
    )
    return HeldPresenter(
        items=items,
        clause=cited(rulebook, rule.clause) if rule else "",
        paid_in_by=tuple(_registers(role) for role in rule.paid_in_by) if rule else (),
        may_abandon=may_abandon,
        abandoned_by=reserved_to(rule.decided_by, rule.deputies) if rule else None,
        abandonable=abandonable,
        uncollected=_uncollected(state, rulebook),
        unclaimed_of=last.coup if rule and last and last.coup in state.payments_open else None,
        seats=SEATS,
        rows=rows(state.limits.minimum if state.limits else 0, currency=rulebook.currency) if items else (),
        series=state.chip_series.in_play[0] if len(state.chip_series.in_play) == 1 else "",
        gone=ref not in {*(each.ref for each in items), *(each.ref for each in abandonable)},
    )


def _item(held: HeldStake, state: State, rulebook: Rulebook) -> Item:
    left = coups_left(state, held)
    return Item(
        ref=held.ref,
        label=_label(held, rulebook, state.wheel),
        seat=seat_of(held.player) if held.player else None,
        amount=money(held.amount, rulebook.currency),
        stake=plain(held.stake, rulebook.currency),
        prize=plain(held.prize, rulebook.currency) if held.prize else "",
        won_in=_won_in(held, state),
        since=held.since,
        countdown=ngettext("{count} more coup", "{count} more coups", left).format(count=count(left))
        if left
        else "",
        clause=cited(rulebook, held.clause),
        receipt=held.receipt,
        chips=in_words(sorted(held.pieces.items(), reverse=True), rulebook.currency),
    )


def _uncollected(state: State, rulebook: Rulebook) -> tuple[Uncollected, ...]:
    """The wins of paid coups line by line: those of one player on one field of a coup together."""
    lines: dict[tuple[int, str, str, int], list[PaidWin]] = {}
    for win in uncollected(state, rulebook):
        lines.setdefault((win.coup, win.player, win.bet, win.layout), []).append(win)
    return tuple(
        Uncollected(
            coup=coup,
            refs=tuple(win.ref for win in wins),
            label=describe_bet(rulebook, parse_bet(bet, rulebook, wheel=state.wheel)),
            seat=seat_of(player),
            prize=money(sum(win.prize for win in wins), rulebook.currency),
        )
        for (coup, player, bet, _), wins in lines.items()
    )


def _registers(role: str) -> SignsBeside:
    return SignsBeside(role, gettext("Registered by {role}").format(role=word("role", role)))


def _won_in(held: HeldStake, state: State) -> str:
    if held.kind == "win":
        words = gettext("won in coup {coup}").format(coup=held.coup)
    else:
        words = gettext("abandoned in coup {coup}").format(coup=held.coup)
    if held.day == state.day:
        return words
    return gettext("{words} on {day}").format(words=words, day=gaming_day(held.day))


def _label(held: HeldStake | Stake, rulebook: Rulebook, wheel: str) -> str:
    return describe_bet(rulebook, parse_bet(held.bet, rulebook, wheel=wheel))
