"""Single announced bets: number and places of their chips, drawn on the cloth; and the complete around a number."""

from collections.abc import Iterator

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from casino.kit.clauses import cited
from casino.kit.money import figures_of
from casino.rules.presenters.bet_names import BetNames, bet_names
from casino.rules.presenters.language import PageLanguage
from casino.rules.presenters.returns import Return, return_of, returns_by_kind
from casino.rules.presenters.series_cloth import series_cloth
from casino.rules.presenters.shelf import numberings_in_words
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import AnnouncedRule, Rulebook
from tables.roulette.wheel import written

EXAMPLE = 17
"""The number around which a complete is drawn: in the middle of its row, with the most chips that there are."""


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """Condition under which a bet is taken, in words, with the clause."""

    says: str
    clause: str


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """An announced bet with its chips in words (`2 × Carré 25–29`) and drawn."""

    kind: str
    names: BetNames
    example: str
    pieces: str
    covered: str
    chips: tuple[str, ...]
    clause: str
    conditions: tuple[Condition, ...]
    back: Return
    cloth: SafeString


class CompleteRow(msgspec.Struct, frozen=True, kw_only=True):
    numbers: tuple[str, ...]
    pieces: int


class AnnouncedSeries(msgspec.Struct, frozen=True, kw_only=True):
    drawn: tuple[Series, ...]
    complete: tuple[CompleteRow, ...]


def announced_series(rulebook: Rulebook, language: PageLanguage) -> AnnouncedSeries:
    """The rulebook's announced bets in its own order, the complete around one number as the last."""
    fixed = tuple(
        _series(rulebook, rule, rule.kind, language) for rule in rulebook.announced.values() if rule.chips
    )
    around = tuple(
        _series(rulebook, rule, f"{rule.kind}:{EXAMPLE}", language)
        for rule in rulebook.announced.values()
        if rule.around
    )
    return AnnouncedSeries(drawn=fixed + around, complete=_completes(rulebook))


def chips_text(count: int) -> str:
    return ngettext("{count} chip", "{count} chips", count).format(count=count)


def first_wheel_of(rulebook: Rulebook, rule: AnnouncedRule) -> str:
    """The numbering of a bet: the first on which it exists."""
    return next(wheel for wheel in rulebook.wheels if not rule.wheels or wheel in rule.wheels)


def _series(rulebook: Rulebook, rule: AnnouncedRule, code: str, language: PageLanguage) -> Series:
    wheel = first_wheel_of(rulebook, rule)
    bet = parse_bet(code, rulebook, wheel=wheel)
    assert isinstance(bet, AnnouncedBet)
    covered = {number for chip, _ in bet.chips for number in chip.numbers}
    names = bet_names(rulebook, rule.kind, language)
    example = f"{names.name} {EXAMPLE}" if rule.around else ""
    return Series(
        kind=rule.kind,
        names=names,
        example=example,
        pieces=chips_text(bet.pieces),
        covered=gettext("{count} numbers").format(count=len(covered)),
        chips=tuple(
            f"{count} × {describe_bet(rulebook, chip, language.code)}"
            if count > 1
            else describe_bet(rulebook, chip, language.code)
            for chip, count in bet.chips
        ),
        clause=cited(rulebook, rule.clause),
        conditions=tuple(_conditions(rulebook, rule, language)),
        back=return_of(returns_by_kind(rulebook, wheel)[rule.kind], language),
        cloth=series_cloth(
            rulebook,
            wheel,
            bet,
            gettext("{bet} on the cloth and on the wheel").format(bet=example or names.name),
        ),
    )


def _conditions(rulebook: Rulebook, rule: AnnouncedRule, language: PageLanguage) -> Iterator[Condition]:
    def condition(says: str, clause: str | None) -> Condition:
        return Condition(says=says, clause=cited(rulebook, clause))

    if rule.wheels:
        wheels = numberings_in_words(rule.wheels)
        yield condition(gettext("Only on the numbering: {wheels}.").format(wheels=wheels), rule.clause)
    if rule.colour_chips_only:
        yield condition(gettext("Only with chips without face value."), rule.clause)
    if rule.limit_ratio is not None:
        says = [gettext("The whole bet: at most {ratio} × minimum").format(ratio=rule.limit_ratio)]
        if rule.limit_step is not None:
            says.append(gettext("in steps of {step} × minimum").format(step=rule.limit_step))
        if rule.limit_rounded_to is not None:
            rounded = figures_of(language.code).plain(rule.limit_rounded_to, rulebook.currency)
            says.append(gettext("rounded down to a whole multiple of {step}").format(step=rounded))
        yield condition(f"{', '.join(says)}.", rule.limit_clause or rulebook.limits.clause)
    if rule.pay_to_place_clause is not None:
        yield condition(
            gettext("May be kept beside the cloth and placed once the number is known."),
            rule.pay_to_place_clause,
        )


def _completes(rulebook: Rulebook) -> tuple[CompleteRow, ...]:
    by_pieces: dict[int, list[str]] = {}
    for rule in rulebook.announced.values():
        if not rule.around:
            continue
        for number in rulebook.numbers:
            bet = parse_bet(f"{rule.kind}:{written(number)}", rulebook, wheel=first_wheel_of(rulebook, rule))
            assert isinstance(bet, AnnouncedBet)
            by_pieces.setdefault(bet.pieces, []).append(written(number))
    return tuple(CompleteRow(numbers=tuple(by_pieces[each]), pieces=each) for each in sorted(by_pieces))
