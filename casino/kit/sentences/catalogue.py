"""The sentence of every code."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from django.utils.translation import gettext, ngettext

from casino.kit.sentences import topics
from casino.kit.sentences.formatting import SentenceFormatter
from casino.kit.sentences.lists import with_commas
from casino.kit.sentences.marks import Listing, Plural, Sentence
from casino.kit.sentences.names import CODES, Names
from tables.roulette.refusal import LineNote, Parameters, Refusal


def sentence_of(refusal: Refusal, names: Names = CODES) -> str:
    """The refusal in the reader's language. Raises KeyError for a code without a sentence."""
    return sentence(refusal.code, refusal.parameters, names)


def notes_in_words(notes: Iterable[LineNote], names: Names = CODES) -> str | None:
    """What a payout line says beside its money, one after the other; None where it says nothing."""
    return "; ".join(sentence(each.code, each.parameters, names) for each in notes) or None


def listed(refusals: Iterable[Refusal]) -> str:
    """Their sentences in a line, with commas between."""
    return with_commas([sentence_of(each) for each in refusals])


def sentence(code: str, parameters: Parameters, names: Names) -> str:
    """The sentence of a code with its parameters, in the reader's language. Raises KeyError for a code without one."""
    text = _translated(sentences()[code], parameters, names)
    return SentenceFormatter(parameters, names, sentence_of).sentence(text)


def _translated(text: Sentence, parameters: Parameters, names: Names) -> str:
    match text:
        case Plural(one, many, by):
            return ngettext(one, many, parameters[by])
        case Listing(sentence, there_is):
            return gettext(sentence) + (gettext(there_is) if names.lists_alternatives else "")
    return gettext(text)


@cache
def sentences() -> Mapping[str, Sentence]:
    """Every code with its sentence, gathered from the topics. Raises ValueError where two topics have one code."""
    gathered: dict[str, Sentence] = {}
    for module in iter_modules(topics.__path__, f"{topics.__name__}."):
        own: Mapping[str, Sentence] = import_module(module.name).SENTENCES
        if twice := gathered.keys() & own.keys():
            raise ValueError(f"{module.name}: {', '.join(sorted(twice))} have a sentence in another topic")
        gathered.update(own)
    return gathered
