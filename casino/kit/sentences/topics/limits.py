"""The sum on a combination against the posted minimum and maximum."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "under-minimum": _("{bet:bet}: {value:money} is under the minimum {limit:money}"),
    "chip-under-minimum": _("{chip:bet} in {bet:bet}: {value:money} is under the minimum {limit:money}"),
    "over-maximum": _("{bet:bet}: {value:money} is over the maximum {limit:money} of a {of:bet}"),
    "chip-over-maximum": _(
        "{chip:bet} in {bet:bet}: {value:money} is over the maximum {limit:money} of a {of:bet}"
    ),
    "over-maximum-of-whole-bet": _(
        "{bet:bet}: {value:money} is over {limit:money}, {times} times the minimum for the whole bet"
    ),
    "over-maximum-through-others": _(
        "{over:refusal}, with all that is staked there for {player:player}, by {by:players}"
    ),
    "over-maximum-in-company": _(
        "{over:refusal}, with what is staked there for {others:players} in company with {player:player}"
    ),
    "left-under-minimum": _(
        "{bet:bet}: without {taken:ref} there stays {value:money}, under the minimum {limit:money}; "
        "take off {others:refs} first, or stake more there"
    ),
    "no-multiple-of-minimum": _(
        "{bet:bet}: {value:money} is not a multiple of {limit:money}, {times} times the minimum; {right:refusal}"
    ),
}
