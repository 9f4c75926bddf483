"""Open choices of owners of imprisoned stakes, on the table's page."""

from collections.abc import Set

import msgspec
from django.utils.translation import gettext, ngettext

from casino.kit.money import count, money, plain
from casino.kit.outcomes import in_prison
from casino.kit.seats import Seat, seat_of
from tables.play.result.questions import check_certain
from tables.play.state import PendingChoice, State
from tables.refusal import Refused
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rounding import halved
from tables.roulette.rulebook import EVEN_CHANCES, PrisonRule, Rulebook


class PrisonChoice(msgspec.Struct, frozen=True, kw_only=True):
    """An imprisoned stake whose owner may still choose: `standing` is its level, its value in play and the choice,
    `partage` the return of a division; `certain` is true if the number that imprisoned it is certain.
    """

    ref: str
    label: str
    amount: str
    seat: Seat
    standing: str
    partage: str
    certain: bool
    may_stay: bool
    """True until its owner declares that the stake stays."""
    may_split: bool
    may_move_to: tuple[tuple[str, str], ...]


def stakes_in_prison(stakes: int) -> str:
    return ngettext("{count} stake in prison", "{count} stakes in prison", stakes).format(count=count(stakes))


def prison_choices(state: State, rulebook: Rulebook, sees: Set[str]) -> tuple[PrisonChoice, ...]:
    """Return the stakes of the last zero with the choices that the rulebook leaves to their owners; none for a
    person who may not see payouts.
    """
    rule = rulebook.zero.prison
    return (
        ()
        if rule is None or "payouts" not in sees
        else tuple(_choice(each, state, rule, rulebook) for each in state.choices)
    )


def _choice(pending: PendingChoice, state: State, rule: PrisonRule, rulebook: Rulebook) -> PrisonChoice:
    stake, open_ = pending.stake, pending.choice != "partage"
    share = money(halved(stake.amount, stake.level, rulebook.rounding), rulebook.currency)
    standing = gettext("{prison}, {amount} in play").format(prison=in_prison(stake.level), amount=share)
    if pending.choice.startswith("move:"):
        chance = _label(pending.choice.removeprefix("move:"), rulebook)
        standing = gettext("moved to {bet}, {standing}").format(bet=chance, standing=standing)
    elif pending.choice == "stay":
        standing = gettext("stays, {standing}").format(standing=standing)
    return PrisonChoice(
        ref=stake.ref,
        label=_label(stake.bet, rulebook),
        amount=plain(stake.amount, rulebook.currency),
        seat=seat_of(stake.player),
        standing=standing if open_ else gettext("partage, {amount} returned").format(amount=share),
        partage=share,
        certain=_is_certain(state, pending.coup, rulebook),
        may_stay=open_ and pending.choice != "stay",
        may_split=rule.partage and open_,
        may_move_to=tuple(
            (f"move:{chance}", _label(chance, rulebook))
            for chance in EVEN_CHANCES
            if rule.move and open_ and chance != stake.bet
        ),
    )


def _is_certain(state: State, coup: int, rulebook: Rulebook) -> bool:
    try:
        check_certain(state, coup, rulebook)
    except Refused:
        return False
    return True


def _label(code: str, rulebook: Rulebook) -> str:
    return describe_bet(rulebook, parse_bet(code, rulebook))
