"""Which payout sheet a table's page shows, and what it says beside the lines themselves."""

from collections.abc import Collection, Set

import msgspec

from casino.floor.paid_otherwise import difference_in_words
from casino.floor.replays import WayToReplay, ways_to_replay
from casino.floor.sheet_words import lost_chips
from casino.kit.adjustments import UNDONE, ShownAdjustment, shown_adjustment
from casino.kit.money import counted, money
from settlement.sheets import Sheet, SheetLine, last_sheet, sheet
from tables.play.payment.prizes import paid_out_of
from tables.play.state import State
from tables.roulette.loader import get_rulebook


class ShownSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet with its words: `moved` are the lines without a prize whose chips stay bound or go back, `to_pay` says
    what is paid and what goes back.

    `ways` are, by the line's bet, the ways in which it may be played again; `by_layout` says that the lines of a
    double table are told apart.
    """

    sheet: Sheet
    moved: tuple[SheetLine, ...]
    to_pay: str
    taken: str
    ways: dict[str, tuple[WayToReplay, ...]]
    by_layout: bool
    said_in: str
    """The language of what is said aloud."""
    paid: frozenset[str]
    """Its lines that are ticked off, by the first bet of each, while the coup is not paid as a whole."""
    partly: dict[str, str]
    """Those of which some bets are ticked off and some are not, by the first bet: how many, in words."""
    left: dict[str, str]
    """What is still to be handed out of each of these, where it is known."""
    may_tick: bool
    """Its lines may be ticked off now."""
    adjusted: tuple[ShownAdjustment, ...]
    """What was put right of the coup, in words."""
    payable: tuple[SheetLine, ...]
    """Its lines of which nothing is ticked off, while they may be."""
    rest: bool
    """Something of it is ticked off, and something is left that may be."""
    differing: tuple[str, ...]
    """What was paid otherwise than worked out, in words."""
    undone: tuple[str, ...]
    """What was said to be so and is not any more, in words."""
    overdue: bool
    """It is still to be paid while the next coup already runs."""


def shown_sheet(casino_id: int, state: State, sees: Set[str]) -> ShownSheet | None:
    """The oldest coup still to be paid; else the last coup's until bets are open again. None for who does not see
    payouts."""
    if "payouts" not in sees:
        return None
    if state.payments_open:
        oldest = state.payments_open[0]
        found = sheet(casino_id, state.table, state.day, oldest)
        overdue = oldest != state.coup or state.phase != "paying"
        return _shown(found, state, overdue=overdue) if found else None
    if state.phase != "idle" or not state.settled_bets:
        return None
    found = last_sheet(casino_id, state.table)
    return _shown(found, state, overdue=False) if found and found.coup == state.coup else None


def printed_sheet(casino_id: int, state: State, coup: int, sees: Set[str]) -> ShownSheet | None:
    """The sheet of any coup of the day, None if no number fell in it, and for who does not see payouts."""
    if "payouts" not in sees:
        return None
    found = sheet(casino_id, state.table, state.day, coup)
    return _shown(found, state, overdue=False) if found else None


def _shown(found: Sheet, state: State, *, overdue: bool) -> ShownSheet:
    ticked = {prize.ref for prize in state.course.paid if prize.coup == found.coup}
    may_tick = found.coup in state.payments_open and not found.withheld
    lines = [line for group in found.groups for line in group.lines if not line.unclaimed]
    done = {line.ref: sum(ref in ticked for ref in line.refs) for line in lines}
    whole = frozenset(line.ref for line in lines if done[line.ref] == len(line.refs))
    partly = {line.ref: f"{done[line.ref]} paid" for line in lines if 0 < done[line.ref] < len(line.refs)}
    left = _left(found, state, ticked) if may_tick and ticked else {}
    return ShownSheet(
        sheet=found,
        moved=tuple(line for line in found.others if line.outcome != "lost"),
        to_pay=_to_pay(found, sum(left.values()) if left else None),
        taken=_taken(found),
        ways=_ways(found, state),
        by_layout=state.double,
        said_in=get_rulebook(state.rulebook, state.rulebook_version).announce_language,
        paid=whole,
        partly=partly,
        left={ref: money(amount) for ref, amount in left.items() if ref in partly},
        may_tick=may_tick,
        payable=tuple(line for line in lines if may_tick and not done[line.ref]),
        rest=may_tick and any(done.values()) and len(whole) < len(lines),
        differing=tuple(difference_in_words(each) for each in found.differences if each.outcome != UNDONE),
        undone=tuple(difference_in_words(each) for each in found.differences if each.outcome == UNDONE),
        adjusted=_adjusted(found, state),
        overdue=overdue,
    )


def _adjusted(found: Sheet, state: State) -> tuple[ShownAdjustment, ...]:
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    return tuple(shown_adjustment(each, found.coup, rulebook, state.wheel) for each in found.adjustments)


def _left(found: Sheet, state: State, ticked: Collection[str]) -> dict[str, int]:
    """What is not ticked off of each line, by its first bet; nothing where that of one of them is not known: of a coup
    before the last the table does not know bet by bet what leaves it."""
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
    """What leaves the table, and what is `left` of it once some is ticked off: prizes, and beside them what goes back
    of stakes that are divided, freed or over the maximum. The stake of a won bet is no part of it: it lies on, as one
    does that is freed and stays. Nor is what nobody claims: it is held, stake and prize."""
    won = [line for group in found.groups for line in group.lines]
    paid = found.total_paid_out
    back = sum(line.returned - line.stays for line in found.others) + sum(
        line.excess for line in won if not line.unclaimed
    )
    held = sum(line.prize for line in won if line.unclaimed)
    if found.status == "paid":
        said = ["Paid" + (f" {money(paid)}" if paid else ""), *([f"returned {money(back)}"] if back else [])]
    else:
        said = [f"{money(paid)} to pay" if paid else "Nothing to pay"]
        said += [] if left is None else [f"{money(left)} left" if left else "all ticked off"]
        said += [f"{money(back)} to return"] if back else []
    said += [f"{money(held)} not claimed"] if held else []
    return ", ".join(said)


def _taken(found: Sheet) -> str:
    """What the bank collects, and of what: lost bets, lost chips of won ones, its part of stakes that are divided."""
    lines = [*found.others, *(line for group in found.groups for line in group.lines)]
    lost = [line for line in lines if line.outcome == "lost"]
    partly = [chips for line in lines if (chips := lost_chips(line))]
    divided = [line for line in lines if line.outcome in ("halved", "divided")]
    said = []
    if lost:
        said.append(f"{counted(len(lost), 'losing bet')}, {money(sum(line.stake for line in lost))}")
    if partly:
        amount = sum(chip.stake for lost_of_line in partly for chip in lost_of_line)
        said.append(f"losing chips of {counted(len(partly), 'won bet')}, {money(amount)}")
    if divided:
        stakes = sum(len(line.refs) for line in divided)
        kept = sum(line.stake - line.returned for line in divided)
        said.append(f"the bank's part of {counted(stakes, 'divided stake')}, {money(kept)}")
    if len(said) > 1:
        return f"{'; '.join(said)}: {money(found.total_taken)} taken"
    return f"{said[0]} taken" if said else ""


def _ways(found: Sheet, state: State) -> dict[str, tuple[WayToReplay, ...]]:
    """By the line's bet. A bet is played again while the last number is paid, until the next bets are closed."""
    if state.last_coup is None or found.coup != state.last_coup.coup or state.phase == "bets_closed":
        return {}
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    lines = (line for group in found.groups for line in group.lines if line.may_replay)
    return {line.ref: ways_to_replay(line, rulebook, state) for line in lines}
