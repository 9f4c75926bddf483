"""The sentence of every code."""

from collections.abc import Iterable

from django.utils.translation import gettext, ngettext

from casino.kit.sentences.formatting import SentenceFormatter
from casino.kit.sentences.lists import with_commas
from casino.kit.sentences.marks import Listing, Plural, Sentence
from casino.kit.sentences.names import CODES, Names
from casino.kit.sentences.topics import sentences
from tables.refusal import LineNote, Parameters, Refusal


def sentence_of(refusal: Refusal, names: Names = CODES) -> str:
    """Return the refusal in the reader's language. Raises KeyError for a code without a sentence."""
    return sentence(refusal.code, refusal.parameters, names)


def notes_in_words(notes: Iterable[LineNote], names: Names = CODES) -> str | None:
    """Return the notes of a payout line, one after the other; None without notes."""
    return "; ".join(sentence(each.code, each.parameters, names) for each in notes) or None


def listed(refusals: Iterable[Refusal]) -> str:
    """Return their sentences in a line, with commas between."""
    return with_commas([sentence_of(each) for each in refusals])


def sentence(code: str, parameters: Parameters, names: Names) -> str:
    """Return the sentence of a code with its parameters, in the reader's language. Raises KeyError for a code without
    one.
    """
    text = _translated(sentences()[code], parameters, names)
    return SentenceFormatter(parameters, names, sentence_of).sentence(text)


def _translated(text: Sentence, parameters: Parameters, names: Names) -> str:
    match text:
        case Plural(one, many, by):
            return ngettext(one, many, parameters[by])
        case Listing(sentence, there_is):
            return gettext(sentence) + (gettext(there_is) if names.lists_alternatives else "")
    return gettext(text)
