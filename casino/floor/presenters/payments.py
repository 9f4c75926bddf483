"""The payout sheet on a table's page with the words of its lines, and payment discrepancies."""

from collections.abc import Collection, Mapping, Set

import msgspec
from django.utils.translation import get_language, gettext, ngettext

from casino.floor.presenters.replays import WayToReplay, ways_to_replay
from casino.floor.templatetags.floor import lost_chips
from casino.kit.adjustments import (
    DECIDED,
    UNDONE,
    ShownAdjustment,
    discrepancy_decision,
    discrepancy_reason,
    shown_adjustment,
)
from casino.kit.money import count, money
from casino.kit.seats import Seat, seat_of
from casino.kit.sentences.marks import gettext_noop as _
from settlement.sheets import (
    Sheet,
    SheetDifference,
    SheetLine,
    last_sheet,
    sheet,
    sheet_of_state,
)
from tables.handling.state_cache import following
from tables.play.events import PaymentOutcome
from tables.play.payment.prizes import paid_out_of
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook


class SheetPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet with its words: `moved` are the lines without a prize whose chips stay bound or go back, `to_pay` is what
    is paid and what goes back.

    `ways` are, by the line's bet, the ways in which it may be played again; `by_layout`: its lines are of
    two layouts.
    """

    sheet: Sheet
    moved: tuple[SheetLine, ...]
    to_pay: str
    taken: str
    ways: dict[str, tuple[WayToReplay, ...]]
    by_layout: bool
    announce_language: str
    """The language of its announcements."""
    paid: frozenset[str]
    """Ticked-off lines, by the first bet of each, while the coup is not paid as a whole."""
    partly: dict[str, str]
    """Partly ticked-off lines, by the first bet: the number of their bets, in words."""
    left: dict[str, str]
    """Amounts still to be paid of each of these, if known."""
    may_tick: bool
    """True if its lines may be ticked off now."""
    adjusted: tuple[ShownAdjustment, ...]
    """Corrections of the coup, in words."""
    payable: tuple[SheetLine, ...]
    """Lines without a ticked-off bet, while they may be ticked off."""
    rest: bool
    """Something of it is ticked off, and something is left that may be."""
    differing: tuple[str, ...]
    """Payment discrepancies, in words."""
    undone: tuple[str, ...]
    """Differences that were recorded and undone, in words."""
    overdue: bool
    """It is still to be paid while the next coup already runs."""


def sheet_presenter(
    casino_id: int, state: State, sees: Set[str], coup: int | None = None, *, at: bytes = b""
) -> SheetPresenter | None:
    """Return the sheet of the newest unpaid coup, or of `coup` if that is unpaid; else the last coup's until bets
    are open again. None for a person who may not see payouts.

    A sheet follows from the events of its table alone. `at` is the hash of the state's last event: a sheet is read
    once for it, however many screens show the table. Without one it is read.
    """
    if "payouts" not in sees:
        return None
    if not state.payments_open and (state.phase != "idle" or not state.settled_bets):
        return None
    chosen = coup if coup in state.payments_open else None
    return following(
        at, ("payout sheet", chosen, get_language()), lambda: _newest_or(chosen, casino_id, state)
    )


def _newest_or(chosen: int | None, casino_id: int, state: State) -> SheetPresenter | None:
    if state.payments_open:
        coup = chosen or state.payments_open[-1]
        found = sheet(casino_id, state.table, state.day, coup)
        overdue = coup != state.coup or state.phase != "paying"
        return _presented(found, state, overdue=overdue) if found else None
    found = last_sheet(casino_id, state.table)
    return _presented(found, state, overdue=False) if found and found.coup == state.coup else None


def sheet_at_moment(
    casino_id: int, state: State, sees: Set[str], choices: Mapping[str, str]
) -> SheetPresenter | None:
    """Return the last coup's sheet of a past state of the table, by `sheet_of_state`; None if bets were open again,
    and for a person who may not see payouts.
    """
    if "payouts" not in sees or state.phase not in ("idle", "paying"):
        return None
    found = sheet_of_state(casino_id, state, choices)
    return _presented(found, state, overdue=False) if found else None


class Unpaid(msgspec.Struct, frozen=True):
    """An unpaid coup on the strip that links to its sheet; `here` is the one whose sheet is shown."""

    coup: int
    here: bool


def unpaid(state: State, presented: SheetPresenter | None) -> tuple[Unpaid, ...]:
    """Return the strip of unpaid coups, the oldest first; empty if the shown sheet is of the only one, and for a
    person without the sheet.
    """
    if presented is None:
        return ()
    shown = presented.sheet.coup
    coups = tuple(Unpaid(coup, coup == shown) for coup in state.payments_open)
    return () if all(each.here for each in coups) else coups


def printed_sheet_presenter(casino_id: int, state: State, coup: int, sees: Set[str]) -> SheetPresenter | None:
    """Return the sheet of any coup of the day, None if no number fell in it, and for a person who may not see
    payouts.
    """
    if "payouts" not in sees or coup > state.coup:
        return None
    found = sheet(casino_id, state.table, state.day, coup)
    return _presented(found, state, overdue=False) if found else None


def _presented(found: Sheet, state: State, *, overdue: bool) -> SheetPresenter:
    ticked = {prize.ref for prize in state.course.paid if prize.coup == found.coup}
    may_tick = found.coup in state.payments_open and not found.withheld
    lines = [line for group in found.groups for line in group.lines if not line.unclaimed]
    done = {line.ref: sum(ref in ticked for ref in line.refs) for line in lines}
    whole = frozenset(line.ref for line in lines if done[line.ref] == len(line.refs))
    some = [line.ref for line in lines if 0 < done[line.ref] < len(line.refs)]
    partly = {ref: gettext("{count} paid").format(count=done[ref]) for ref in some}
    left = _left(found, state, ticked) if may_tick and ticked else {}
    return SheetPresenter(
        sheet=found,
        moved=tuple(line for line in found.others if line.outcome != "lost"),
        to_pay=_to_pay(found, sum(left.values()) if left else None),
        taken=_taken(found, found.currency),
        ways=_ways(found, state),
        by_layout=state.double,
        announce_language=get_rulebook(state.rulebook, state.rulebook_version).announce_language,
        paid=whole,
        partly=partly,
        left={ref: money(amount, state.currency) for ref, amount in left.items() if ref in partly},
        may_tick=may_tick,
        payable=tuple(line for line in lines if may_tick and not done[line.ref]),
        rest=may_tick and any(done.values()) and len(whole) < len(lines),
        differing=tuple(
            difference_in_words(each, found.currency) for each in found.differences if each.outcome != UNDONE
        ),
        undone=tuple(
            difference_in_words(each, found.currency) for each in found.differences if each.outcome == UNDONE
        ),
        adjusted=_adjusted(found, state),
        overdue=overdue,
    )


def _adjusted(found: Sheet, state: State) -> tuple[ShownAdjustment, ...]:
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    return tuple(shown_adjustment(each, found.coup, rulebook, state.wheel) for each in found.adjustments)


def _left(found: Sheet, state: State, ticked: Collection[str]) -> dict[str, int]:
    """Return the unpaid amount of each line by the line's first bet, in minor units.

    Returns an empty mapping if a line of an earlier coup is partly ticked off. The table keeps the amount of each bet
    for the last coup only.
    """
    left: dict[str, int] = {}
    for line in (line for group in found.groups for line in group.lines if not line.unclaimed):
        still = [ref for ref in line.refs if ref not in ticked]
        if len(still) in (0, len(line.refs)):
            left[line.ref] = line.paid_out if still else 0
        elif state.last_coup is not None and found.coup == state.last_coup.coup:
            rulebook = get_rulebook(state.rulebook, state.rulebook_version)
            paid_out = paid_out_of(state, state.last_coup.number, rulebook)
            left[line.ref] = sum(paid_out.get(ref, 0) for ref in still)
        else:
            return {}
    return left


def _to_pay(found: Sheet, left: int | None) -> str:
    """Return the amount that leaves the table, and the part `left` once some is ticked off.

    It is the prizes, and with them the returned stakes that are divided, freed or over the maximum. The stake of a
    won bet does not count: it stays, as a freed one that stays. Nor does an unclaimed win: it is kept, stake and
    prize.
    """
    won = [line for group in found.groups for line in group.lines]
    paid = found.total_paid_out
    back = sum(line.returned - line.stays for line in found.others) + sum(
        line.excess for line in won if not line.unclaimed
    )
    held = sum(line.prize for line in won if line.unclaimed)
    if found.status == "paid":
        parts = [
            _with(gettext("Paid {amount}"), paid, found.currency) or gettext("Paid"),
            _with(gettext("returned {amount}"), back, found.currency),
        ]
    else:
        parts = [_with(gettext("{amount} to pay"), paid, found.currency) or gettext("Nothing to pay")]
        if left is not None:
            parts.append(_with(gettext("{amount} left"), left, found.currency) or gettext("all ticked off"))
        parts.append(_with(gettext("{amount} to return"), back, found.currency))
    parts.append(_with(gettext("{amount} not claimed"), held, found.currency))
    return ", ".join(filter(None, parts))


def _with(text: str, amount: int, currency: str) -> str:
    """The text with the amount; empty where there is none."""
    return text.format(amount=money(amount, currency)) if amount else ""


def _taken(found: Sheet, currency: str) -> str:
    """Return the words for the chips that the bank collects: lost bets, lost chips of won bets, shares of divided
    stakes.
    """
    lines = [*found.others, *(line for group in found.groups for line in group.lines)]
    lost = [line for line in lines if line.outcome == "lost"]
    partly = [chips for line in lines if (chips := lost_chips(line))]
    divided = [line for line in lines if line.outcome in ("halved", "divided")]
    parts = []
    if lost:
        text = ngettext("{count} losing bet, {amount}", "{count} losing bets, {amount}", len(lost))
        parts.append(
            text.format(count=count(len(lost)), amount=money(sum(line.stake for line in lost), currency))
        )
    if partly:
        amount = money(sum(chip.stake for lost_of_line in partly for chip in lost_of_line), currency)
        text = ngettext(
            "losing chips of {count} won bet, {amount}",
            "losing chips of {count} won bets, {amount}",
            len(partly),
        )
        parts.append(text.format(count=count(len(partly)), amount=amount))
    if divided:
        stakes = sum(len(line.refs) for line in divided)
        kept = money(sum(line.stake - line.returned for line in divided), currency)
        text = ngettext(
            "the bank's part of {count} divided stake, {amount}",
            "the bank's part of {count} divided stakes, {amount}",
            stakes,
        )
        parts.append(text.format(count=count(stakes), amount=kept))
    if len(parts) > 1:
        return gettext("{parts}: {amount} taken").format(
            parts="; ".join(parts), amount=money(found.total_taken, currency)
        )
    return gettext("{what} taken").format(what=parts[0]) if parts else ""


def _ways(found: Sheet, state: State) -> dict[str, tuple[WayToReplay, ...]]:
    """Return the replays by the line's bet. A bet is played again while the last number is paid, until the next bets
    are closed.
    """
    if state.last_coup is None or found.coup != state.last_coup.coup or state.phase == "bets_closed":
        return {}
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    lines = (line for group in found.groups for line in group.lines if line.may_replay)
    return {line.ref: ways_to_replay(line, rulebook, state) for line in lines}


OUTCOMES: dict[PaymentOutcome, str] = {
    "stands": _("It stands as it was paid"),
    "made_good": _("The rest is paid"),
    "given_back": _("What was too much is given back"),
}


class PaymentDiscrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """A payment discrepancy that waits, in words; `outcomes` are the decisions that fit it."""

    difference: str
    coup: int
    seat: Seat
    label: str
    worked_out: str
    paid: str
    over: str
    reason: str
    outcomes: tuple[tuple[str, str], ...]


def payment_discrepancies(state: State, rulebook: Rulebook, sees: Set[str]) -> tuple[PaymentDiscrepancy, ...]:
    """Return the discrepancies that wait for the management at the table, the oldest first; empty for a person who
    may not see payouts.
    """
    if "payouts" not in sees:
        return ()
    return tuple(
        PaymentDiscrepancy(
            difference=each.difference,
            coup=each.coup,
            seat=seat_of(each.player),
            label=describe_bet(rulebook, parse_bet(each.bet, rulebook, wheel=state.wheel)),
            worked_out=money(each.worked_out, rulebook.currency),
            paid=money(each.paid, rulebook.currency),
            over=_too_much(each.over, rulebook.currency),
            reason=discrepancy_reason(each),
            outcomes=tuple(
                (outcome, gettext(label))
                for outcome, label in OUTCOMES.items()
                if outcome != ("made_good" if each.over > 0 else "given_back")
            ),
        )
        for each in state.differences.open
    )


def difference_in_words(each: SheetDifference, currency: str) -> str:
    """Return a payment discrepancy of the sheet in words, by its name: the payment, the reason, and the decision."""
    decided = gettext("not decided yet")
    if each.outcome:
        decided = ", ".join((gettext(DECIDED[each.outcome]), discrepancy_decision(each)))
    return gettext("{name}: {paid} paid, {worked_out} calculated: {reason}; {decided}").format(
        name=each.difference,
        paid=money(each.paid, currency),
        worked_out=money(each.worked_out, currency),
        reason=discrepancy_reason(each),
        decided=decided,
    )


def _too_much(over: int, currency: str) -> str:
    text = gettext("{amount} too much") if over > 0 else gettext("{amount} too little")
    return text.format(amount=money(abs(over), currency))
