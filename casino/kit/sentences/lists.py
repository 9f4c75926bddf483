"""Lists within a sentence: the joints between their items."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext

LONGEST_NUMBERS = 60
"""Characters that a list of numbers takes in a sentence."""


def with_commas(words: Sequence[str]) -> str:
    return ", ".join(words)


def _with_semicolons(words: Sequence[str]) -> str:
    return "; ".join(words)


def _all_with_and(words: Sequence[str]) -> str:
    return gettext(" and ").join(words)


def _all_with_or(words: Sequence[str]) -> str:
    return gettext(" or ").join(words)


def _with_and(words: Sequence[str]) -> str:
    return _with_last(words, gettext("{first} and {last}"))


def _with_and_of(words: Sequence[str]) -> str:
    return gettext(" and of ").join(words)


def with_or(words: Sequence[str]) -> str:
    return _with_last(words, gettext("{first} or {last}"))


def _with_last(words: Sequence[str], both: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return both.format(first=with_commas(words[:-1]), last=words[-1])


def _with_hyphens(words: Sequence[str]) -> str:
    text = "-".join(words)
    return text if len(text) <= LONGEST_NUMBERS else f"{text[: LONGEST_NUMBERS - 1]}…"


JOINTS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "refusal": _with_semicolons,
    "paid": _all_with_and,
    "each": _all_with_and,
    "either": _all_with_or,
    "role": _all_with_or,
    "made": with_or,
    "json_type": with_or,
    "repeater": _with_and,
    "players": _all_with_and,
    "company": _with_semicolons,
    "refs": _all_with_and,
    "and": _with_and,
    "and_of": _with_and_of,
    "or": with_or,
    "numbers": _with_hyphens,
}
"""Function that writes a list, by its kind, where it is not written with commas."""

LISTED = ("and", "and_of", "or", "each", "either", "numbers")
"""The kinds of lists whose items stay as they are."""
