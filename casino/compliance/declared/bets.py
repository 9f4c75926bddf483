"""Bets that come onto the cloth or leave it in time, and owners' choices about their stakes."""

from typing import Any

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry, clause_at, usual
from casino.kit.sentences.marks import gettext_noop as _
from tables.play import events as e

BET = _("Bet")
PRISON = _("Prison")
CHOSEN = {
    "stay": _("{ref:stake}, from coup {coup}: it stays in prison"),
    "partage": _("{ref:stake}, from coup {coup}: it is divided"),
}
REPEATED = {
    frozenset(("employee",)): _(", repeated by the employee"),
    frozenset(("chief",)): _(", repeated by the chief of the table"),
    frozenset(("employee", "chief")): _(", repeated by the employee and the chief of the table"),
}


def _placed(r: DayEvent) -> str:
    bet = r.event
    more = (
        (bet.on_behalf_of, _(", for {on_behalf_of:player}")),
        (bet.replay_of, _(", played again out of the payment of {replay_of:stake}")),
        (bet.stays_of, _(", which stays from {stays_of:stake}")),
        (bet.on_advance, _(", on advance {on_advance}")),
        (bet.excess, _(", above the maximum")),
        (bet.called, _(", called out loud")),
        (bet.repeated, REPEATED.get(frozenset(bet.repeated), "")),
    )
    words = r.sentence(_("{player:player} bets {amount:money} on {bet:bet} in coup {coup}"))
    return words + "".join(r.sentence(each) for there, each in more if there and each)


def _replayed(r: DayEvent) -> str:
    words = r.sentence(
        _(
            "{ref:stake} won {won:money} in coup {coup} and is played again, {replay:way}: "
            "{restaked:money} staked, {paid_out:money} paid out"
        )
    )
    return words + r.sentence(_(", {stays:money} stay")) if r.event.stays else words


def _chosen(r: DayEvent) -> str:
    chosen = CHOSEN.get(r.event.choice)
    if chosen is not None:
        return r.sentence(chosen)
    to = r.event.choice.removeprefix("move:")
    return r.sentence(_("{ref:stake}, from coup {coup}: it is moved to {to:bet}"), to=to)


PLACED = usual(BET, _placed)
"""A bet that came in time."""

ENTRIES: dict[type[Any], Entry] = {
    e.BetWithdrawn: usual(BET, _("{ref:stake}, taken off the cloth in coup {coup}")),
    e.BetReplayed: usual(BET, _replayed),
    e.PrisonChosen: usual(PRISON, _chosen, clause=clause_at("zero", "prison", "clause")),
}
