"""Displaced bets put back after the number."""

from casino.kit.sentences.marks import Listing
from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-rule-on-displaced-bets": _("this rulebook puts no displaced bets back: open a dispute"),
    "displaced-bets-after-payment": _(
        "bets are put back while their coup is being paid: open a dispute about one that is paid"
    ),
    "basis-unknown": _("{basis} is no basis here; these are: {bases}"),
    "displaced-bet-unknown": Listing(_("{ref:stake} did not lie in coup {coup}"), _("; these did: {refs}")),
    "displaced-bet-was-replayed": _("{ref:stake} was played again from its payment: it is put right by hand"),
    "displaced-bet-of-other-kind": _(
        "{ref:stake}: an announced bet is put back as an announced bet, and another as another"
    ),
    "displaced-bet-in-prison": _(
        "{ref:stake} is in prison, and {bet:bet} is no even chance: only these are imprisoned"
    ),
}
