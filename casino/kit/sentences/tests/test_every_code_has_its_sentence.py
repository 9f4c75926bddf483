"""Every code that the rules refuse with has a sentence, and every sentence a code and the parameters that it names."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from casino.kit.sentences.formatting import KINDS
from casino.kit.sentences.marks import Listing, Plural, Sentence
from casino.kit.sentences.topics import sentences, subjects
from tables.play.commands import Authorised
from tables.play.reader.older_violations import PATTERNS

ROOT = Path(__file__).parents[4]
PACKAGES = ("tables", "settlement", "casino")
OF_OLDER_RECORDS = {"recorded-in-words": frozenset({"words"}), "notes-left-open": frozenset({"amount"})}
"""Codes that upcasters alone give."""
NOT_REFUSALS_OF_RULES = ("stream",)
"""The record's own exceptions are for engineers, and have sentences."""
AGAIN = ("__init__", "again")


class Raised(NamedTuple):
    """A place in the code that refuses: with which code, and the names of the parameters."""

    code: str
    parameters: frozenset[str]
    place: str


def calls_with_a_code(module: Path, names: frozenset[str]) -> Iterator[Raised]:
    """Every call in the module of one of `names`, with the code that it gives."""
    for node in ast.walk(ast.parse(module.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if name.endswith("Field") and "Unclear" in names:
            yield from missing_in(node, f"{module.relative_to(ROOT)}:{node.lineno}")
        if name not in names:
            continue
        if name in BREAKING:
            yield from breach_of(node, f"{module.relative_to(ROOT)}:{node.lineno}")
            continue
        given = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
        for code in codes_in(node):
            yield Raised(
                code, given | GIVEN.get(name, frozenset()), f"{module.relative_to(ROOT)}:{node.lineno}"
            )


def missing_in(field: ast.Call, place: str) -> Iterator[Raised]:
    """The code with which a form's field is refused that was left empty."""
    for keyword in field.keywords:
        if keyword.arg == "missing" and isinstance(keyword.value, ast.Constant):
            yield Raised(str(keyword.value.value), frozenset(), place)


def codes_in(call: ast.Call) -> Iterator[str]:
    """The code that is the call's first string, or both where it chooses between two."""
    for each in call.args:
        chosen = (each.body, each.orelse) if isinstance(each, ast.IfExp) else (each,)
        texts = [
            text.value for text in chosen if isinstance(text, ast.Constant) and isinstance(text.value, str)
        ]
        if texts and "/" not in texts[0]:
            yield from (text for text in texts if " " not in text)
            return


def breach_of(call: ast.Call, place: str) -> Iterator[Raised]:
    """Every code that a violation, a breach, a deadline or a note may have: a literal, or one of two or more."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    if "code" not in given:
        return
    names = frozenset(
        key.value
        for part in ast.walk(given.get("parameters", ast.Constant(None)))
        if isinstance(part, ast.Dict)
        for key in part.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    ) | _of_local_moments(given.get("parameters"))
    for either in _choices(given["code"]):
        if isinstance(either, ast.Constant):
            yield Raised(str(either.value), names, place)


def _choices(code: ast.expr) -> Iterator[ast.expr]:
    """Yield all values that a conditional expression may have, however many conditions it has."""
    if isinstance(code, ast.IfExp):
        yield from _choices(code.body)
        yield from _choices(code.orelse)
    else:
        yield code


def _of_local_moments(parameters: ast.expr | None) -> frozenset[str]:
    """The names of the moments among the parameters of a warning of the rota: `**local(zone, begins=...)`."""
    return frozenset(
        keyword.arg
        for part in ast.walk(parameters or ast.Constant(None))
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "local"
        for keyword in part.keywords
        if keyword.arg
    )


BREAKING = frozenset({"violation", "Breach", "Deadline", "LineNote", "RotaWarning", "Condition", "_fact"})
REFUSING = frozenset(
    {
        "Refused",
        "BetRefused",
        "LimitRefused",
        "ChoiceRefused",
        "NotRepeated",
        "SigningFailed",
        "NotTwoPeople",
        "Unclear",
        "UnknownRulebook",
        "UnknownEntry",
        "UnknownTable",
        "UnknownSlip",
        "UnknownBox",
        "UnknownViolation",
        "UnknownAlert",
        "UnknownPerson",
        "NotThere",
        "NothingPlayed",
        "NotYet",
        "Refusal",
    }
)
GIVEN = {"ChoiceRefused": frozenset({"ref"})}
"""Parameters that a refusal has from another argument."""
NAMING = frozenset(
    {
        "check_reserved",
        "check_signed",
        "check_decided",
        "check_one_signed",
        "check_two_signed",
        "check_by_croupier_and_chief",
        "check_croupiers_seated",
        "two_people",
        "check_pieces",
        "check_by_series",
        "_total",
    }
)
"""Functions that refuse about a subject."""
AUTHORISED = {str(each.__struct_config__.tag) for each in Authorised.__subclasses__()}
"""The subjects of `check_authorised`: the commands that people sign."""


@cache
def raised(names: frozenset[str] = REFUSING | BREAKING) -> dict[str, list[Raised]]:
    """Every place that refuses, by code; of subjects every place that names one."""
    by_code: dict[str, list[Raised]] = defaultdict(list)
    for package in PACKAGES:
        for module in (ROOT / package).rglob("*.py"):
            if "tests" in module.parts or "migrations" in module.parts or "stream" in module.parts:
                continue
            for each in calls_with_a_code(module, names):
                by_code[each.code].append(each)
    for code, parameters in OF_OLDER_RECORDS.items() if "Refused" in names else ():
        by_code[code].append(Raised(code, parameters, "tables/older_words.py"))
    return by_code


def texts_of(sentence: Sentence) -> tuple[str, ...]:
    match sentence:
        case Plural(one, many, _):
            return one, many
        case Listing(text, there_is):
            return text, there_is
    return (sentence,)


def placeholders(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """(parameter, kind) of every placeholder."""
    for text in texts_of(sentence):
        for _, name, kind, _ in Formatter().parse(text):
            if name is not None:
                yield name, kind or ""


def faults(texts: Mapping[str, Sentence], given: Mapping[str, list[Raised]]) -> Iterator[str]:
    """Codes without a text, and places that do not give what the text names."""
    for code, places in given.items():
        if code not in texts:
            yield f"{places[0].place}: {code} has no sentence"
            continue
        named = {name for name, _ in placeholders(texts[code])}
        for each in places:
            if missing := named - each.parameters:
                yield f"{each.place}: {code} lacks {', '.join(sorted(missing))}"


def test_every_code_has_a_sentence_that_names_only_what_it_is_given() -> None:
    wrong = list(faults(sentences(), raised()))
    assert not wrong, "\n".join(wrong)


def test_every_subject_has_words_that_name_only_what_it_is_given() -> None:
    wrong = list(faults(subjects(), raised(NAMING)))
    assert not wrong, "\n".join(wrong)


def test_no_sentence_is_without_a_code_that_is_raised() -> None:
    of_older_records = {code for code, _ in PATTERNS}
    assert not sentences().keys() - raised().keys() - of_older_records
    assert not subjects().keys() - raised(NAMING).keys() - AUTHORISED


def test_every_decision_of_people_is_named_where_nobody_has_signed_it() -> None:
    assert subjects().keys() >= AUTHORISED


@pytest.mark.parametrize("code", sorted({**sentences(), **subjects()}))
def test_a_sentence_is_well_formed(code: str) -> None:
    sentence = {**sentences(), **subjects()}[code]
    assert {kind for _, kind in placeholders(sentence)} <= KINDS.keys()
    if isinstance(sentence, Plural):
        assert sentence.by in {name for name, _ in placeholders(sentence)}
    for text in texts_of(sentence):
        assert text == text.strip(" ") or text.startswith(("; ", ": "))
        assert not text.endswith(".")
