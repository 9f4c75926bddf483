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
        "cloth.reds: 17 different numbers are red; right would be 18",
    ),
    "19 reds": (
        ((REDS, REDS.replace("36]", "36, 2]")),),
        "cloth.reds: 19 different numbers are red; right would be",
    ),
    "a red twice": (
        ((REDS, REDS.replace("36]", "36, 1]")),),
        "cloth.reds: 1 more than once; right would be each once",
    ),
    "a red in another's place": (
        ((REDS, REDS.replace("36]", "34]")),),
        "cloth.reds: 17 different numbers are red",
    ),
    "a clause that is none": (
        (('"sixth/1" = {', '"sixth/ 1" = {'),),
        'clauses."sixth/ 1": is no clause: after sixth/',
    ),
    "a clause that decides nothing": (
        (('kinds = ["equipment"]', "kinds = []"),),
        'clauses."sixth/1".kinds: decides',
    ),
    "a clause's kind twice": (
        (('kinds = ["equipment"]', 'kinds = ["equipment", "equipment"]'),),
        'clauses."sixth/1".kinds: equipment more than once',
    ),
    "an amount that nothing bounds": (
        ((PLEIN, f"{PLEIN}, doubled = 500"),),
        "bets.plein.maximum: missing key: doubled says what it may become",
    ),
    "a double under the single": (
        ((PLEIN, f"{PLEIN}, maximum = 500, doubled = 500"),),
        "bets.plein.doubled: 5 GBP is not over the maximum 5 GBP",
    ),
    "a derogation under the maximum": (
        ((PLEIN, f"{PLEIN}, maximum = 500, derogation = 400"),),
        "bets.plein.derogation: 4 GBP is not over the maximum 5 GBP",
    ),
    "a derogation that nobody grants": (
        ((PLEIN, f"{PLEIN}, maximum = 500, derogation = 900"),),
        "limits.derogation_clause: missing clause: bets.plein has a derogation",
    ),
    "a ban on nothing": (
        (('kinds = ["pair", "impair"]\n', ""),),
        "forbidden[1]: forbids nothing; right would be kinds, names or across_even_chances",
    ),
    "a ban twice": (
        (('kinds = ["pair", "impair"]', 'kinds = ["pair", "pair"]'),),
        "forbidden[1].kinds: pair more than once",
    ),
    "a name twice": (
        ((PLEIN, 'names = { en = ["solo", "solo"] }'),),
        "bets.plein.names.en: solo more than once",
    ),
    "a name that is empty": (((PLEIN, 'names = { en = [" "] }'),), "bets.plein.names.en[1]: has no words"),
    "a name in no language": (
        ((PLEIN, 'names = { xx = ["solo"] }'),),
        "bets.plein.names.xx: is no language of a",
    ),
    "an announced bet with a bet's name": (
        (("[announced.snake]", "[announced.rouge]"),),
        "announced.rouge: is a kind of bet on the cloth",
    ),
    "an announced bet that nobody can type": (
        (("[announced.snake]", '[announced."The Snake"]'),),
        'announced."The Snake": is no name: up to 20 small letters and digits',
    ),
    "a wheel with a long name": (
        (("[wheels.american]", "[wheels.american-as-it-was-played-then]"),),
        "wheels.american-as-it-was-played-then: is no name: up to 20",
    ),
    "neighbours twice": (
        (("each_side = [1]", "each_side = [1, 1]"),),
        "announced.voisins-de.each_side: 1 more than",
    ),
    # ------------------------------------------------------------------ payment
    "a group of nothing": (
        (
            ('order = [["plein"],', 'order = [[], ["plein"],'),
            ('within = ["stake', 'within = ["placing", "stake'),
        ),
        "payment.order[1]: names no kind of bet",
    ),
    "nothing said of a payment": (
        (section("payment.announcement", "parts = []"),),
        "payment.announcement.parts: names nothing that is said",
    ),
    "a part said twice": (
        (section("payment.announcement", 'parts = ["bet", "bet"]'),),
        "payment.announcement.parts: bet more than once",
    ),
    "a table of payments of nothing": (
        (section("payment.table", "first = 100", "last = 200", "step = 100", "kinds = []"),),
        "payment.table.kinds: names no kind of bet",
    ),
    "a return that is no per cent": (
        (section("return_to_player", 'stated = "about 97"'),),
        'return_to_player.stated: is no per cent as it is printed; right would be such as "97.30"',
    ),
    # ------------------------------------------------------------------ people
    "nobody required": (
        ((REQUIRED, "required = []"),),
        "staff.required: names nobody; right would be the positions",
    ),
    "somebody required twice": (
        ((REQUIRED, 'required = ["payer", "payer"]'),),
        "staff.required: payer more than once; right would be each once",
    ),
    "a position twice": (
        (('positions = ["chef", "payer"]', 'positions = ["chef", "payer", "chef"]'),),
        "staff.positions: chef more than once; right would be each once",
    ),
    "nobody known at the second layout": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["bout"]\n{SECOND}')),
        "staff.second_layout: bout is not among the positions; they are chef, payer",
    ),
    "somebody twice at the second layout": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["chef", "chef"]\n{SECOND}')),
        "staff.second_layout: chef is required there already; right would be each once",
    ),
    "somebody at the second layout who is required already": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["payer"]\n{SECOND}')),
        "staff.second_layout: payer is required already; right would be each_layout",
    ),
    "somebody at each layout who is required too, and again at the second": (
        (
            LAYOUTS,
            (REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]\n{EACH}\nsecond_layout = ["payer"]\n{SECOND}'),
        ),
        "staff.second_layout: payer is required already; right would be each_layout",
    ),
    "nobody known at each layout": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\neach_layout = ["bout"]\n{EACH}')),
        "staff.each_layout: bout is not among the positions; they are chef, payer",
    ),
    "somebody at each layout whom the table does not require": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\neach_layout = ["chef"]\n{EACH}')),
        "staff.each_layout: chef is not required; right would be some of payer",
    ),
    "people at each layout by no clause": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]')),
        "staff.each_layout_clause: missing clause",
    ),
    "each layout's clause for nobody": (
        (LAYOUTS, (REQUIRED, f"{REQUIRED}\n{EACH}")),
        "staff.each_layout: names nobody, though it has a clause",
    ),
    "people at each of two layouts where there is one": (
        ((REQUIRED, f'{REQUIRED}\neach_layout = ["payer"]\n{EACH}'),),
        "staff.each_layout: no table has a second layout",
    ),
    "a second layout by no clause": (
        (LAYOUTS, (REQUIRED, f'{REQUIRED}\nsecond_layout = ["chef"]')),
        "staff.second_layout_clause: missing clause",
    ),
    "a second layout's clause for nobody": (
        (LAYOUTS, (REQUIRED, f"{REQUIRED}\n{SECOND}")),
        "staff.second_layout: names nobody, though it has a clause",
    ),
    "people at a second layout that there is not": (
        ((REQUIRED, f'{REQUIRED}\nsecond_layout = ["chef"]\n{SECOND}'),),
        "staff.second_layout: no table has a second layout",
    ),
    "a label without words": ((('chef = "Inspector"', 'chef = ""'),), "staff.labels.chef: has no words"),
    # ------------------------------------------------------------------ times
    "a warning after its deadline": (
        (section("time_at_ball", "at_most_s = 1800", "warn_before_s = 1800"),),
        "time_at_ball.warn_before_s: 1800 s is not before the end of 1800 s; right would be less",
    ),
    "sooner than the beginning": (
        (section("time_at_ball", "at_most_s = 1800", "warn_before_s = 300", "early_by_s = 1800"),),
        "time_at_ball.early_by_s: is not less than the 1800 s of at_most_s",
    ),
    "a time beyond all days": (
        (section("rounds", "window_s = 100000000000000"),),
        "rounds.window_s: is 100000000000000 s; right would be at most 604800, a week",
    ),
    "a wheel as large as a street": (
        (("diameter_mm = [540, 820]", "diameter_mm = [540, 60000]"),),
        "cylinder.diameter_mm[2]: is 60000 mm; right would be at most 5000",
    ),
    "a ball as heavy as a stone": (
        (("weight_g = [9, 20]", "weight_g = [9, 20000]"),),
        "ball_change.weight_g[2]: is 20000 g; right would be at most 1000",
    ),
    "a number that no program counts": (
        (("minimum = 200", "minimum = 100000000000000000000"),),
        "limits.sign.minimum: is too large a number",
    ),
    "turns without a reason": (
        ((LAUNCH, f'{LAUNCH}\nmin_turns = 3\nmin_turns_clause = "sixth/4"'),),
        "launch.min_turns_reason: missing key: a launch with fewer turns is null by a reason, foreign-object",
    ),
    "a reason without turns": (
        ((LAUNCH, f'{LAUNCH}\nmin_turns_reason = "foreign-object"'),),
        "launch.min_turns: missing key",
    ),
    "bets put back on no basis": (
        (section("reconstitution", "bases = []"),),
        "reconstitution.bases: names none",
    ),
    # ------------------------------------------------------------------ words
    "no title": (
        (('title = "The Sixth House"', 'title = " "'),),
        "title: has no words; right would be what people",
    ),
    "a title of two lines": (
        (('title = "The Sixth House"', 'title = "The Sixth\\nHouse"'),),
        "title: has characters that cannot be printed",
    ),
    "an announcement without words": (
        (('text = "No spin"', 'text = ""'),),
        "phases.announcements.null_coup.text: has no words",
    ),
    "a reason without words": (
        (('foreign-object = "Something fell in"', 'foreign-object = ""'),),
        "null_coup.reasons.foreign-object: has no words",
    ),
    "a clause that nobody can cite": (
        (('ref = "rule 1"', 'ref = ""'),),
        'clauses."sixth/1".ref: has no words',
    ),
    "a part of the result twice": (
        (('parts = ["colour"]', 'parts = ["colour", "colour"]'),),
        "phases.result.parts: ",
    ),
    # ------------------------------------------------------------------ currencies
    "a currency that never was": (
        (('"GBP"', '"GBQ"'),),
        'currency: "GBQ" is no currency of today; right would be',
    ),
    "a currency that is no more": (
        (('"GBP"', '"ITL"'),),
        'currency: "ITL" is no currency of today; right would be',
    ),
    "a currency of tests": ((('"GBP"', '"XTS"'),), 'currency: "XTS" is no currency of today; right would be'),
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
    assert "sixth.toml: bets: there is no bet" in [str(each) for each in faults]


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
    assert "is no UTF-8: save the file in that encoding" in refusal(path)


def test_the_currencies_of_the_houses_are_among_those_of_today() -> None:
    assert {"EUR", "CHF", "GBP", "MOP", "JPY"} <= currencies()
    assert not {"DEM", "XXX", "XAU", "EU"} & currencies()
