"""Presenter of unclaimed winnings and abandoned stakes, for the list and the receipts of safekeeping.

They are by age, with their steps and possible next steps.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec.structs import replace

from casino.cash.presenters.steps import ShownStep
from casino.commands.signing import signatory
from casino.kit.actors import called
from casino.kit.money import money
from casino.kit.safekeeping import SafekeepingItem, safekeeping_items
from casino.kit.seats import seat_of
from casino.kit.sentences.words import word
from tables.handling.safekeeping import HeldAtTable, HeldStep, held_history
from tables.play.events import HeldStake
from tables.roulette.loader import get_rulebook

STEPS = {
    "win_unclaimed": gettext_noop("Seen: nobody claimed it"),
    "held_set_aside": gettext_noop("Set aside"),
    "held_receipted": gettext_noop("Given its receipt as the table closed"),
    "held_counted": gettext_noop("Its chips counted"),
    "held_claimed": gettext_noop("Claimed and paid back"),
    "held_paid_in": gettext_noop("Paid into the table's endowment"),
    "held_ended": gettext_noop("Ended by the casino"),
    "held_undone": gettext_noop("Settled anew"),
}
ENDS = ("held_claimed", "held_paid_in", "held_ended", "held_undone")
UNDONE = {
    "another_number": gettext_noop("another number stands"),
    "bets_put_back": gettext_noop("its bets were put back where they had lain"),
}


class ListedItem(msgspec.Struct, frozen=True, kw_only=True):
    item: SafekeepingItem
    may: str


class SafekeepingReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """The receipt of an item: its content, and its steps so far. `whose` is empty if the owner is unknown."""

    item: SafekeepingItem
    whose: str
    stake: int
    prize: int
    may: str
    steps: tuple[ShownStep, ...]


def listed(held: Iterable[HeldAtTable], now: datetime) -> tuple[ListedItem, ...]:
    """Return all items, the oldest first."""
    by_age = sorted(held, key=lambda each: each.held.since)
    return tuple(
        ListedItem(item=item, may=what_may_become(each.held))
        for item, each in zip(safekeeping_items(by_age, now), by_age, strict=True)
    )


def together(held: Iterable[HeldAtTable]) -> tuple[str, ...]:
    """Return the sum of all items, for each currency."""
    sums: Counter[str] = Counter()
    for each in held:
        sums[each.currency] += each.held.amount
    return tuple(f"{money(amount, currency)} {currency}" for currency, amount in sorted(sums.items()))


def what_may_become(held: HeldStake) -> str:
    """Return the possible ends of an item in words, by its rulebook."""
    rule = get_rulebook(held.clause.partition("/")[0]).held
    if held.until_coup is not None:
        return _("Claimed by its player; set aside once its coups are played")
    roles = [word("role", role) for role in rule.paid_in_by] if rule else []
    if roles:
        words = _("Claimed with a reason, or paid into the endowment once {roles} have signed")
        return words.format(roles=_(" and ").join(roles))
    return _("Claimed with a reason, or ended as the casino decides")


def safekeeping_receipt(casino_id: int, at: HeldAtTable, now: datetime) -> SafekeepingReceipt:
    steps = held_history(casino_id, at.table, at.held)
    if any(step.type == "held_set_aside" for step in steps):
        at = replace(at, held=replace(at.held, until_coup=None))
    (item,) = safekeeping_items([at], now)
    return SafekeepingReceipt(
        item=item,
        whose=seat_of(at.held.player).label if at.held.player else "",
        stake=at.held.stake,
        prize=at.held.prize,
        may="" if steps and steps[-1].type in ENDS else what_may_become(at.held),
        steps=tuple(_step(each) for each in steps),
    )


def _step(step: HeldStep) -> ShownStep:
    details = step.details
    undone = UNDONE.get(details.get("because", ""))
    words = (
        _("by {name}").format(name=seat_of(details["by"]).label) if details.get("by") else "",
        details.get("outcome", ""),
        details.get("reason", ""),
        _(undone) if undone else "",
        _("what was claimed counts as paid") if details.get("ended") == "claimed" else "",
    )
    return ShownStep(
        label=_(STEPS[step.type]),
        at=step.at,
        by=called(step.by.name) if step.by else "",
        words=", ".join(filter(None, words)),
        signed=tuple(signatory(each.person.name, each.role) for each in step.signed),
    )
