"""Displaced bets put back after the number: the coup settles on the bets as they are put back.

By staff where they are certain, by technical means, or from what the player says (pt-francesa/23, pt-americana/33);
and only the position of the chip at the number decides (it-venezia/general-2-3).
"""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.held_undone import claims_undone, stakes_undone, undone_by_putting_back
from tables.play.paid_before import paid_before_put_back
from tables.play.state import State
from tables.play.staying import stays_put_right
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook


def reconstitute_bets(
    state: State, command: c.ReconstituteBets, rulebook: Rulebook, at: datetime
) -> Decision:
    """Records where displaced bets of the coup being paid are put back. What stands there already says nothing new.

    Raises Refused where it cannot have happened: no such rule, no coup being paid, no such bet, or one that was played
    again from its payment. After the payments a coup is disputed, and the direction decides.
    """
    rule = rulebook.reconstitution
    if rule is None:
        raise Refused("this rulebook puts no displaced bets back: open a dispute")
    last = state.last_coup
    if last is None or last.coup not in state.payments_open:
        raise Refused(
            "bets are put back while their coup is being paid: open a dispute about one that is paid",
            rule.clause,
        )
    if command.basis not in rule.bases:
        raise Refused(f"{command.basis} is no basis here; these are: {', '.join(rule.bases)}", rule.clause)
    lay = {bet.ref: bet for bet in state.settled_bets}
    displaced = []
    for each in command.bets:
        bet = lay.get(each.ref)
        if bet is None:
            refs = ", ".join(lay) or "none"
            raise Refused(f"bet {each.ref} did not lie in coup {last.coup}; these did: {refs}", rule.clause)
        if any(replayed.ref == each.ref for replayed in state.replayed):
            raise Refused(
                f"bet {each.ref} was played again from its payment: it is put right by hand", rule.clause
            )
        where = parse_bet(each.bet, rulebook, wheel=state.wheel)
        if isinstance(where, AnnouncedBet) != isinstance(
            parse_bet(bet.bet, rulebook, wheel=state.wheel), AnnouncedBet
        ):
            raise Refused(
                f"bet {each.ref}: an announced bet is put back as an announced bet, and another as another",
                rule.clause,
            )
        if bet.level and (isinstance(where, AnnouncedBet) or where.kind not in EVEN_CHANCES):
            raise Refused(
                f"bet {each.ref} is in prison, and {where.code} is no even chance: only these are imprisoned",
                rule.clause,
            )
        if where.code != bet.bet:
            displaced.append(e.Displaced(ref=each.ref, before=bet.bet, after=where.code))
    if displaced:
        after = {each.ref: each.after for each in displaced}
        settled = [replace(bet, bet=after.get(bet.ref, bet.bet)) for bet in state.settled_bets]
        undone = tuple(undone_by_putting_back(state, settled, rulebook, at))
        yield Dated(
            e.BetsReconstituted(
                coup=last.coup,
                bets=tuple(displaced),
                basis=command.basis,
                decided_by=command.decided_by,
                clause=rule.clause,
            ),
            at,
        )
        yield from undone
        yield from paid_before_put_back(state, settled, rulebook, at, claimed=claims_undone(undone))
        yield from stays_put_right(
            state, settled, last.number, rulebook, at, given_back=stakes_undone(undone)
        )
