"""One recorded coup, settled by another rulebook: its stakes, its number, the limits of the time."""

from collections.abc import Mapping, Sequence

import msgspec

from settlement.what_if.compared import ComparedCoup, ComparedLine
from tables.refusal import Refusal, Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import Bet, parse_bet
from tables.roulette.payout.bound_stake import (
    ChoiceRefused,
    back_at_last_coup,
    ended_with_last_coup,
    ends_with_last_coup,
)
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup, Line
from tables.roulette.rulebook import KINDS, Limits, Rulebook
from tables.roulette.stake import Groups, Stake
from tables.roulette.wheel import as_entered, not_on_wheel

SAID_TO_PLAYERS = frozenset(
    {
        "bet-not-of-house",
        "announced-bet-not-of-house",
        "numbers-unread",
        "bet-name-near-others",
        "bet-name-unknown",
    }
)
"""Refusals for a person who lays a bet. A recorded bet was laid: the other rulebook does not have it."""


class PlayedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup as its payout sheet keeps it. `lines` are as it was paid, in the order of `stakes`.

    `limits` and `groups` held when the number fell, `choices` are those of owners of stakes that it imprisoned.
    `ends_prison`: it was the last coup before the table closed.
    """

    coup: int
    number: int
    stakes: tuple[Stake, ...]
    lines: tuple[Line, ...]
    limits: Limits
    groups: Groups = ()
    choices: Mapping[str, str] = {}
    ends_prison: bool = False
    beside_the_sheet: bool = False
    withheld: bool = False


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rulebook by which a coup was paid, its numbering, and the other rulebook that settles it again."""

    by: Rulebook
    wheel: str
    other: Rulebook

    @property
    def other_wheel(self) -> str:
        """Return the numbering of the other rulebook that is the table's, under any name; its first if it has none
        such.
        """
        order = self.by.wheels[self.wheel].order
        same = (name for name, wheel in self.other.wheels.items() if wheel.order == order)
        return next(same, self.other.first_wheel)


class Otherwise(msgspec.Struct, frozen=True, kw_only=True):
    """A coup by the other rulebook: lines by ref, why others are not settled, which choices it does not allow, and the
    stakes that it leaves in prison."""

    lines: Mapping[str, Line]
    refused: Mapping[str, Refusal]
    choices_refused: Mapping[str, Refusal]
    kept: tuple[Stake, ...]


def compare_coup(played: PlayedCoup, rules: Rules) -> ComparedCoup:
    """Compare one coup by itself: stakes imprisoned before are at their recorded level."""
    return compared(played, settle_otherwise(played, played.stakes, rules))


def compared(played: PlayedCoup, otherwise: Otherwise) -> ComparedCoup:
    """Return the lines of the sheet in their order, then those of stakes that the other rulebook alone has on the
    cloth.
    """
    paid = {line.ref: line for line in played.lines}
    return ComparedCoup(
        coup=played.coup,
        number=played.number,
        lines=tuple(
            ComparedLine(
                ref=ref,
                paid=paid.get(ref),
                would=otherwise.lines.get(ref),
                refused=otherwise.refused.get(ref),
                choice_refused=otherwise.choices_refused.get(ref),
            )
            for ref in dict.fromkeys((*paid, *otherwise.lines))
        ),
        beside_the_sheet=played.beside_the_sheet,
        withheld=played.withheld,
    )


def settle_otherwise(played: PlayedCoup, stakes: Sequence[Stake], rules: Rules) -> Otherwise:
    """Settle these `stakes` by the number of the coup and the other rulebook.

    A bet that it does not have is not settled but refused, each by itself. Its limits are not judged: each bet was
    accepted. A stake that was found over the maximum is capped by the other rulebook's rule, with the sign of the
    time.
    """
    refused = {
        stake.ref: why.refusal
        for stake in stakes
        if (why := _why_not(stake, played.number, rules)) is not None
    }
    lie = [stake for stake in stakes if stake.ref not in refused]
    refs = {stake.ref for stake in lie}
    choices = {ref: choice for ref, choice in played.choices.items() if ref in refs}
    coup, choices_refused = _settled(played, lie, choices, rules)
    lines, kept = {line.ref: line for line in coup.lines}, coup.kept
    if played.ends_prison and ends_with_last_coup(rules.other):
        lines |= {stake.ref: _ended(lines[stake.ref], stake, rules.other) for stake in kept}
        kept = ()
    return Otherwise(lines=lines, refused=refused, choices_refused=choices_refused, kept=kept)


def _settled(
    played: PlayedCoup, stakes: Sequence[Stake], choices: Mapping[str, str], rules: Rules
) -> tuple[Coup, dict[str, Refusal]]:
    """The coup, and the choices that the other rulebook does not allow: about them it is settled as if nobody chose."""
    allowed, refused = dict(choices), dict[str, Refusal]()
    while True:
        try:
            coup = settle_coup(
                rules.other,
                stakes,
                played.number,
                allowed,
                limits=played.limits,
                groups=played.groups,
                wheel=rules.other_wheel,
            )
        except ChoiceRefused as not_open:
            refused[not_open.ref] = not_open.refusal
            del allowed[not_open.ref]
        else:
            return coup, refused


def _ended(line: Line, stake: Stake, other: Rulebook) -> Line:
    rule = other.zero.prison
    assert rule is not None, "it lay in prison"
    clause = rule.at_last_coup_clause or rule.clause
    return ended_with_last_coup(line, back_at_last_coup(other, stake), clause)


def _why_not(stake: Stake, number: int, rules: Rules) -> Refused | None:
    """Return the reason why the other rulebook does not settle a stake: the number is on none of its wheels, it does
    not have the bet or lays it on other places, or has no prison, or none so deep.
    """
    other = rules.other
    if number not in other.numbers:
        wheel = other.wheels[rules.other_wheel]
        return not_on_wheel(as_entered(number), other.numbers, wheel.clause)
    try:
        bet = parse_bet(stake.bet, other, wheel=rules.other_wheel)
    except Refused as refused:
        return _not_known(stake.bet, other) if refused.code in SAID_TO_PLAYERS else refused
    if _places(bet) != _places(parse_bet(stake.bet, rules.by, wheel=rules.wheel)):
        clause = bet.clause if isinstance(bet, AnnouncedBet) else other.positions_clause
        return Refused("bet-laid-otherwise", clause, bet=stake.bet, rulebook=other.id)
    return _why_not_bound(stake, other)


def _not_known(bet: str, other: Rulebook) -> Refused:
    kind = bet.partition(":")[0]
    if kind in other.announced:
        clause = other.announced[kind].clause
    else:
        clause = other.positions_clause if kind in KINDS else other.announced_clause
    return Refused("bet-of-record-not-known", clause, bet=bet, rulebook=other.id)


def _why_not_bound(stake: Stake, other: Rulebook) -> Refused | None:
    if not stake.level:
        return None
    prison = other.zero.prison
    if prison is None:
        return Refused("stake-in-no-prison", other.zero.clause, rulebook=other.id, ref=stake.ref)
    if prison.levels is not None and stake.level > prison.levels:
        return Refused(
            "stake-too-deep-in-prison",
            prison.clause,
            ref=stake.ref,
            level=stake.level,
            rulebook=other.id,
            levels=prison.levels,
        )
    return None


def _places(bet: Bet | AnnouncedBet) -> object:
    """Return the places of a bet's chips, and the number on each."""
    if isinstance(bet, AnnouncedBet):
        return sorted((chip.kind, chip.numbers, weight) for chip, weight in bet.chips)
    return bet.kind, bet.numbers
