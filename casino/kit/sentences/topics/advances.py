"""Advances of chips: given, staked, repaid, carried to the next day."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-rule-on-advances": _("{rulebook} has no rule on advances of chips: there are none at this table"),
    "advance-without-player": _("an advance needs its player: a seat, a colour or an alias"),
    "advance-of-nothing": _("an advance of {value:money}: it is of more than nothing"),
    "advance-not-open": _("advance {advance} is not open; open: {open}"),
    "advance-open": _(
        "{left:money} of advance {advance} to {player:player} are open: "
        "they are repaid, or carried to the next day with the signatures of an advance"
    ),
    "repaid-beyond-advance": _("{value:money} repaid of advance {advance}: {limit:money} of it are open"),
    "staked-on-advance-unannounced": _("{bet:bet}: only what is announced is staked on an advance"),
    "staked-beyond-advance": _(
        "{bet:bet} for {value:money} on advance {advance}: {limit:money} of it can still be staked"
    ),
    "advance-of-another": _("advance {advance} was given to {owner:player}, not to {player:player}"),
}
SUBJECTS = {
    "advance": _("an advance of {amount:money}"),
    "advance-carried": _("advance {advance} carried to the next day"),
}
