"""A rulebook by which nobody could pay is refused: limits, the order of payments, chips, wins nobody claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.roulette.loader import HOUSE_FOLDER
from testkit.rulebooks import refusal, section, written


def colours(value_up_to: str, late: str = 'late = "minimum", late_clause = "sixth/2"') -> tuple[str, ...]:
    """The rule on players' own colours, inside the section on chips of colours."""
    cited = ("", "symbol_", "players_", "register_", "in_play_", "exchange_")
    clauses = ", ".join(f'{each}clause = "sixth/2"' for each in cited)
    return (f'colours = {{ value_up_to = "{value_up_to}", {late}, {clauses} }}',)


# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
    "ratio missing": (
        "ratio = 10, ",
        "",
        "bets.cheval.ratio: The key is missing, and limits.kind is "
        '"ratio-at-most". Write the maximum as a multiple of the minimum.',
    ),
    "ratio of nothing": (
        "ratio = 10,",
        "ratio = 0,",
        "bets.cheval.ratio: 0 is out of bounds. Write a whole number of at least 1.",
    ),
    "ratio where limits are posted": (
        '"ratio-at-most"',
        '"posted"',
        "bets.plein.ratio: The limits are posted, not ratios. Remove the key, or change limits.kind from "
        '"posted".',
    ),
    "sign over its ratio": (
        "minimum = 200",
        "minimum = 200\nmaximums = { plein = 1200 }",
        "limits.sign.maximums.plein: 12 GBP is more than 5 times the minimum of 2 GBP. Write 10 GBP or less.",
    ),
    "maximum of nothing": (
        "minimum = 200",
        "minimum = 200\nmaximums = { plein = 1000, cheval = 0 }",
        "limits.sign.maximums.cheval: 0 is out of bounds. Write a whole number of at least 1.",
    ),
    "rounded for nobody": (
        'up_for = "player"',
        'up_for = "state"',
        'rounding.up_for: "state" is unknown here. Write "house" or "player".',
    ),
    "rounded to more than a stake has": (
        "unit = 50",
        "unit = 300",
        "rounding.unit: The minimum of 2 GBP is not a multiple of 3 GBP. Write a unit that divides it.",
    ),
    "late chips without a clause": (
        *section("colour_chips", 'face_value_on = ["rouge"]', *colours("plein", 'late = "minimum"')),
        "colour_chips.colours.late_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "a clause on late chips that says nothing": (
        *section("colour_chips", 'face_value_on = ["rouge"]', *colours("plein", 'late_clause = "sixth/2"')),
        'colour_chips.colours.late: The key is missing, and its clause is there. Write "minimum", or remove '
        "the clause.",
    ),
    "roles of nobody": (
        *section("payment.roles", 'rakes_at_even = "payer"', 'pays_at_even = "droite"'),
        "payment.roles.pays_at_even: droite is not among the positions of the staff. Write chef or payer.",
    ),
    "one position that rakes and pays": (
        *section("payment.roles", 'rakes_at_even = "payer"', 'pays_at_even = "payer"'),
        "payment.roles.pays_at_even: payer rakes too. Name another position that pays.",
    ),
    "order without a kind": (
        '["cheval", "transversale"]',
        '["cheval"]',
        "payment.order: transversale is missing. List each kind of bet once.",
    ),
    "order with a kind twice": (
        '["rouge", "noir"]]',
        '["rouge", "noir", "plein"]]',
        "payment.order: plein is listed more than once. List each kind of bet once.",
    ),
    "order with a foreign kind": (
        '[["plein"]',
        '[["plein", "carre"]',
        "payment.order: carre is not in [bets]. Remove the name, or add the bet.",
    ),
    "order where nothing is paid by hand": (
        'by_hand = true\nwinning_stakes_stay = { lies_on = false, clause = "sixth/1" }',
        "by_hand = false",
        "payment.order: With by_hand = false a win is credited to a seat with its stake. Remove the key, or "
        "write by_hand = true.",
    ),
    "a stake that stays where nothing is paid by hand": (
        "by_hand = true",
        "by_hand = false",
        "payment.winning_stakes_stay: With by_hand = false a win is credited to a seat with its stake. "
        "Remove the key, or write by_hand = true.",
    ),
    "a sorting short": (
        '"placing", "placing"]',
        '"placing"]',
        "payment.within: The list has 2 sortings, and payment.order has 3 groups. Write one sorting for "
        "each group.",
    ),
    "unknown sorting": (
        '["stake-ascending"',
        '["biggest-first"',
        'payment.within[1]: "biggest-first" is unknown here. Write "chip-ascending", "distance-descending", '
        '"placing" or "stake-ascending".',
    ),
    "grouping without a clause": (
        "by_hand = true",
        "by_hand = true\ngroup_by_player = true",
        "payment.group_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "stacks of nothing": (
        *section("payment.stacks", "size = 0"),
        "payment.stacks.size: 0 is out of bounds. Write a whole number of at least 1.",
    ),
    "announcement of something else": (
        *section("payment.announcement", 'parts = ["bet", "mood"]'),
        'payment.announcement.parts[2]: "mood" is unknown here. Write "bet", "colour", "prize" or "value".',
    ),
    "table of payments for a bet that is not played": (
        *section("payment.table", "first = 500", "last = 1000", "step = 500", 'kinds = ["carre"]'),
        "payment.table.kinds: carre is not among the bets",
    ),
    "table of payments that ends before it begins": (
        *section("payment.table", "first = 500", "last = 400", "step = 500", 'kinds = ["plein"]'),
        "payment.table.last: 4 GBP is below the first stake, 5 GBP. Write a larger stake.",
    ),
    "table of payments whose last is not reached": (
        *section("payment.table", "first = 700", "last = 10000", "step = 500", 'kinds = ["plein"]'),
        "payment.table.last: Steps of 5 GBP from 7 GBP do not reach 100 GBP. Write 97 GBP or 102 GBP.",
    ),
    "chips on a bet that is not played": (
        *section("colour_chips", 'face_value_on = ["pair"]'),
        "colour_chips.face_value_on: pair is not among the bets",
    ),
    "chips worth up to a bet that is not played": (
        *section("colour_chips", 'face_value_on = ["rouge"]', *colours("carre")),
        "colour_chips.colours.value_up_to: carre is not among the bets",
    ),
    "wins of which nobody knows when they are set aside": (
        *section("held", 'at_once = ["plein", "cheval", "transversale"]'),
        "held.at_once: rouge and noir are missing. Add each to at_once or to later.",
    ),
    "wins that are set aside at once and later": (
        *section(
            "held",
            'at_once = ["plein", "cheval", "transversale", "rouge"]',
            'later = ["rouge", "noir"]',
            "after_coups = 3",
        ),
        "held.later: rouge is in at_once too. Remove each from one of the two.",
    ),
    "wins that wait nobody knows how long": (
        *section("held", 'at_once = ["plein", "cheval", "transversale"]', 'later = ["rouge", "noir"]'),
        "held.after_coups: The key is missing, and later has kinds of bet. Write the number of coups.",
    ),
    "a time for which nothing waits": (
        *section("held", 'at_once = ["plein", "cheval", "transversale", "rouge", "noir"]', "after_coups = 3"),
        "held.after_coups: No bet waits. Add kinds of bet to later, or remove the key.",
    ),
    "wins on bets that there are not": (
        *section("held", 'at_once = ["plein", "cheval", "transversale", "rouge", "noir", "carre"]'),
        "held.at_once: carre",
    ),
}


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN.values(), ids=list(BROKEN))
def test_payments_that_cannot_be_made_are_refused_by_file_key_and_reason(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    said = refusal(written(tmp_path, (old, new)))
    assert said.startswith("sixth.toml: ")
    assert fault in said


def test_roles_are_held_to_the_staff_also_where_nothing_is_paid_by_hand(tmp_path: Path) -> None:
    text = (HOUSE_FOLDER / "it-live.toml").read_text(encoding="utf-8")
    old, new = section("payment.roles", 'rakes_at_even = "dealer"', 'pays_at_even = "droite"')
    path = tmp_path / "it-live.toml"
    path.write_text(text.replace(old, new, 1).replace("sixth/2", "it-live/result"), encoding="utf-8")
    assert "payment.roles.pays_at_even: droite is not among" in refusal(path)
