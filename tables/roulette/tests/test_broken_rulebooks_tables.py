"""A rulebook by which no table could be run is refused: staff, launches, null coups, balls, the cylinder."""

from __future__ import annotations

from pathlib import Path

import pytest

from testkit.rulebooks import refusal, section, written

# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
    "staff without a seat": (
        'required = ["payer"]',
        'required = ["bout"]',
        "staff.required: bout is not among",
    ),
    "staff without a label": (
        'chef = "Inspector"',
        "",
        "staff.labels.chef: The key is missing. Write the label of the position.",
    ),
    "label of nobody": (
        "[staff.labels]",
        '[staff.labels]\nbout = "End"',
        "staff.labels.bout: The key is unknown. Remove it; the keys here are chef and payer.",
    ),
    "no longer in force before it is": (
        "until = 2099-12-31",
        "until = 2019-03-31",
        "in_force.until: 2019-03-31 is before 2019-04-01, the first day. Write that day or a later one.",
    ),
    "in force from no day": (
        "since = 2019-04-01",
        'since = "1st of April"',
        "in_force.since: The value is a text. Write a date such as 2026-01-31, without quotation marks.",
    ),
    "in force from a number": (
        "since = 2019-04-01",
        "since = 2019",
        "in_force.since: The value is a whole number. Write a date such as 2026-01-31, without quotation "
        "marks.",
    ),
    "in force from a moment": (
        "since = 2019-04-01",
        "since = 2019-04-01T00:00:00",
        "in_force.since: The value is a date with a time. Write a date such as 2026-01-31, without "
        "quotation marks.",
    ),
    "an opening float without a worth": (
        *section("opening_float"),
        "opening_float: minimums and amount are both missing. Write one: a multiple of the table's minimum, "
        "or an amount.",
    ),
    "an opening float of two worths": (
        *section("opening_float", "minimums = 100", "amount = 50000"),
        "opening_float: minimums and amount are both there. Write one: a multiple of the table's minimum, "
        "or an amount.",
    ),
    "an opening float of no minimums": (
        *section("opening_float", "minimums = 0"),
        "opening_float.minimums: 0 is out of bounds. Write a whole number of at least 1.",
    ),
    "turns at the ball, with a time and without one": (
        *section("time_at_ball", "at_most_s = 60", "warn_before_s = 5", 'clause = "sixth/2"\n\n[rotation]'),
        "rotation: [time_at_ball] limits the time at the ball already. Remove one of the two sections.",
    ),
    "deputies of nobody": (
        *section("time_at_ball", "at_most_s = 60", "warn_before_s = 5", 'deputies = ["pit_boss"]'),
        "time_at_ball.decided_by: The key is missing, and there are deputies. Write the role that they "
        "replace.",
    ),
    "a deputy of itself": (
        *section(
            "time_at_ball",
            "at_most_s = 60",
            "warn_before_s = 5",
            'decided_by = "pit_boss"',
            'deputies = ["direction", "pit_boss"]',
        ),
        "time_at_ball.deputies: pit_boss is its own deputy. Remove pit_boss from the list.",
    ),
    "deputies without a reading": (
        "[null_coup]",
        '[null_coup]\ndecided_by = "chef_de_table"\ndeputies = ["pit_boss"]',
        'readings."sixth/4": The reading is missing, and null_coup has deputies. Explain there why they act '
        "for another role.",
    ),
    "label that is no text": (
        'chef = "Inspector"',
        'chef = "Inspector"\nbout.size = 1',
        "staff.labels.bout: The value is a section. Write a text in quotation marks.",
    ),
    "label that is a number": (
        'payer = "Dealer"',
        "payer = 7",
        "staff.labels.payer: The value is a whole number. Write a text in quotation marks.",
    ),
    "advances that nobody signs": (
        *section("advances", "signed_by = []"),
        "advances.signed_by: The list is empty. Write the roles that sign an advance.",
    ),
    "advances that somebody unknown signs": (
        *section("advances", 'signed_by = ["doorman"]'),
        "advances.signed_by[1]: ",
    ),
    "moment without words": (
        'tout_va = { text = "Spinning again", clause = "sixth/4" }',
        "",
        "phases.announcements.tout_va: The key is missing. Write its text and its clause.",
    ),
    "a repetition by nobody": (
        *section("repetition", "repeated_by = []"),
        "repetition.repeated_by: The list is empty. Write employee, chief or both.",
    ),
    "turns without a clause": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = 3',
        "launch.min_turns_clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "turns whose lack is no reason": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = 3\nmin_turns_reason = "bored"\nmin_turns_clause = "sixth/4"',
        "launch.min_turns_reason: bored is not among the reasons of a null coup",
    ),
    "no reason for a null coup": (
        'foreign-object = "Something fell in"',
        "",
        "null_coup.reasons: The section is empty. Write a reason with its label.",
    ),
    "late bets after nothing": (
        *section("late_bets", 'after = "lunch"', 'accepted_by = "chef_de_table"'),
        'late_bets.after: "lunch" is unknown here. Write "launch" or "rien_ne_va_plus".',
    ),
    "balls from great to small": (
        "diameter_mm = [16, 22]",
        "diameter_mm = [22, 16]",
        "ball_change.diameter_mm: The first number is the larger one. Write the smallest value first.",
    ),
    "balls from heavy to light": (
        "weight_g = [9, 20]",
        "weight_g = [20, 9]",
        "ball_change.weight_g: The first number is the larger one. Write the smallest value first.",
    ),
    "a ball of nothing": (
        'materials = ["steel", "glass"]',
        'materials = ["cheese"]',
        'ball_change.materials[1]: "cheese" is unknown here. Write "acetal", "bone", "glass", "ivorine", '
        '"ivory", "nylon", "other", "resin", "steel", "teflon" or "wood".',
    ),
    "a ball of a colour twice": (
        'colours = ["black", "red"]',
        'colours = ["black", "black"]',
        "ball_change.colours: black is listed more than once. List each once.",
    ),
    "warning before the last change": (
        "warn_before_s = 600",
        "warn_before_s = 7200",
        "ball_change.warn_before_s: 7200 s is not less than every_s, 7200 s. Write a shorter time.",
    ),
    "one width of the cylinder": (
        "diameter_mm = [540, 820]",
        "diameter_mm = [540]",
        "cylinder.diameter_mm: The length of the list is 1. Write a list of 2 numbers in square brackets.",
    ),
    "a cylinder from great to small": (
        "diameter_mm = [540, 820]",
        "diameter_mm = [820, 540]",
        "cylinder.diameter_mm: The first number is the larger one. Write the smallest width first.",
    ),
    "no deflector at least": (
        "deflectors_at_least = 8",
        "deflectors_at_least = 0",
        "cylinder.deflectors_at_least: 0 is out of bounds. Write a whole number of at least 1.",
    ),
    "a plate of no shape": (
        'plates = ["flat"]',
        'plates = ["round"]',
        'cylinder.plates[1]: "round" is unknown here. Write "convex", "deeply-concave", "flat" or '
        '"slightly-concave".',
    ),
    "a cylinder without a clause": (
        'turned_by_hand = false\nclause = "sixth/1"',
        "turned_by_hand = false",
        "cylinder.clause: The clause is missing. Name the clause that the value comes from.",
    ),
    "an excuse that may be left out and is none": (
        *section("time_at_ball", "at_most_s = 60", "warn_before_s = 5", 'excused_by = "rain"'),
        'time_at_ball.excused_by: "rain" is unknown here. Write "force-majeure" or "notice".',
    ),
}


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN.values(), ids=list(BROKEN))
def test_a_table_that_cannot_be_run_is_refused_by_file_key_and_reason(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    said = refusal(written(tmp_path, (old, new)))
    assert said.startswith("sixth.toml: ")
    assert fault in said
