"""A rulebook whose bets cannot be played is refused: its wheel and cloth, bets and announced bets, replays, zero."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.roulette.loader import load_rulebook
from testkit.rulebooks import refusal, section, written

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


def prison(says: str, release: str = "first-win") -> tuple[str, str]:
    """The change that makes zero imprison in the sixth house, by these words."""
    section = f'[zero.prison]\nrelease = "{release}"\nclause = "sixth/2"\n{says}'
    return 'even = "half"\nclause = "sixth/2"', f'even = "prison"\nclause = "sixth/2"\n\n{section}'


# What is broken: the text that is changed, what it is changed to, and the refusal.
BROKEN = {
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
        'wheels.american.order[3]: 37 is on no wheel; right would be 0 to 36, or "00"',
    ),
    "red zero": ("reds = [1, 3", "reds = [0, 3", "cloth.reds: zero has no colour"),
    "three layouts": (
        *section("layouts", "at_most = 3"),
        "layouts.at_most: a wheel serves one layout or two",
    ),
    "odds in words": ('"34:1"', '"34 to 1"', 'bets.plein.odds: odds are two whole numbers such as "35:1"'),
    "odds over nothing": ('"34:1"', '"34:0"', "bets.plein.odds: odds are two whole numbers"),
    "odds as a number": ('odds = "34:1"', "odds = 34", "bets.plein.odds: odds are two whole numbers"),
    "misprinted odds in words": (
        "[staff]",
        MISPRINT,
        "return_to_player.misprints[1].printed: odds are two whole numbers",
    ),
    "unknown kind of bet": ("cheval = {", "split = {", "bets.split: not a kind of bet"),
    "a kind inside a bet": (
        'odds = "17:1"',
        'kind = "plein", odds = "17:1"',
        "bets.cheval.kind: unknown key",
    ),
    "bet forbidden and allowed": (
        '["pair", "impair"]',
        '["plein"]',
        "forbidden[1].kinds: plein is also among",
    ),
    "one name for two bets": (
        "[announced.voisins-de]",
        '[announced.worm]\nclause = "sixth/2"\nchips = { "plein:2" = 1 }\nnames = { en = ["The Snake"] }\n\n'
        "[announced.voisins-de]",
        "announced.worm.names: the-snake also means snake",
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
    "series on no wheel": (
        "each_side = [1]",
        'each_side = [1]\nwheels = ["french"]',
        "voisins-de.wheels: french is not among the wheels",
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
    "prison without rules": (
        'even = "half"',
        'even = "prison"',
        'zero.prison: missing key: even is "prison"',
    ),
    "prison where half is given back": (
        "[payment]",
        '[zero.prison]\nrelease = "first-win"\nclause = "sixth/2"\n\n[payment]',
        'zero.prison: even is "half"; right would be even = "prison", or no such section',
    ),
    "what comes of a prison at the last coup without a clause": (
        *prison('levels = 2\nat_last_coup = "divided"'),
        "zero.prison.at_last_coup_clause: missing clause: every value names the clause that it comes from",
    ),
    "a clause on the last coup that says nothing": (
        *prison('levels = 2\nat_last_coup_clause = "sixth/2"'),
        'zero.prison.at_last_coup: missing key: right would be "divided", "returned", "kept" or "next-day"',
    ),
    "a last coup that pays the prisoners": (
        *prison('levels = 2\nat_last_coup = "paid"\nat_last_coup_clause = "sixth/2"'),
        'zero.prison.at_last_coup: is "paid"; right would be "divided", "kept", "next-day" or "returned"',
    ),
    "freed with what is left, without a clause": (
        *prison('levels = 2\nfreed = "reduced"'),
        "zero.prison.freed_clause: missing clause: every value names the clause that it comes from",
    ),
    "a clause on what is freed that says nothing": (
        *prison('levels = 2\nfreed_clause = "sixth/2"'),
        'zero.prison.freed: missing key: right would be "whole" or "reduced", or no clause',
    ),
    "freed with what is left of zeros without end": (
        *prison('freed = "reduced"\nfreed_clause = "sixth/2"'),
        'zero.prison.levels: missing key: where freed is "reduced", the levels have an end',
    ),
    "freed with what is left, and win by win": (
        *prison('levels = 2\nfreed = "reduced"\nfreed_clause = "sixth/2"', release="win-per-level"),
        'zero.prison.freed: "reduced", but by release = "win-per-level" each win takes one imprisonment back',
    ),
    "prison that takes more wins without end": (
        'even = "half"\nclause = "sixth/2"',
        'even = "prison"\nclause = "sixth/2"\n\n[zero.prison]\nrelease = "win-per-level"\nclause = "sixth/2"',
        'zero.prison.levels: missing key: where release is "win-per-level", the levels have an end',
    ),
}


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN.values(), ids=list(BROKEN))
def test_bets_that_cannot_be_played_are_refused_by_file_key_and_reason(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    said = refusal(written(tmp_path, (old, new)))
    assert said.startswith("sixth.toml: ")
    assert fault in said


def test_an_announced_bet_holds_no_even_chance_that_zero_imprisons(tmp_path: Path) -> None:
    imprisoned = (
        'even = "half"\nclause = "sixth/2"',
        'even = "prison"\nclause = "sixth/2"\n\n[zero.prison]\nrelease = "first-win"\nclause = "sixth/2"',
    )
    on_an_even_chance = ('"cheval:5-8" = 2', '"rouge" = 2')
    fault = 'announced.snake.chips."rouge": is imprisoned at zero, so it is a bet of its own'
    assert fault in refusal(written(tmp_path, imprisoned, on_an_even_chance))
    assert load_rulebook(written(tmp_path, on_an_even_chance)).announced["snake"].chips["rouge"] == 2
