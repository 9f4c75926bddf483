"""The words on a cloth's fields, and the phrases around a number: a rulebook's own, and otherwise the usual ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.refusal import BetRefused
from tables.roulette.announcements import field_label
from tables.roulette.bets import parse_bet
from tables.roulette.loader import load_rulebook
from tables.roulette.reading_checks import NO_LANGUAGE
from testkit.refusals import expect_refusal
from testkit.rulebooks import refusal, rules_of, written

FIELDS = (
    "colonne:34",
    "colonne:35",
    "colonne:36",
    "douzaine:1",
    "douzaine:2",
    "douzaine:3",
    "manque",
    "passe",
)
PRINTED = ("2 a 1", "2 a 1", "2 a 1", "1-12", "13-24", "25-36", "1 a 18", "19 a 36")


def labelled(*lines: str) -> tuple[str, str]:
    """The change that gives the sixth house labels."""
    return "[bets]", "\n".join(("[cloth.labels]", *lines, "", "[bets]"))


def with_phrases(*lines: str) -> tuple[str, str]:
    """The change that gives the sixth house phrases around a number."""
    return "[null_coup]", "\n".join(("[announced.voisins-de.phrases]", *lines, "", "[null_coup]"))


@pytest.mark.clause("it-live/bets")
def test_fields_of_the_live_table_are_labelled_as_the_source_names_them() -> None:
    rulebook = rules_of("it-live")
    assert tuple(field_label(rulebook, code) for code in FIELDS) == PRINTED
    assert [field_label(rulebook, code) for code in ("pair", "impair")] == ["Pari", "Dispari"]


@pytest.mark.clause("it-live/bets")
@pytest.mark.parametrize(("code", "label"), list(zip(FIELDS[3:], PRINTED[3:], strict=True)))
def test_label_of_a_single_field_is_understood_as_its_bet(code: str, label: str) -> None:
    assert parse_bet(label, rules_of("it-live")).code == code
    with pytest.raises(BetRefused):
        parse_bet(label, rules_of("it-campione"))


def test_label_of_several_fields_is_no_bet() -> None:
    with expect_refusal("bet-name-unknown", kind=BetRefused):
        parse_bet("2 a 1", rules_of("it-live"))


def test_cloth_without_labels_has_the_usual_ones() -> None:
    usual = tuple(field_label(rules_of("it-venezia"), code) for code in FIELDS)
    assert usual == ("34", "35", "36", "P 12", "M 12", "D 12", "Manque", "Passe")


def test_sixth_rulebook_labels_its_fields_differently(tmp_path: Path) -> None:
    own = labelled('"douzaine:1" = "First 12"', 'rouge = "All reds"')
    rulebook = load_rulebook(written(tmp_path, own))
    labels = [field_label(rulebook, code) for code in ("douzaine:1", "douzaine:2", "rouge")]
    assert labels == ["First 12", "M 12", "All reds"]
    assert parse_bet("all reds", rulebook).code == "rouge"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            '"plein:17" = "Lucky"',
            'cloth.labels."plein:17": The cloth has no such field beside the numbers. Write a dozen, a column or an '
            "even chance.",
        ),
        (
            '"colonne:34" = "two to one"',
            'cloth.labels."colonne:34": The field has room for 7 characters. Write a shorter label.',
        ),
    ],
)
def test_label_without_a_field_or_without_room_is_refused(line: str, fault: str, tmp_path: Path) -> None:
    assert refusal(written(tmp_path, labelled(line))) == f"sixth.toml: {fault}"


@pytest.mark.parametrize(
    ("house", "said", "code"),
    [
        *(
            pytest.param("it-live", said, "voisins-de:8/2", marks=pytest.mark.clause("it-live/announced"))
            for said in (
                "8 e adiacenti",
                "8 e i suoi adiacenti",
                "Il 8 e adiacenti",
                "adiacenti 8",
                "adiacenti dell'8",
                "adiacenti all’8",
                "8 e due adiacenti",
                "un numero e due adiacenti: 8",
                "8 et deux voisins",
            )
        ),
        *(
            pytest.param(
                "it-venezia", said, "voisins-de:17/2", marks=pytest.mark.clause("it-venezia/neighbours")
            )
            for said in (
                "un numéro et deux voisins 17",
                "Un Numéro et Deux Voisins: 17",
                "17 et deux voisins",
                "le 17 et ses deux voisins",
                "settore di 5 numeri 17",
                "17 e adiacenti",
            )
        ),
        *(
            pytest.param("pt-americana", said, code, marks=pytest.mark.clause("pt-americana/25b"))
            for said, code in (
                ("17 e dois vizinhos", "voisins-de:17/1"),
                ("17 e quatro vizinhos", "voisins-de:17/2"),
                ("um número e seis vizinhos 17", "voisins-de:17/3"),
                ("0 e 4 vizinhos", "voisins-de:0/2"),
            )
        ),
        *(
            pytest.param("it-live", said, "finale:7", marks=pytest.mark.clause("it-live/announced"))
            for said in ("finale 7", "puntata su finale 7")
        ),
    ],
)
def test_phrase_of_the_source_is_understood_at_its_table(house: str, said: str, code: str) -> None:
    assert parse_bet(said, rules_of(house)).code == code


@pytest.mark.parametrize(
    ("house", "said", "refused"),
    [
        ("pt-americana", "17 et deux voisins", "neighbours-unknown"),
        ("pt-americana", "40 e dois vizinhos", "announced-beyond-cloth"),
        ("it-live", "40 e adiacenti", "announced-beyond-cloth"),
        ("it-campione", "8 e adiacenti", "announced-bet-not-of-house"),
    ],
)
def test_phrase_without_one_meaning_at_the_table_is_refused(house: str, said: str, refused: str) -> None:
    with expect_refusal(refused, kind=BetRefused):
        parse_bet(said, rules_of(house))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            '5 = { en = ["{} and five"] }',
            "5: The number is not in each_side. Add it there, or remove the key.",
        ),
        (
            '1 = { en = ["the neighbours"] }',
            '1.en: "the neighbours" has no place for the number. Write one {} there.',
        ),
        (
            '1 = { de = ["{} und Nachbarn"] }',
            f"1.de: {NO_LANGUAGE}",
        ),
    ],
)
def test_phrase_that_cannot_be_said_is_refused(line: str, fault: str, tmp_path: Path) -> None:
    broken = refusal(written(tmp_path, with_phrases(line)))
    assert broken == f"sixth.toml: announced.voisins-de.phrases.{fault}"
