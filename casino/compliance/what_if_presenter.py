"""Presenter of a comparison with another rulebook: the lines that differ first, the others after them."""

from collections.abc import Iterable, Sequence

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.kit.money import money
from casino.kit.outcomes import outcome_in_words
from casino.kit.seats import seat_of
from casino.kit.sentences import sentence_of
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.table_names import TableNames
from settlement.what_if.compared import ComparedCoup, ComparedLine, Comparison, Totals
from tables.refusal import Refusal
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour

SUMS = {
    "prize": _("Prizes"),
    "returned": _("Stakes that go back"),
    "taken": _("Stakes that the bank takes"),
    "held": _("In prison afterwards"),
    "bank": _("What the bank has of it"),
}
"""Label of each sum; its rows on the page."""


class ShownSide(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a stake by one rulebook: in words, with the amounts moved, and its clause as printed."""

    words: str
    amounts: str
    reference: str


class ShownLine(msgspec.Struct, frozen=True, kw_only=True):
    """A stake on both sides; None if it is on one of them only. `refused` has the reason why the other rulebook does
    not settle it, `choice` the reason why it does not permit the recorded choice.
    """

    seat: str
    name: str
    stake: str
    paid: ShownSide | None
    would: ShownSide | None
    refused: str
    refused_reference: str
    choice: str
    difference: str
    less: bool
    """The player would have less."""


class ShownCoup(msgspec.Struct, frozen=True, kw_only=True):
    """Coup with the lines that differ, then the lines that the other rulebook does not settle.

    Equal lines follow on the page of the coup alone.
    """

    coup: int
    number: int
    colour: str | None
    differing: tuple[ShownLine, ...]
    unsettled: tuple[ShownLine, ...]
    alike: tuple[ShownLine, ...]
    alike_count: int
    difference: str
    beside_the_sheet: bool
    withheld: bool


class ShownSum(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    paid: str
    not_settled: str
    would: str


class ShownComparison(msgspec.Struct, frozen=True, kw_only=True):
    """Whole comparison, with its sums. `in_all` is the difference in words.

    `other_currency` is that of the other rulebook, if it differs from the table's.
    """

    compared: Comparison
    sums: tuple[ShownSum, ...]
    in_all: str
    lines: int
    differing: int
    unsettled: int
    other_currency: str
    coups: tuple[ComparedCoup, ...]
    """Coups with a difference, before coups with an unsettled part."""
    alike_coups: int


def shown_comparison(compared: Comparison) -> ShownComparison:
    coups = tuple(sorted((coup for coup in compared.coups if coup.differing), key=_nothing_is_worked_out))
    return ShownComparison(
        compared=compared,
        sums=_sums(compared),
        in_all=_players_have(compared.difference, compared.currency),
        lines=sum(len(coup.lines) for coup in compared.coups),
        differing=compared.differing,
        unsettled=compared.unsettled,
        other_currency=compared.other.currency if compared.other.currency != compared.currency else "",
        coups=coups,
        alike_coups=len(compared.coups) - len(coups),
    )


def shown_coups(
    compared: Comparison, coups: Sequence[ComparedCoup], *, with_alike: bool
) -> tuple[ShownCoup, ...]:
    def lines(found: Iterable[ComparedLine]) -> tuple[ShownLine, ...]:
        return tuple(_line(line, compared) for line in found)

    return tuple(
        ShownCoup(
            coup=coup.coup,
            number=coup.number,
            colour=colour(coup.number, compared.by.reds),
            differing=lines(line for line in coup.differing if not line.refused),
            unsettled=lines(line for line in coup.differing if line.refused),
            alike=lines(coup.alike) if with_alike else (),
            alike_count=len(coup.alike),
            difference=""
            if _nothing_is_worked_out(coup)
            else _players_have(coup.difference, compared.currency),
            beside_the_sheet=coup.beside_the_sheet,
            withheld=coup.withheld,
        )
        for coup in coups
    )


class _OneStake(TableNames):
    """The words of the table's rulebook, where only one stake can be meant."""

    def __init__(self, rulebook: Rulebook, line: Line) -> None:
        super().__init__(rulebook)
        self._line = line

    def stake(self, ref: str) -> str:
        return self.bet(self._line.bet)


def _nothing_is_worked_out(coup: ComparedCoup) -> bool:
    """Return True if all that differs of a coup is not settled."""
    return all(line.refused for line in coup.differing)


def _line(line: ComparedLine, compared: Comparison) -> ShownLine:
    of, by, other = line.of, compared.by, compared.other
    bet, names = parse_bet(of.bet, by, wheel=compared.wheel), _OneStake(by, of)
    return ShownLine(
        seat=seat_of(of.player).label,
        name=describe_bet(by, bet),
        stake=money(of.stake, compared.currency),
        paid=_side(line.paid, by, compared.currency),
        would=_side(line.would, other, compared.currency),
        refused=_in_words(line.refused, names),
        refused_reference=cited(other, line.refused.clause) if line.refused else "",
        choice=_in_words(line.choice_refused, names),
        difference="" if line.difference is None else _signed(line.difference, compared.currency),
        less=(line.difference or 0) < 0,
    )


def _side(line: Line | None, rulebook: Rulebook, currency: str) -> ShownSide | None:
    if line is None:
        return None
    amounts = (
        (gettext("prize {amount}"), line.prize),
        (gettext("returned {amount}"), line.returned),
        (gettext("{amount} in prison"), line.held),
    )
    return ShownSide(
        words=outcome_in_words(line.outcome, prize=line.prize, level=line.level),
        amounts=", ".join(text.format(amount=money(amount, currency)) for text, amount in amounts if amount),
        reference=cited(rulebook, line.clause),
    )


def _in_words(refusal: Refusal | None, names: TableNames) -> str:
    return sentence_of(refusal, names) if refusal else ""


def _sums(compared: Comparison) -> tuple[ShownSum, ...]:
    def shown(of: Totals, name: str) -> str:
        return money(getattr(of, name), compared.currency)

    return tuple(
        ShownSum(
            label=gettext(label),
            paid=shown(compared.paid, name),
            not_settled=shown(compared.not_settled, name),
            would=shown(compared.would, name),
        )
        for name, label in SUMS.items()
    )


def _players_have(difference: int, currency: str) -> str:
    if not difference:
        return gettext("The players would have as much.")
    text = (
        gettext("The players would have {amount} more.")
        if difference > 0
        else gettext("The players would have {amount} less.")
    )
    return text.format(amount=money(abs(difference), currency))


def _signed(amount: int, currency: str) -> str:
    return f"+ {money(amount, currency)}" if amount > 0 else money(amount, currency)
