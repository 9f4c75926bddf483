"""The panel that changes the limits, and players in groups, for whose sum the limits hold."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.utils.translation import gettext

from casino.commands.signing import reserved_to
from casino.kit.clauses import cited
from casino.kit.cloth.chips import LyingBet
from casino.kit.hand import seats
from casino.kit.limits import limit_rows, limits_in_force
from casino.kit.money import in_a_field, plain
from casino.kit.seats import Seat, seat_of
from casino.kit.sentences import TableNames, sentence_of
from tables.play.limits.questions import combinations, under_minimum
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import Rulebook


def limits_presenter(state: State, rulebook: Rulebook) -> dict[str, object]:
    """Return the panel that changes the limits, filled in with those in force."""
    rule, limits = rulebook.limits, limits_in_force(state, rulebook)
    return {
        "minimum": in_a_field(limits.minimum, rulebook.currency),
        "rows": limit_rows(limits, rulebook),
        # The maximums follow from the minimum and have no fields.
        "by_ratio": rule.kind == "ratio-exact",
        # On notice and sign, and on derogations.
        "change_clause": cited(rulebook, rule.change_clause),
        # The sign changes by itself with the limits, unless they are announced first and hold once it shows them.
        "sign_follows": rule.sign_within_s is not None,
        "reopening_clause": cited(rulebook, rule.minimum_by_reopening_clause),
        "derogation_clause": cited(rulebook, rule.derogation_clause),
        "derogation": state.derogation,
        "decided_by": reserved_to(rule.decided_by),
        "agreed_with": tuple(
            body for body in (rule.maximums_agreed_with, rule.derogation_agreed_with) if body is not None
        ),
        "agreement_clause": cited(rulebook, rule.agreement_clause),
    }


class SumUnderMinimum(msgspec.Struct, frozen=True, kw_only=True):
    """A sum on the cloth that is to be raised or taken back: its clause as printed, and its bets to withdraw."""

    detail: str
    clause: str
    may_withdraw: tuple[LyingBet, ...]


def sums_under_minimum(
    state: State, rulebook: Rulebook, lying: Iterable[LyingBet]
) -> tuple[SumUnderMinimum, ...]:
    """The sums under the minimum of the sign, while they may still be raised or taken back."""
    bets = {bet.ref: bet for bet in lying}
    names = TableNames(rulebook, state)
    return tuple(
        SumUnderMinimum(
            detail=sentence_of(each, names),
            clause=cited(rulebook, each.clause),
            may_withdraw=tuple(
                bets[ref] for ref in each.parameters["refs"] if ref in bets and bets[ref].may_withdraw
            ),
        )
        for each in under_minimum(state, rulebook)
    )


class OverTogether(msgspec.Struct, frozen=True, kw_only=True):
    """A combination on which the present sum of a group is over the maximum."""

    label: str
    staked: str
    maximum: str


class PlayerGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group of players, and the combinations on which their earlier stakes are over the maximum together: these
    stay.
    """

    members: tuple[Seat, ...]
    over: tuple[OverTogether, ...]
    may_end: bool
    """It has not played yet, or its rulebook does not bind it for the day."""

    @property
    def label(self) -> str:
        return gettext(" and ").join(seat.label for seat in self.members)


class PlayerGroups(msgspec.Struct, frozen=True, kw_only=True):
    """The groups at the table, the players who may still join one, and the clause on them as printed."""

    declared: tuple[PlayerGroup, ...]
    alone: tuple[Seat, ...]
    clause: str


def groups(state: State, rulebook: Rulebook) -> PlayerGroups | None:
    """The groups at the table; None where the rulebook does not know them."""
    if rulebook.limits.company_clause is None:
        return None
    together = {player for members in state.groups for player in members}
    return PlayerGroups(
        declared=tuple(
            PlayerGroup(
                members=tuple(seat_of(player) for player in members),
                over=tuple(_over_together(members, state, rulebook)),
                may_end=rulebook.limits.company_bound != "day"
                or set(members).isdisjoint(state.played_in_groups),
            )
            for members in state.groups
        ),
        alone=tuple(seat for seat in seats(state) if seat.player not in together),
        clause=cited(rulebook, rulebook.limits.company_clause),
    )


def _over_together(members: Sequence[str], state: State, rulebook: Rulebook) -> Iterator[OverTogether]:
    for code, staked in combinations(state, members[0], rulebook).items():
        bet = parse_bet(code, rulebook, wheel=state.wheel)
        maximum = _maximum(bet, state, rulebook)
        if maximum is not None and staked > maximum:
            yield OverTogether(
                label=describe_bet(rulebook, bet),
                staked=plain(staked, rulebook.currency),
                maximum=plain(maximum, rulebook.currency),
            )


def _maximum(bet: Bet | AnnouncedBet, state: State, rulebook: Rulebook) -> int | None:
    """Return the maximum in minor units; only announced bets with a limit of their own are counted as a whole."""
    limits = limits_in_force(state, rulebook)
    if isinstance(bet, Bet):
        return maximum_for(rulebook, limits, bet.kind)
    return rulebook.announced[bet.kind].maximum(limits.minimum)
