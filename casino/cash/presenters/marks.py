"""Small marks behind the figures of a ledger's page, and the legend that explains those that occur.

A mark replaces words: the basis of an estimate, or the missing part of a figure. It means the same all over a page.
"""

from collections.abc import Sequence
from string import ascii_lowercase

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from casino.kit.figures import ShownFigure

ESTIMATED, ABSENT, OUTSIDE = "≈", "–", "!"


class LegendEntry(msgspec.Struct, frozen=True):
    """A mark and its meaning."""

    mark: str
    words: str


class Marks:
    """The marks of a page: a letter for each of the words, in the order in which they occur."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def letter(self, words: str) -> str:
        return self._letters.setdefault(words, _letter(len(self._letters)))


class Cells:
    """Makes the cells of one table of a page, each on one line, and keeps which marks occurred in it."""

    def __init__(self, marks: Marks) -> None:
        self._marks, self._used, self._signs = marks, set[str](), set[str]()

    def figure(self, figure: ShownFigure | None) -> SafeString:
        """Return the amount with its mark, and the words for screen readers.

        Not a template: a month has 1,500 of them.
        """
        if figure is None:
            return mark_safe("")
        if figure.label == "counted":
            # Only spaces, digits and signs, and words of the catalogue.
            word = _("counted")
            return mark_safe(
                f'<span class="figure is-counted">{figure.amount}</span><span class="unseen"> {word}</span>'
            )
        about = ""
        if figure.label == "estimated":
            self._signs.add(ESTIMATED)
            about = format_html(
                '<span class="about" aria-hidden="true">{}</span><span class="unseen">{} </span>',
                ESTIMATED,
                _("estimated"),
            )
        return self.noted(figure.amount, figure.words, look=f"is-{figure.label}", about=about)

    def noted(self, amount: str, words: str, *, look: str = "", about: str = "") -> SafeString:
        """Return an amount with the mark of these words."""
        if amount == ABSENT:
            self._signs.add(ABSENT)
        self._used.add(words)
        return format_html(
            '<span class="figure {}">{}{}</span><sup class="note-mark" aria-hidden="true" title="{}">{}</sup>'
            '<span class="unseen"> {}</span>',
            look,
            about,
            amount,
            words,
            self._marks.letter(words),
            words,
        )

    def plain(self, words: str, *, look: str = "") -> SafeString:
        """Return words or amounts that need no mark."""
        return format_html('<span class="figure {}">{}</span>', look, words)

    def judged(self, figure: ShownFigure, *, outside: bool) -> SafeString:
        """Return the theoretical result; with a warning if the result is outside of its interval."""
        cell = self.figure(figure)
        if not outside:
            return cell
        self._signs.add(OUTSIDE)
        warning = format_html(
            ' <b class="outside tone-broken" aria-hidden="true">{}</b><span class="unseen">, {}</span>',
            OUTSIDE,
            _outside(),
        )
        return cell + warning

    @property
    def legend(self) -> Sequence[LegendEntry]:
        """Return the legend of the marks in use: the signs first, then the letters in their order."""
        signs = {ESTIMATED: _("estimated"), ABSENT: _("not known"), OUTSIDE: _outside()}
        letters = sorted(
            (LegendEntry(self._marks.letter(words), words) for words in self._used),
            key=lambda each: (len(each.mark), each.mark),
        )
        found = [LegendEntry(sign, words) for sign, words in signs.items() if sign in self._signs]
        return (*found, *letters, LegendEntry("", _("no mark: counted")))


def _outside() -> str:
    return _("the result lies outside the 95 % interval")


def _letter(place: int) -> str:
    """Return the mark at this place: a to z, then aa, ab."""
    rounds, at = divmod(place, len(ascii_lowercase))
    return (_letter(rounds - 1) if rounds else "") + ascii_lowercase[at]
