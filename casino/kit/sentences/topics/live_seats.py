"""Seats of a live table: balances, rounds, confirmations."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "table-without-seats": _("this table has no seats with a balance: players lay their chips on the cloth"),
    "seat-without-balance": _("seat {seat:player} has no balance: a right of participation is bought first"),
    "no-round-takes-bets": _("no round takes bets: the next one begins when bets are announced open"),
    "round-closed": _(
        "no more bets are accepted in round {coup}: "
        "it closed at {closed_at:second}, and this came at {at:second}, {late_ms:seconds} s too late"
    ),
    "round-over": _("round {coup} is over: nothing counts in it any more"),
    "seat-confirmed": _(
        "seat {seat:player} has confirmed its bets of round {coup}: nothing is added or withdrawn"
    ),
    "no-bet-to-confirm": _("there is no bet to confirm: chips are placed first"),
    "over-balance": _("{value:money} is more than the balance of seat {seat:player}, {limit:money}"),
    "over-balance-partly-disputed": _(
        "{value:money} is more than the balance of seat {seat:player}, {limit:money}, "
        "and {disputed:money} more are won on a number that is disputed"
    ),
    "participation-without-seat": _("a right of participation is bought for a seat: name it"),
    "participation-not-above-nothing": _(
        "a right of participation of {value:money}: it is more than nothing"
    ),
    "bets-of-who-left-play-on": _(
        "bets of the player who left seat {seat:player} play on: it is free when the number has fallen"
    ),
    "bought-in-after-confirming": _(
        "seat {seat:player} has confirmed its bets of round {coup}: "
        "nothing is added to its balance before the number"
    ),
    "nothing-unclaimed-at-seat": _("nothing lies unclaimed at seat {seat:player}"),
    "unclaimed-at-seat-disputed": _(
        "{amount:money} at seat {seat:player} is won on a number that is disputed: "
        "it is paid when the chief has decided"
    ),
}
