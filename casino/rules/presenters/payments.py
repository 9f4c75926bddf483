"""The payment table: the one that the rulebook prints, or one for chips of a typed value."""

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.kit.money import Figures, figures_of
from casino.kit.sentences import sentence_of
from casino.rules.presenters.bet_names import bet_name
from casino.rules.presenters.language import PageLanguage
from tables.money import minor_per_unit
from tables.refusal import Refused
from tables.roulette.payout.payment_table import PaymentTable, payment_table
from tables.roulette.rulebook import Rulebook


class Payments(msgspec.Struct, frozen=True, kw_only=True):
    """The table in words, and the field above it. A chip value that cannot be read stays in the field as `typed`, and
    `wrong` names the mistake.

    `in_address` is the chip value as an address carries it, which every language reads alike; empty without one.
    """

    typed: str
    in_address: str
    wrong: str
    says: str
    clause: str
    rounded: bool
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    currency: str


def payments(rulebook: Rulebook, typed: str | None, language: PageLanguage) -> Payments:
    """Return the payment table for the typed chip value; for an empty or malformed one, the rulebook's own."""
    chip, wrong = None, ""
    if typed:
        try:
            chip = language.figures.entered(typed, rulebook.currency)
        except Refused as refused:
            wrong = f"{capfirst(sentence_of(refused.refusal))}."
    table = payment_table(rulebook, chip)
    value = table.rows[0].stake
    own = table.clause is not None
    return Payments(
        typed=typed or "" if wrong or typed == "" else language.figures.in_a_field(value, rulebook.currency),
        in_address=typed or "" if chip is None else figures_of("en").in_a_field(chip, rulebook.currency),
        wrong=wrong,
        says=gettext("The table that the rulebook itself prints.")
        if own
        else gettext("1 to 20 chips of {amount}.").format(
            amount=f"{language.figures.plain(value, rulebook.currency)} {rulebook.currency}"
        ),
        clause=cited(rulebook, table.clause),
        rounded=_is_rounded(rulebook, table),
        heads=tuple(bet_name(rulebook, kind, language) for kind in table.kinds),
        rows=_aligned(table, language.figures, rulebook.currency),
        currency=rulebook.currency,
    )


def _aligned(table: PaymentTable, figures: Figures, currency: str) -> tuple[tuple[str, ...], ...]:
    """The amounts under each other: all with decimals, or none where none has any."""
    amounts = [(row.stake, *row.prizes) for row in table.rows]
    per_unit = minor_per_unit(currency)
    written = figures.money if any(amount % per_unit for row in amounts for amount in row) else figures.plain
    return tuple(tuple(written(amount, currency) for amount in row) for row in amounts)


def _is_rounded(rulebook: Rulebook, table: PaymentTable) -> bool:
    odds = [rulebook.bets[kind].odds for kind in table.kinds]
    return any(row.stake * each.numerator % each.denominator for row in table.rows for each in odds)
