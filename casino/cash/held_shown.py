"""What a house holds, as its list and its receipts say it: by age, and what may become of each or has become of it."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from casino.cash.ledger_shown import ShownHeld, shown_held
from casino.kit.money import money
from casino.kit.seats import seat_of
from casino.kit.sentences.words import word
from tables.handling.safekeeping import HeldAtTable, HeldStep, held_history
from tables.play.events import HeldStake
from tables.roulette.loader import get_rulebook

STEPS = {
    "win_unclaimed": "Seen: nobody claimed it",
    "held_set_aside": "Set aside",
    "held_receipted": "Given its receipt as the table closed",
    "held_counted": "Its chips counted",
    "held_claimed": "Claimed and paid back",
    "held_paid_in": "Paid into the table's endowment",
    "held_ended": "Ended by the house",
    "held_undone": "Settled anew",
}
UNDONE = {
    "another_number": "another number stands",
    "bets_put_back": "its bets were put back where they had lain",
}


class ListedHeld(msgspec.Struct, frozen=True, kw_only=True):
    """Something held, and what may become of it."""

    item: ShownHeld
    may: str


class ShownStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something that became of it: when (UTC), by whom, what was said, and who signed, each with role."""

    label: str
    at: datetime
    by: str
    said: str
    signed: tuple[str, ...]


class HeldReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """The receipt of what is held: what it is, and its steps so far. `whose` is empty where nobody is known."""

    item: ShownHeld
    whose: str
    stake: int
    prize: int
    may: str
    steps: tuple[ShownStep, ...]


def listed(held: Iterable[HeldAtTable], now: datetime) -> tuple[ListedHeld, ...]:
    """All of it, the oldest first."""
    by_age = sorted(held, key=lambda each: each.held.since)
    shown = shown_held(by_age, now)
    return tuple(
        ListedHeld(item=item, may=what_may_become(each.held))
        for item, each in zip(shown, by_age, strict=True)
    )


def together(held: Iterable[HeldAtTable]) -> tuple[str, ...]:
    """What all of it comes to, a sum for each currency."""
    sums: Counter[str] = Counter()
    for each in held:
        sums[each.currency] += each.held.amount
    return tuple(f"{money(amount)} {currency}" for currency, amount in sorted(sums.items()))


def what_may_become(held: HeldStake) -> str:
    """In words, as its rulebook has it."""
    rule = get_rulebook(held.clause.partition("/")[0]).held
    if held.until_coup is not None:
        return "Claimed by its player; set aside once its coups are played"
    roles = [word("role", role) for role in rule.paid_in_by] if rule else []
    if roles:
        return f"Claimed with a reason, or paid into the endowment once {' and '.join(roles)} have signed"
    return "Claimed with a reason, or ended as the house decides"


def receipt_shown(casino_id: int, at: HeldAtTable, now: datetime) -> HeldReceipt:
    """The receipt of what is held at this table."""
    steps = held_history(casino_id, at.table, at.held)
    if any(step.type == "held_set_aside" for step in steps):
        at = replace(at, held=replace(at.held, until_coup=None))
    (item,) = shown_held([at], now)
    return HeldReceipt(
        item=item,
        whose=seat_of(at.held.player).label if at.held.player else "",
        stake=at.held.stake,
        prize=at.held.prize,
        may="" if steps and steps[-1].type in ENDS else what_may_become(at.held),
        steps=tuple(_step(each) for each in steps),
    )


ENDS = ("held_claimed", "held_paid_in", "held_ended", "held_undone")


def _step(step: HeldStep) -> ShownStep:
    said = step.details
    by = f"by {seat_of(said['by']).label}" if said.get("by") else ""
    undone = UNDONE.get(said.get("because", ""), "")
    paid = "what was claimed counts as paid" if said.get("ended") == "claimed" else ""
    words = (by, said.get("outcome", ""), said.get("reason", ""), undone, paid)
    return ShownStep(
        label=STEPS[step.type],
        at=step.at,
        by=step.by.name if step.by else "",
        said=", ".join(word for word in words if word),
        signed=tuple(
            f"{each.person.name} ({word('role', each.role).removeprefix('the ')})" for each in step.signed
        ),
    )
