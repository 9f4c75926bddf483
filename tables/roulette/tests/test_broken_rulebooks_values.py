"""Values that are of the right type and cannot be right are refused, each with its key and what would be right."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from tables.roulette.currency_check import currencies
from tables.roulette.loader import examine, get_rulebook, load_rulebook
from testkit.rulebooks import SIXTH, refusal, section, written

REDS = "reds = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]"
REQUIRED = 'required = ["payer"]'
LAYOUTS = section("layouts", "at_most = 2")
EACH = 'each_layout_clause = "sixth/1"'
SECOND = 'second_layout_clause = "sixth/1"'
LAUNCH = 'against_wheel = "sixth/4"'
PLEIN = 'names = { en = ["solo"] }'

# What is wrong: the changes to the sixth house's file, and how the refusal begins.
WRONG: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    # ------------------------------------------------------------------ the cloth and the bets
    "17 reds": (
        ((REDS, REDS.replace(", 36", "")),),
        "cloth.reds: The list has 17 different numbers. List the 18 red numbers, each once.",
    ),
    "19 reds": (
        ((REDS, REDS.replace("36]", "36, 2]")),),
        "cloth.reds: The list has 19 different numbers. List the 18 red numbers, each once.",
    ),
    "a red twice": (
        ((REDS, REDS.replace("36]", "36, 1]")),),
        "cloth.reds: 1 is listed more than once. List each once.",
    ),
    "a red in another's place": (
        ((REDS, REDS.replace("36]", "34]")),),
        "cloth.reds: The list has 17 different numbers. List the 18 red numbers, each once.",
    ),
    "a clause that is none": (
        (('"sixth/1" = {', '"sixth/ 1" = {'),),
        'clauses."sixth/ 1": The id has a wrong form. After sixth/ write letters and digits, with hyphens '
        "or points between them.",
    ),
    "a clause that decides nothing": (
        (('kinds = ["equipment"]', "kinds = []"),),
        'clauses."sixth/1".kinds: The clause decides nothing. Write equipment, command, fact, settlement, '
        "shift, display or report.",
    ),
    "a clause's kind twice": (
        (('kinds = ["equipment"]', 'kinds = ["equipment", "equipment"]'),),
        'clauses."sixth/1".kinds: equipment is listed more than once. List each once.',
    ),
    "an amount that nothing bounds": (
        ((PLEIN, f"{PLEIN}, doubled = 500"),),
        "bets.plein.maximum: The key is missing, and doubled is there. Write the maximum, or remove doubled.",
    ),
    "a double under the single": (
        ((PLEIN, f"{PLEIN}, maximum = 500, doubled = 500"),),
        "bets.plein.doubled: 5 GBP is not above the maximum of 5 GBP. Write a higher amount.",
    ),
    "a derogation under the maximum": (
        ((PLEIN, f"{PLEIN}, maximum = 500, derogation = 400"),),
        "bets.plein.derogation: 4 GBP is not above the maximum of 5 GBP. Write a higher amount.",
    ),
    "a derogation under the double": (
        ((PLEIN, f"{PLEIN}, maximum = 500, doubled = 1000, derogation = 900"),),
        "bets.plein.derogation: 9 GBP is below the doubled maximum of 10 GBP. Write a higher amount.",
    ),
    "a ban on nothing": (
        (('kinds = ["pair", "impair"]\n', ""),),
        "forbidden[1]: The section forbids nothing. Write kinds, names or across_even_chances.",
    ),
    "a ban twice": (
        (('kinds = ["pair", "impair"]', 'kinds = ["pair", "pair"]'),),
        "forbidden[1].kinds: pair is listed more than once. List each once.",
    ),
    "a name twice": (
        ((PLEIN, 'names = { en = ["solo", "solo"] }'),),
        "bets.plein.names.en: solo is listed more than once. List each once.",
    ),
    "a name that is empty": (
        ((PLEIN, 'names = { en = [" "] }'),),
        "bets.plein.names.en[1]: The text is empty. Write the words that people read.",
    ),
    "a name in no language": (
        ((PLEIN, 'names = { xx = ["solo"] }'),),
        "bets.plein.names.xx: The language is unknown. Write en, fr, it or pt.",
    ),
    "an announced bet with a bet's name": (
        (("[announced.snake]", "[announced.rouge]"),),
        "announced.rouge: rouge is a kind of bet on the cloth. Write another name.",
    ),
    "an announced bet that nobody can type": (
        (("[announced.snake]", '[announced."The Snake"]'),),
        'announced."The Snake": The name has a wrong form. Write up to 20 small letters and digits, with '
        "hyphens between them.",
    ),
    "a wheel with a long name": (
        (("[wheels.american]", "[wheels.american-as-it-was-played-then]"),),
        "wheels.american-as-it-was-played-then: The name has a wrong form. Write up to 20 small letters and "
        "digits, with hyphens between them.",
    ),
    "neighbours twice": (
        (("each_side = [1]", "each_side = [1, 1]"),),
        "announced.voisins-de.each_side: 1 is listed more than once. List each once.",
    ),
    # ------------------------------------------------------------------ payment
    "a group of nothing": (
        (
            ('order = [["plein"],', 'order = [[], ["plein"],'),
            ('within = ["stake', 'within = ["placing", "stake'),
        ),
        "payment.order[1]: The group names no kind of bet. Write one or more, or remove the group.",
    ),
    "nothing said of a payment": (
        (section("payment.announcement", "parts = []"),),
        "payment.announcement.parts: The list is empty. Write bet, value, colour or prize.",
    ),
    "a part said twice": (
        (section("payment.announcement", 'parts = ["bet", "bet"]'),),
        "payment.announcement.parts: bet is listed more than once. List each once.",
    ),
    "a table of payments of nothing": (
        (section("payment.table", "first = 100", "last = 200", "step = 100", "kinds = []"),),
        "payment.table.kinds: The list is empty. Write the kinds of bet in the columns of the table.",
    ),
    "a return that is no per cent": (
        (section("return_to_player", 'stated = "about 97"'),),
        'return_to_player.stated: The value is not a percentage. Write the printed figure, such as "97.30".',
    ),
    # ------------------------------------------------------------------ people
    "nobody required": (
        ((REQUIRED, "required = []"),),
        "staff.required: The list is empty. Write the positions without which the table does not open.",
    ),
    "somebody required twice": (
        ((REQUIRED, 'required = ["payer", "payer"]'),),
        "staff.required: payer is listed more than once. List each once.",
    ),
    "a position twice": (
        (('positions = ["chef", "payer"]', 'positions = ["chef", "payer", "chef"]'),),
        "staff.positions: chef is listed more than once. List each once.",
    ),
    "nobody known at the second layout": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["bout"]\n{SECOND}')),
        "staff.second_layout: bout is not among the positions. Write chef or payer.",
    ),
    "somebody twice at the second layout": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["chef", "chef"]\n{SECOND}')),
        "staff.second_layout: chef is listed more than once. List each once.",
    ),
    "somebody at each layout who is required too, and again at the second": (
        (
            LAYOUTS,
            (REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]\n{EACH}\nsecond_layout = ["payer"]\n{SECOND}'),
        ),
        "staff.second_layout: payer is in each_layout already. Remove it from one of the two.",
    ),
    "nobody known at each layout": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\neach_layout = ["bout"]\n{EACH}')),
        "staff.each_layout: bout is not among the positions. Write chef or payer.",
    ),
    "somebody at each layout whom the table does not require": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\neach_layout = ["chef"]\n{EACH}')),
        "staff.each_layout: chef is not in staff.required. Add it there, or remove it here.",
    ),
    "people at each layout by no clause": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]')),
        "staff.each_layout_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "each layout's clause for nobody": (
        (LAYOUTS, (REQUIRED, f"{REQUIRED}\n{EACH}")),
        "staff.each_layout: The list is empty, and its clause is there. Write positions, or remove the "
        "clause.",
    ),
    "people at each of two layouts where there is one": (
        ((REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]\n{EACH}'),),
        "staff.each_layout: No table has a second layout. Write [layouts] with at_most = 2, or remove the "
        "key.",
    ),
    "a second layout by no clause": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["chef"]')),
        "staff.second_layout_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "a second layout's clause for nobody": (
        (LAYOUTS, (REQUIRED, f"{REQUIRED}\n{SECOND}")),
        "staff.second_layout: The list is empty, and its clause is there. Write positions, or remove the "
        "clause.",
    ),
    "people at a second layout that there is not": (
        ((REQUIRED, f'{REQUIRED}\nsecond_layout = ["chef"]\n{SECOND}'),),
        "staff.second_layout: No table has a second layout. Write [layouts] with at_most = 2, or remove the "
        "key.",
    ),
    "a label without words": (
        (('chef = "Inspector"', 'chef = ""'),),
        "staff.labels.chef: The text is empty. Write the words that people read.",
    ),
    # ------------------------------------------------------------------ times
    "a warning after its deadline": (
        (section("time_at_ball", "at_most_s = 1800", "warn_before_s = 1800"),),
        "time_at_ball.warn_before_s: 1800 s is not less than at_most_s, 1800 s. Write a shorter time.",
    ),
    "sooner than the beginning": (
        (section("time_at_ball", "at_most_s = 1800", "warn_before_s = 300", "early_by_s = 1800"),),
        "time_at_ball.early_by_s: 1800 s is not less than at_most_s, 1800 s. Write a shorter time.",
    ),
    "a time beyond all days": (
        (section("rounds", "window_s = 100000000000000"),),
        "rounds.window_s: 100000000000000 s is longer than a week. Write at most 604800.",
    ),
    "a wheel as large as a street": (
        (("diameter_mm = [540, 820]", "diameter_mm = [540, 60000]"),),
        "cylinder.diameter_mm[2]: 60000 mm is too long. Write at most 5000.",
    ),
    "a ball as heavy as a stone": (
        (("weight_g = [9, 20]", "weight_g = [9, 20000]"),),
        "ball_change.weight_g[2]: 20000 g is too heavy. Write at most 1000.",
    ),
    "a number that no program counts": (
        (("minimum = 200", "minimum = 100000000000000000000"),),
        "limits.sign.minimum: The number is too large. Write at most 9007199254740991.",
    ),
    "a reason without turns": (
        ((LAUNCH, f'{LAUNCH}\nmin_turns_reason = "foreign-object"'),),
        "launch.min_turns: The key is missing, and its reason or its clause is there. Write the number of "
        "turns.",
    ),
    "bets put back on no basis": (
        (section("reconstitution", "bases = []"),),
        "reconstitution.bases: The list is empty. Write staff, technical or player.",
    ),
    # ------------------------------------------------------------------ words
    "no title": (
        (('title = "The Sixth House"', 'title = " "'),),
        "title: The text is empty. Write the words that people read.",
    ),
    "a title of two lines": (
        (('title = "The Sixth House"', 'title = "The Sixth\\nHouse"'),),
        "title: The text has characters that cannot be printed. Write one line of text.",
    ),
    "an announcement without words": (
        (('text = "No spin"', 'text = ""'),),
        "phases.announcements.null_coup.text: The text is empty. Write the words that people read.",
    ),
    "a reason without words": (
        (('foreign-object = "Something fell in"', 'foreign-object = ""'),),
        "null_coup.reasons.foreign-object: The text is empty. Write the words that people read.",
    ),
    "a clause that nobody can cite": (
        (('ref = "rule 1"', 'ref = ""'),),
        'clauses."sixth/1".ref: The text is empty. Write the words that people read.',
    ),
    "a part of the result twice": (
        (('parts = ["colour"]', 'parts = ["colour", "colour"]'),),
        "phases.result.parts: ",
    ),
    # ------------------------------------------------------------------ currencies
    "a currency that never was": (
        (('"GBP"', '"GBQ"'),),
        'currency: Nobody pays with "GBQ" today. Write a code of ISO 4217 such as GTQ.',
    ),
    "a currency that is no more": (
        (('"GBP"', '"ITL"'),),
        'currency: Nobody pays with "ITL" today. Write a code of ISO 4217 such as ILS.',
    ),
    "a currency of tests": (
        (('"GBP"', '"XTS"'),),
        'currency: Nobody pays with "XTS" today. Write a code of ISO 4217 such as TZS.',
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_impossible_value_is_refused_with_its_key(tmp_path: Path, case: str) -> None:
    changes, fault = WRONG[case]
    path = written(tmp_path, *changes)
    assert refusal(path).startswith("sixth.toml: ")
    _, faults = examine(path)
    assert any(str(each).startswith(f"sixth.toml: {fault}") for each in faults), [
        str(each) for each in faults
    ]


def test_a_rulebook_without_bets_is_none(tmp_path: Path) -> None:
    text = SIXTH.read_text(encoding="utf-8")
    head, _, rest = text.partition("[bets]")
    path = tmp_path / "sixth.toml"
    path.write_text(f"{head}[bets]\n\n[[forbidden]]{rest.partition('[[forbidden]]')[2]}", encoding="utf-8")
    _, faults = examine(path)
    fault = "sixth.toml: bets: The rulebook has no bet. Add a kind of bet with its odds and its clause."
    assert fault in [str(each) for each in faults]


def test_each_layout_has_people_of_its_own_and_the_second_may_have_more(tmp_path: Path) -> None:
    """A payer at each of two layouts, as the Portuguese rulebooks have it, is one payer to each layout."""
    more = (REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]\n{EACH}\nsecond_layout = ["chef"]\n{SECOND}')
    staff = load_rulebook(written(tmp_path, LAYOUTS, more)).staff
    assert staff.at_second_layout == {"payer": "sixth/1", "chef": "sixth/1"}


@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_a_double_table_has_a_payer_at_each_layout(house: str) -> None:
    assert get_rulebook(house).staff.at_second_layout == {"payer": f"{house}/1"}


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    assert load_rulebook(path).title == "The Sixth House"


def test_places_are_counted_without_the_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "sixth.toml"
    path.write_bytes(BOM_UTF8 + b"id = \n")
    assert refusal(path).startswith("sixth.toml: line 1, column 6: ")


def test_file_of_another_encoding_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "sixth.toml"
    path.write_bytes(SIXTH.read_text(encoding="utf-8").encode("utf-16"))
    assert "The text is not UTF-8. Save the file in UTF-8" in refusal(path)


def test_the_currencies_of_the_houses_are_among_those_of_today() -> None:
    assert {"EUR", "CHF", "GBP", "MOP", "JPY"} <= currencies()
    assert not {"DEM", "XXX", "XAU", "EU"} & currencies()
