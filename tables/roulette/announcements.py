"""Announcements: the result, with its number in words, and bets by the casino's own names."""

from __future__ import annotations

from collections.abc import Iterable

from tables.roulette.announced import NAMED_WITH_NUMBERS, AnnouncedBet
from tables.roulette.cloth import Bet
from tables.roulette.names import trade_names
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.roulette.spoken import CHIPS, NAMED_ALONE, names_of
from tables.roulette.wheel import DOUBLE_ZERO, ZEROS, colour, entered

DOUBLE_ZERO_IN_WORDS = {"en": "double zero", "fr": "double zéro", "it": "doppio zero", "pt": "duplo zero"}

_FIRST_AND_LAST = frozenset({"douzaine", "deux-douzaines"})


def announce_result(rulebook: Rulebook, number: int) -> str:
    """Return the announcement of a number in the language of the table, such as `Dezassete, preto, ímpar, menor`.

    Zero is announced alone (it-venezia/announce). The rulebook decides on the even chances that follow, and on their
    order.
    """
    words = [number_in_words(number, rulebook.announce_language)]
    if number not in ZEROS:
        chances = {
            "colour": colour(number, rulebook.reds) or "",
            "parity": "impair" if number % 2 else "pair",
            "half": "manque" if number <= 18 else "passe",
        }
        words += [
            shown_name(rulebook, chances[part], rulebook.announce_language)
            for part in rulebook.phases.result.parts
        ]
    return _capitalised(", ".join(words))


def announce_multiples(rulebook: Rulebook, number: int, bets: Iterable[Bet | AnnouncedBet]) -> str | None:
    """Return the winning multiple combinations of these bets in the language of the table, such as `Sixain treize
    dix-huit, cheval quatorze dix-sept, plein` (it-venezia/announce-multiples).

    None where the rulebook has none announced, or none has won.
    """
    rule = rulebook.phases.result
    laid = (chip for bet in bets for chip in _combinations(bet))
    won = {chip.code: chip for chip in laid if chip.kind in rule.multiples and number in chip.numbers}
    if not won:
        return None
    in_order = sorted(won.values(), key=lambda chip: (rule.multiples.index(chip.kind), chip.numbers))
    return _capitalised(", ".join(_combination_aloud(rulebook, chip) for chip in in_order))


def _combinations(bet: Bet | AnnouncedBet) -> Iterable[Bet]:
    return [chip for chip, _ in bet.chips] if isinstance(bet, AnnouncedBet) else [bet]


def _combination_aloud(rulebook: Rulebook, bet: Bet) -> str:
    """Return the name of the combination with its numbers. A plein has the name alone, because its number was just
    announced.
    """
    language = rulebook.announce_language
    name = shown_name(rulebook, bet.kind, language)
    numbers = "" if bet.kind == "plein" else _numbers_aloud(bet, language)
    return " ".join(
        [name, *(number_in_words(entered(number), language) for number in numbers.split("–") if number)]
    )


def number_in_words(number: int, language: str) -> str:
    """Return a pocket in words; Portuguese is that of Portugal."""
    if number == DOUBLE_ZERO:
        return DOUBLE_ZERO_IN_WORDS[language]
    from num2words import num2words  # it loads fifty languages, which most processes never need

    return str(num2words(number, lang=language))


def shown_name(rulebook: Rulebook, kind: str, language: str | None = None) -> str:
    """Return the name that screens show for a kind of bet, in `language` or else in the rulebook's language."""
    names = names_of(rulebook, kind).get(language or rulebook.language)
    return names[0] if names else kind


def field_label(rulebook: Rulebook, code: str) -> str:
    """Return the words that are printed on a field beside the numbers: the rulebook's, else the usual ones."""
    usual = trade_names().labels.get(code) or _capitalised(shown_name(rulebook, code))
    return rulebook.field_labels.get(code, usual)


def describe_bet(rulebook: Rulebook, bet: Bet | AnnouncedBet, language: str | None = None) -> str:
    """Return a bet as people name it, such as `Cavalo 17–20`, in the rulebook's language unless another is given."""
    name = _capitalised(shown_name(rulebook, bet.kind, language))
    return f"{name} {_numbers_aloud(bet, language or rulebook.language)}".rstrip()


def _numbers_aloud(bet: Bet | AnnouncedBet, language: str) -> str:
    """Return the numbers after the name: only the first and the last if these are enough."""
    argument = bet.code.partition(":")[2]
    if isinstance(bet, AnnouncedBet):
        if bet.kind in NAMED_WITH_NUMBERS:
            return argument.replace("-", "–")
        # The number of chips, where it is not the usual one: "voisins du zéro 7 jetons".
        return f"{bet.pieces} {CHIPS[language]}" if argument else ""
    if bet.kind in NAMED_ALONE or bet.kind in EVEN_CHANCES:
        return ""
    if bet.kind in _FIRST_AND_LAST:
        return f"{bet.numbers[0]}–{bet.numbers[-1]}"
    parts = argument.split("-")
    # With zero the first and the last number leave the one between them open.
    shown = parts if len(parts) < 3 or parts[0] in ("0", "00") else [parts[0], parts[-1]]
    return "–".join(shown)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
