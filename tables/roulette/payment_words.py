"""The announcement of a payment: money in words, and the sentence that names bet, value, colour and prize."""

from __future__ import annotations

from tables.money import in_words, minor_per_unit
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import number_in_words, shown_name
from tables.roulette.cloth import Bet
from tables.roulette.names import PaymentPhrases, trade_names
from tables.roulette.rulebook import Rulebook

_MILLION = 1_000_000
_OTHERWISE = "en"
_BET_AND_VALUE = ("bet", "value")


def money_aloud(amount: int, currency: str, language: str) -> str:
    """Return an amount of 0 or more minor units in words: 1250 is `doze euros e cinquenta cêntimos` in Portuguese.

    A currency without a name in that language is given in figures, as on screens.
    """
    names = trade_names().currencies.get(currency, {}).get(language)
    if names is None:
        return in_words(amount, currency)
    units, hundredths = divmod(amount, minor_per_unit(currency))
    several = names.millions if units and units % _MILLION == 0 else names.many
    whole = f"{_number(units, language)} {names.one if units == 1 else several}"
    if not hundredths:
        return whole
    hundredth = names.hundredth if hundredths == 1 else names.hundredths
    fraction = f"{_number(hundredths, language)} {hundredth}"
    return _phrases(language).joined.format(whole, fraction) if units else fraction


def colour_aloud(colour: str, language: str) -> str:
    """Return the colour of chips, known by its English name, in another language; unchanged if that has no name."""
    names = trade_names().colours.get(colour, {}).get(language)
    return names[0] if names else colour


def announce_payment(
    rulebook: Rulebook, bet: Bet | AnnouncedBet, *, value: int, prize: int, colour: str | None = None
) -> str | None:
    """Return the announcement of a payment, such as `pleno de dez euros, verde, total de trezentos e cinquenta euros`.

    `value` is the stake and `prize` the amount paid on top, in minor units; a colour that is not known is left out.
    None where the rulebook announces no payments (pt-francesa/22, pt-americana/31).
    """
    rule = rulebook.payment.announcement
    if rule is None:
        return None
    language = rulebook.announce_language
    phrases = _phrases(language)
    words = {
        "bet": shown_name(rulebook, bet.kind, language),
        "value": phrases.value.format(money_aloud(value, rulebook.currency, language)),
        "colour": None if colour is None else colour_aloud(colour, language),
        "prize": phrases.prize.format(money_aloud(prize, rulebook.currency, language)),
    }
    sentence = ""
    before = None
    for part in rule.parts:
        if spoken := words[part]:
            # The value belongs to the bet: "pleno de dez euros". A comma separates every other part.
            sentence += (
                spoken if before is None else f"{' ' if (before, part) == _BET_AND_VALUE else ', '}{spoken}"
            )
            before = part
    return sentence


def _phrases(language: str) -> PaymentPhrases:
    phrases = trade_names().payments
    return phrases.get(language, phrases[_OTHERWISE])


def _number(number: int, language: str) -> str:
    """Return a number of units in words. One has its form before a noun: `un euro`, though Italians count `uno`."""
    return _phrases(language).one if number == 1 else number_in_words(number, language)
