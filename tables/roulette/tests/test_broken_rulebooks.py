"""A broken rulebook file is refused by file, key and reason, with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.roulette.loader import HOUSE_FOLDER, load_rulebook
from tables.roulette.refusal import RulebookBroken
from tables.roulette.testing import written

BALLS = """[ball_change]
balls = 2
diameter_mm = [{}, {}]
every_s = 3600
warn_before_s = {}
alternate = true
announced = true
clause = "sixth/1"
replacement_clause = "sixth/1"

[staff]"""

MISPRINT = """[return_to_player]
stated = "97.30"
clause = "sixth/2"

[[return_to_player.misprints]]
kinds = ["plein"]
printed = "one"
clause = "sixth/2"

[staff]"""


TWO_REPLAYS = """[replays.a-rifare]
names = {{ en = ["{}"] }}
pieces = "same"
stake = "beside"
clause = "sixth/2"

[replays.a-completare]
names = {{ en = ["make it up"] }}
pieces = "same"
stake = "counts"
clause = "sixth/2"

[staff]"""


def section(name: str, *lines: str) -> tuple[str, str]:
    """A section more, before that of the staff."""
    text = "\n".join((f"[{name}]", *lines, 'clause = "sixth/2"'))
    return "[staff]", f"{text}\n\n[staff]"


def colours(value_up_to: str) -> tuple[str, ...]:
    """The rule on players' own colours, inside the section on chips of colours."""
    cited = ("", "symbol_", "players_", "register_", "in_play_", "exchange_", "late_")
    clauses = ", ".join(f'{each}clause = "sixth/2"' for each in cited)
    return (f'colours = {{ value_up_to = "{value_up_to}", late = "minimum", {clauses} }}',)


# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
    "unknown key": ('even = "half"', 'even = "half"\nodd = 1', "zero.odd: unknown key"),
    "unknown key in a bet": ('"34:1"', '"34:1", payout = 34', "bets.plein.payout: unknown key"),
    "unknown section": ("[staff]", "[jackpot]\nsize = 1\n\n[staff]", "jackpot: unknown key"),
    "missing key": ("by_hand = true\n", "", "payment.by_hand: missing key"),
    "missing section": ('[launch]\nagainst_wheel = "sixth/4"\n', "", "launch: missing key"),
    "advances that nobody signs": (
        *section("advances", "signed_by = []"),
        "advances.signed_by: names nobody; right would be the roles that sign an advance",
    ),
    "advances that somebody unknown signs": (
        *section("advances", 'signed_by = ["doorman"]'),
        "advances.signed_by[1]: ",
    ),
    "missing sign": ("[limits.sign]\nminimum = 200", "", "limits.sign: missing key"),
    "missing clause": (
        'odds = "17:1", clause = "sixth/2"',
        'odds = "17:1"',
        "bets.cheval.clause: missing clause: every value names the clause that it comes from",
    ),
    "missing limit clause": (
        'ratio = 10, limit_clause = "sixth/3"',
        "ratio = 10",
        "bets.cheval.limit_clause: missing clause: every value names the clause that it comes from",
    ),
    "unknown clause": (
        'reds_clause = "sixth/1"',
        'reds_clause = "sixth/9"',
        "cloth.reds_clause: sixth/9 is not among",
    ),
    "unknown clause of a launch": (
        'against_wheel = "sixth/4"',
        'against_wheel = "x"',
        "launch.against_wheel: x is",
    ),
    "foreign clause": (
        '"sixth/1" = { ref = "rule 1"',
        '"fifth/1" = { ref = "rule 1"',
        'clauses."fifth/1": a clause of sixth begins with sixth/',
    ),
    "reading of nothing": (
        '[readings."sixth/2"]',
        '[readings."sixth/7"]',
        'readings."sixth/7": is not among the clauses',
    ),
    "reading without English": (
        'en = "Half',
        'pt = "Half',
        'readings."sixth/2".en: missing key: English is shown where a language is left out; right would be one, or in '
        "place of the section a single text in en, the rulebook's language",
    ),
    "reading in a language that is not spoken": (
        'fr = "La moitié',
        'de = "La moitié',
        'readings."sixth/2".de: is no language of a rulebook; right would be en, fr, it or pt',
    ),
    "reading that says nothing": (
        '"La moitié d\'une mise qui ne se divise pas est arrondie en faveur du joueur."',
        '" "',
        'readings."sixth/2".fr: has no words; right would be how the clause is read, or no such key',
    ),
    "reading that is a number": (
        '"La moitié d\'une mise qui ne se divise pas est arrondie en faveur du joueur."',
        "7",
        'readings."sixth/2".fr: is a whole number; right would be a text',
    ),
    "wheel with a number twice": (
        "2, 14, 35",
        "2, 2, 35",
        "wheels.american.order: not every number once: 14 missing, 2 more than once",
    ),
    "wheel with a number short": (
        "2, 14, 35",
        "2, 35",
        "wheels.american.order: not every number once: 14 missing",
    ),
    "wheel with a number too great": (
        "2, 14, 35",
        "2, 14, 37",
        "wheels.american.order[3]: right would be a whole number of at most 36",
    ),
    "red zero": ("reds = [1, 3", "reds = [0, 3", "cloth.reds: zero has no colour"),
    "odds in words": ('"34:1"', '"34 to 1"', 'bets.plein.odds: odds are two whole numbers such as "35:1"'),
    "odds over nothing": ('"34:1"', '"34:0"', "bets.plein.odds: odds are two whole numbers"),
    "odds as a number": ('odds = "34:1"', "odds = 34", "bets.plein.odds: odds are two whole numbers"),
    "misprinted odds in words": (
        "[staff]",
        MISPRINT,
        "return_to_player.misprints[1].printed: odds are two whole numbers",
    ),
    "roles of nobody": (
        *section("payment.roles", 'rakes_at_even = "payer"', 'pays_at_even = "droite"'),
        "payment.roles.pays_at_even: droite is not among the staff's positions",
    ),
    "table of payments for a bet that is not played": (
        *section("payment.table", "first = 500", "last = 1000", "step = 500", 'kinds = ["carre"]'),
        "payment.table.kinds: carre is not among the bets",
    ),
    "table of payments that ends before it begins": (
        *section("payment.table", "first = 500", "last = 400", "step = 500", 'kinds = ["plein"]'),
        "payment.table.last: is before the first",
    ),
    "one position that rakes and pays": (
        *section("payment.roles", 'rakes_at_even = "payer"', 'pays_at_even = "payer"'),
        "payment.roles.pays_at_even: payer rakes too: one rakes and another pays",
    ),
    "table of payments whose last is not reached": (
        *section("payment.table", "first = 700", "last = 10000", "step = 500", 'kinds = ["plein"]'),
        "payment.table.last: 100 GBP is no step from the first; 97 GBP and 102 GBP are",
    ),
    "currency that is no code": (
        'currency = "GBP"',
        'currency = "gbp"',
        'currency: "gbp" is no code of ISO 4217: three capital letters such as EUR',
    ),
    "finals that are neighbours nowhere": (
        "[announced.voisins-de]",
        '[announced.finale-cheval]\nclause = "sixth/2"\npairs = [[3, 6], [3, 7]]\n\n[announced.voisins-de]',
        "announced.finale-cheval.pairs: [3, 7] lie side by side nowhere; 3 is beside 4, 6",
    ),
    "replay called as another": (
        "[staff]",
        TWO_REPLAYS.format("a completare"),
        "replays.a-rifare.names: a-completare also means a-completare",
    ),
    "replays of one name": (
        "[staff]",
        TWO_REPLAYS.format("Make it up"),
        "replays.a-completare.names: make-it-up also means a-rifare",
    ),
    "replay of a bet that there is not": (
        *section("replays.again", 'pieces = "same"', 'stake = "counts"', 'bets = ["tiers"]'),
        "replays.again.bets: tiers is not among the announced bets",
    ),
    "replay that says its kind": (
        *section("replays.again", 'kind = "again"', 'pieces = "same"', 'stake = "counts"'),
        "replays.again.kind: unknown key",
    ),
    "replay of some other pieces": (
        *section("replays.again", 'pieces = "half"', 'stake = "counts"'),
        'replays.again.pieces: is "half"; right would be "same" or "whole"',
    ),
    "three layouts": (
        *section("layouts", "at_most = 3"),
        "layouts.at_most: a wheel serves one layout or two",
    ),
    "chips on a bet that is not played": (
        *section("colour_chips", 'face_value_on = ["pair"]'),
        "colour_chips.face_value_on: pair is not among the bets",
    ),
    "chips worth up to a bet that is not played": (
        *section("colour_chips", 'face_value_on = ["rouge"]', *colours("carre")),
        "colour_chips.colours.value_up_to: carre is not among the bets",
    ),
    "stacks of nothing": (
        *section("payment.stacks", "size = 0"),
        "payment.stacks.size: right would be a whole number of at least 1",
    ),
    "announcement of something else": (
        *section("payment.announcement", 'parts = ["bet", "mood"]'),
        'payment.announcement.parts[2]: is "mood"; right would be "bet", "colour", "prize" or "value"',
    ),
    "unknown kind of bet": ("cheval = {", "split = {", "bets.split: not a kind of bet"),
    "a kind inside a bet": (
        'odds = "17:1"',
        'kind = "plein", odds = "17:1"',
        "bets.cheval.kind: unknown key",
    ),
    "ratio missing": ("ratio = 10, ", "", "bets.cheval.ratio: missing key: the limits are ratio-at-most"),
    "ratio of nothing": (
        "ratio = 10,",
        "ratio = 0,",
        "bets.cheval.ratio: right would be a whole number of at least 1",
    ),
    "bet forbidden and allowed": (
        '["pair", "impair"]',
        '["plein"]',
        "forbidden[1].kinds: plein is also among",
    ),
    "order without a kind": (
        '["cheval", "transversale"]',
        '["cheval"]',
        "payment.order: misses transversale",
    ),
    "order with a kind twice": (
        '["rouge", "noir"]]',
        '["rouge", "noir", "plein"]]',
        "payment.order: plein more than",
    ),
    "order with a foreign kind": (
        '[["plein"]',
        '[["plein", "carre"]',
        "payment.order: carre not among the bets",
    ),
    "a sorting short": (
        '"placing", "placing"]',
        '"placing"]',
        "payment.within: says 2 sortings for 3 groups",
    ),
    "unknown sorting": (
        '["stake-ascending"',
        '["biggest-first"',
        'payment.within[1]: is "biggest-first"; right would be "chip-ascending", "distance-descending", ',
    ),
    "prison without rules": (
        'even = "half"',
        'even = "prison"',
        'zero.prison: missing key: even is "prison"',
    ),
    "wrong type": (
        "minimum = 200",
        'minimum = "200"',
        "limits.sign.minimum: is a text; right would be a whole number",
    ),
    "sign over its ratio": (
        "minimum = 200",
        "minimum = 200\nmaximums = { plein = 1200 }",
        "limits.sign: plein: the maximum is at most 5 times the minimum, 10 GBP for 2 GBP, not 12 GBP",
    ),
    "series on no position": (
        '"plein:1" = 1',
        '"cheval:1-9" = 1',
        'chips."cheval:1-9": not a canonical code',
    ),
    "series on a bet not played": (
        '"plein:1" = 1',
        '"sixain:1-2-3-4-5-6" = 1',
        "sixain is not among the bets",
    ),
    "neighbours laid as a final": (
        "each_side = [1]",
        "digits = [1]",
        "announced.voisins-de.each_side: is laid by",
    ),
    "neighbours around the wheel": (
        "each_side = [1]",
        "each_side = [19]",
        "voisins-de.each_side: 19 goes around",
    ),
    "series on no wheel": (
        "each_side = [1]",
        'each_side = [1]\nwheels = ["french"]',
        "voisins-de.wheels: french is not among the wheels",
    ),
    "one name for two bets": (
        "[announced.voisins-de]",
        '[announced.worm]\nclause = "sixth/2"\nchips = { "plein:2" = 1 }\nnames = { en = ["The Snake"] }\n\n'
        "[announced.voisins-de]",
        "announced.worm.names: the-snake also means snake",
    ),
    "moment without words": (
        'tout_va = { text = "Spinning again", clause = "sixth/4" }',
        "",
        "phases.announcements.tout_va: missing key",
    ),
    "staff without a seat": (
        'required = ["payer"]',
        'required = ["bout"]',
        "staff.required: bout is not among",
    ),
    "label that is no text": (
        'chef = "Inspector"',
        'chef = "Inspector"\nbout.size = 1',
        "staff.labels.bout: is a section of keys and values; right would be a text",
    ),
    "label that is a number": (
        'payer = "Dealer"',
        "payer = 7",
        "staff.labels.payer: is a whole number; right would be a text",
    ),
    "name that is a number": (
        'en = ["solo"]',
        'en = ["solo"], pt = ["pleno", 7]',
        "bets.plein.names.pt[2]: is a whole number; right would be a text",
    ),
    "name of a position that is a number": (
        'en = ["the tail"]',
        'en = ["the tail"], fr = [7]',
        'cloth.names."transversale:34-35-36".fr[1]: is a whole number; right would be a text',
    ),
    "maximum of nothing": (
        "minimum = 200",
        "minimum = 200\nmaximums = { plein = 1000, cheval = 0 }",
        "limits.sign.maximums.cheval: right would be a whole number of at least 1",
    ),
    "no reason for a null coup": (
        'foreign-object = "Something fell in"',
        "",
        "null_coup.reasons: there is no",
    ),
    "staff without a label": ('chef = "Inspector"', "", "staff.labels.chef: missing key: every position"),
    "label of nobody": (
        "[staff.labels]",
        '[staff.labels]\nbout = "End"',
        "staff.labels.bout: unknown key: the positions are",
    ),
    "turns without a clause": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = 3',
        "launch.min_turns_clause: missing clause",
    ),
    "turns whose lack is no reason": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = 3\nmin_turns_reason = "bored"\nmin_turns_clause = "sixth/4"',
        "launch.min_turns_reason: bored is not among the reasons of a null coup",
    ),
    "a repetition by nobody": (
        *section("repetition", "repeated_by = []"),
        "repetition.repeated_by: names nobody; right would be employee, chief or both",
    ),
    "late bets after nothing": (
        *section("late_bets", 'after = "lunch"', 'accepted_by = "chef_de_table"'),
        'late_bets.after: is "lunch"; right would be "launch" or "rien_ne_va_plus"',
    ),
    "balls from great to small": (
        "[staff]",
        BALLS.format(24, 18, 300),
        "ball_change.diameter_mm: the smallest comes",
    ),
    "warning before the last change": (
        "[staff]",
        BALLS.format(18, 24, 3600),
        "ball_change.warn_before_s: is not before",
    ),
    "grouping without a clause": (
        "by_hand = true",
        "by_hand = true\ngroup_by_player = true",
        "payment.group_clause: missing clause",
    ),
    "order where nothing is paid by hand": (
        "by_hand = true",
        "by_hand = false",
        "payment.order: nothing is paid by",
    ),
    "ratio where limits are posted": (
        '"ratio-at-most"',
        '"posted"',
        "bets.plein.ratio: the limits are posted",
    ),
    "prison that takes more wins without end": (
        'even = "half"\nclause = "sixth/2"',
        'even = "prison"\nclause = "sixth/2"\n\n[zero.prison]\nrelease = "win-per-level"\nclause = "sixth/2"',
        'zero.prison.levels: missing key: where release is "win-per-level", the levels have an end',
    ),
    "wins of which nobody knows when they are set aside": (
        *section("held", 'at_once = ["plein", "cheval", "transversale"]'),
        "held.at_once: misses rouge, noir; right would be to name them here, or in later",
    ),
    "wins that are set aside at once and later": (
        *section(
            "held",
            'at_once = ["plein", "cheval", "transversale", "rouge"]',
            'later = ["rouge", "noir"]',
            "after_coups = 3",
        ),
        "held.later: rouge also set aside at once",
    ),
    "wins that wait nobody knows how long": (
        *section("held", 'at_once = ["plein", "cheval", "transversale"]', 'later = ["rouge", "noir"]'),
        "held.after_coups: missing key: after how many coups those of later are set aside",
    ),
    "a time for which nothing waits": (
        *section("held", 'at_once = ["plein", "cheval", "transversale", "rouge", "noir"]', "after_coups = 3"),
        "held.after_coups: nothing waits; right would be kinds of bet in later, or no such key",
    ),
    "wins on bets that there are not": (
        *section("held", 'at_once = ["plein", "cheval", "transversale", "rouge", "noir", "carre"]'),
        "held.at_once: carre",
    ),
    "prison where half is given back": (
        "[payment]",
        '[zero.prison]\nrelease = "first-win"\nclause = "sixth/2"\n\n[payment]',
        'zero.prison: even is "half"; right would be even = "prison", or no such section',
    ),
    "a number that may be left out as a text": (
        'against_wheel = "sixth/4"',
        'against_wheel = "sixth/4"\nmin_turns = "three"',
        "launch.min_turns: is a text; right would be a whole number",
    ),
    "an excuse that may be left out and is none": (
        *section("time_at_ball", "at_most_s = 60", "warn_before_s = 5", 'excused_by = "rain"'),
        'time_at_ball.excused_by: is "rain"; right would be "force-majeure" or "notice"',
    ),
    "one width of the cylinder": (
        *section("cylinder", "diameter_mm = [500]"),
        "cylinder.diameter_mm: has 1 in its list; right would be 2",
    ),
    "yes in words": (
        "by_hand = true",
        'by_hand = "yes"',
        "payment.by_hand: is a text; right would be true or false",
    ),
    "kind of clause that there is not": (
        'kinds = ["equipment"]',
        'kinds = ["game"]',
        'clauses."sixth/1".kinds[1]: is "game"; right would be "command", "display", "equipment", "fact", ',
    ),
    "language that is not spoken": (
        'language = "en"',
        'language = "de"',
        'language: is "de"; right would be "en", "fr", "it" or "pt"',
    ),
    "no TOML": ("[zero]", "[zero", "column 6: is no TOML (Expected ']' at the end of a table declaration)"),
    "another id": ('id = "sixth"', 'id = "seventh"', "a clause of seventh begins with seventh/"),
}


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_file_is_refused_by_file_key_and_reason(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    with pytest.raises(RulebookBroken) as broken:
        load_rulebook(written(tmp_path, (old, new)))
    assert str(broken.value).startswith("sixth.toml: ")
    assert fault in str(broken.value)


# What a file says, and where and why it is no TOML.
NO_TOML = {
    "a letter to the editor": (
        "Dear house,\nhere are the rules.\n",
        "line 1, column 6: is no TOML (Expected '=' after a key in a key/value pair): look there, and above it, for a",
    ),
    "a value left out": ("id =\n\n", "line 1, column 5: is no TOML (Invalid value)"),
    "a list not closed": ('id = "monaco"\nreds = [1, 3,\n', "line 2, column 14: is no TOML (Invalid value)"),
    "a text not closed": ('id = """monaco\n', "line 1, column 15: is no TOML (Unterminated string)"),
    "a key twice": ("a = 1\na = 2", "for a key or a section that stands twice"),
    "no UTF-8": ('id = 1\ntitle = "\udce9t\xe9"', "line 2, column 10: is no UTF-8"),
}


@pytest.mark.parametrize(("text", "fault"), NO_TOML.values(), ids=list(NO_TOML))
def test_a_file_that_is_no_toml_is_refused_by_line_column_and_what_to_look_for(
    tmp_path: Path, text: str, fault: str
) -> None:
    path = tmp_path / "monaco.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(RulebookBroken) as broken:
        load_rulebook(path)
    assert str(broken.value).startswith("monaco.toml: ")
    assert fault in str(broken.value)


def test_roles_are_held_to_the_staff_also_where_nothing_is_paid_by_hand(tmp_path: Path) -> None:
    text = (HOUSE_FOLDER / "it-live.toml").read_text(encoding="utf-8")
    old, new = section("payment.roles", 'rakes_at_even = "dealer"', 'pays_at_even = "droite"')
    path = tmp_path / "it-live.toml"
    path.write_text(text.replace(old, new, 1).replace("sixth/2", "it-live/result"), encoding="utf-8")
    with pytest.raises(RulebookBroken, match=r"payment\.roles\.pays_at_even: droite is not among"):
        load_rulebook(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookBroken, match=r"monaco\.toml: the file: cannot be read: No such file"):
        load_rulebook(tmp_path / "monaco.toml")


def test_an_announced_bet_holds_no_even_chance_that_zero_imprisons(tmp_path: Path) -> None:
    imprisoned = (
        'even = "half"\nclause = "sixth/2"',
        'even = "prison"\nclause = "sixth/2"\n\n[zero.prison]\nrelease = "first-win"\nclause = "sixth/2"',
    )
    on_an_even_chance = ('"cheval:5-8" = 2', '"rouge" = 2')
    fault = r'announced\.snake\.chips\."rouge": is imprisoned at zero, so it is a bet of its own'
    with pytest.raises(RulebookBroken, match=fault):
        load_rulebook(written(tmp_path, imprisoned, on_an_even_chance))
    assert load_rulebook(written(tmp_path, on_an_even_chance)).announced["snake"].chips["rouge"] == 2
