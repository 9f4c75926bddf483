"""A won announced bet played again: the figures of the sources, and what is refused."""

from typing import Any

import pytest
from msgspec.structs import replace

from casino.kit.sentences import notes_in_words
from tables.refusal import BetRefused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.replay import Replay, open_replays, replay_of
from tables.roulette.rulebook import Odds
from testkit.refusals import expect_refusal

CHIP = 500


def announced(house: str, text: str) -> AnnouncedBet:
    bet = parse_bet(text, get_rulebook(house))
    assert isinstance(bet, AnnouncedBet)
    return bet


def in_chips(house: str, kind: str, text: str, number: int) -> tuple[int, ...]:
    """Chips of the new bet, and of it: staying, re-staked; then paid out."""
    bet = announced(house, text)
    replay = replay_of(get_rulebook(house), kind, bet, bet.pieces * CHIP, number)
    figures = (replay.amount, replay.stays, replay.restaked, replay.paid_out)
    assert not any(figure % CHIP for figure in figures)
    return tuple(figure // CHIP for figure in figures)


VENICE = {
    # bet, number: (a rifare, a completare, per il tutto)
    "the serie triples": ("serie 5/8", 5, (6, 1, 6, 11), (6, 1, 5, 12), (18, 1, 17, 0)),
    "the vicini double on a cheval": ("voisins", 4, (9, 1, 9, 8), (9, 1, 8, 9), (18, 1, 17, 0)),
    "and on the carré, where two chips bring sixteen": (
        "voisins",
        25,
        (9, 2, 9, 7),
        (9, 2, 7, 9),
        (18, 2, 16, 0),
    ),
    "on 0-2-3 they bring 24, of which six are paid out": (
        "voisins",
        0,
        (9, 2, 9, 13),
        (9, 2, 7, 15),
        (18, 2, 16, 6),
    ),
}


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("case", VENICE)
def test_the_three_replays_of_venice_have_the_sources_figures(case: str) -> None:
    bet, number, *ways = VENICE[case]
    kinds = ("a-rifare", "a-completare", "per-il-tutto")
    assert [in_chips("it-venezia", kind, bet, number) for kind in kinds] == ways


@pytest.mark.clause("it-venezia/replay")
def test_a_rifare_leaves_the_winning_chips_on_their_combinations() -> None:
    bet = announced("it-venezia", "orphelins")
    replay = replay_of(get_rulebook("it-venezia"), "a-rifare", bet, 5 * CHIP, 17)
    assert replay.beside == (("cheval:14-17", CHIP), ("cheval:17-20", CHIP))
    assert (replay.amount, replay.won, replay.paid_out) == (5 * CHIP, 34 * CHIP, 29 * CHIP)
    completed = replay_of(get_rulebook("it-venezia"), "a-completare", bet, 5 * CHIP, 17)
    assert (completed.beside, completed.restaked, completed.paid_out) == ((), 3 * CHIP, 31 * CHIP)


@pytest.mark.clause("it-venezia/replay")
def test_the_vicini_on_zero_say_what_becomes_of_the_rest() -> None:
    bet = announced("it-venezia", "voisins")
    replay = replay_of(get_rulebook("it-venezia"), "per-il-tutto", bet, 9 * CHIP, 2)
    assert notes_in_words(replay.notes) == "120 EUR makes 2 x 45 EUR; the rest, 30 EUR, is paid out"
    assert replay.clause == "it-venezia/replay"
    assert (
        replay_of(get_rulebook("it-venezia"), "per-il-tutto", announced("it-venezia", "tiers"), 600, 5).notes
        == ()
    )


PAROL = {
    "série grande on a cavalo": ("série grande", 18, (18, 1, 17, 0)),
    "série grande on 0-2-3": ("série grande", 3, (18, 2, 16, 6)),
    "série pequena": ("série pequena", 11, (18, 1, 17, 0)),
    "série do zero on a cavalo": ("jeu-zero", 0, (16, 1, 15, 2)),
    "série do zero on 26": ("jeu-zero", 26, (36, 1, 35, 0)),
    "orphelins on 1": ("orphelins", 1, (35, 1, 34, 1)),
    "orphelins on the two cavalos of 17": ("orphelins", 17, (35, 2, 33, 1)),
    "orphelins on a cavalo": ("orphelins", 34, (15, 1, 14, 3)),
}


@pytest.mark.clause("pt-americana/28")
@pytest.mark.parametrize("case", PAROL)
def test_a_parol_stakes_win_and_winning_chips_in_whole_series(case: str) -> None:
    bet, number, figures = PAROL[case]
    assert in_chips("pt-americana", "parol", bet, number) == figures


def test_every_open_way_is_offered_in_the_order_of_the_rulebook() -> None:
    venice = get_rulebook("it-venezia")
    assert [way.kind for way in open_replays(venice, announced("it-venezia", "tiers"), 600, 8)] == [
        "a-rifare",
        "a-completare",
        "per-il-tutto",
    ]
    nassa = open_replays(venice, announced("it-venezia", "nassa"), 500, 19)
    assert [way.kind for way in nassa] == ["a-rifare", "a-completare"]


def test_nothing_is_offered_for_a_bet_that_lost_or_a_house_without_replays() -> None:
    assert open_replays(get_rulebook("it-venezia"), announced("it-venezia", "tiers"), 600, 7) == ()
    assert open_replays(get_rulebook("it-live"), announced("it-live", "tiers"), 600, 5) == ()


def test_a_way_is_known_by_its_name_as_said() -> None:
    venice = get_rulebook("it-venezia")
    said = replay_of(venice, "Per il tutto", announced("it-venezia", "tiers"), 600, 5)
    assert isinstance(said, Replay)
    assert said.kind == "per-il-tutto"


REFUSED: dict[str, tuple[str, str, str, int, str, dict[str, Any], str]] = {
    "no such way": (
        "it-venezia",
        "parol",
        "tiers",
        5,
        "replay-unknown",
        {"way": "parol", "ways": ("a-rifare", "a-completare", "per-il-tutto")},
        "it-venezia/replay",
    ),
    "not open to the bet": (
        "it-venezia",
        "per-il-tutto",
        "finale:4",
        4,
        "replay-not-open",
        {"way": "per-il-tutto", "bet": "finale:4", "ways": ("a-rifare", "a-completare")},
        "it-venezia/replay",
    ),
    "open to no way at all": (
        "pt-americana",
        "parol",
        "voisins-de:26/1",
        26,
        "no-replay-open",
        {"way": "parol", "bet": "voisins-de:26/1"},
        "pt-americana/28",
    ),
    "not won": (
        "it-venezia",
        "a-rifare",
        "tiers",
        7,
        "replay-of-lost-bet",
        {"bet": "tiers", "number": 7},
        "it-venezia/replay",
    ),
    "a house that knows none": (
        "it-live",
        "parol",
        "tiers",
        5,
        "no-rule-on-replays",
        {"rulebook": "it-live"},
        "it-live/announced",
    ),
}


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("case", REFUSED)
def test_impossible_replay_is_refused_with_its_clause(case: str) -> None:
    house, kind, text, number, code, parameters, clause = REFUSED[case]
    bet = announced(house, text)
    with expect_refusal(code, clause=clause, **parameters):
        replay_of(get_rulebook(house), kind, bet, bet.pieces * CHIP, number)


def test_an_amount_that_does_not_divide_is_refused_as_it_is_when_placed() -> None:
    with expect_refusal("amount-does-not-divide", kind=BetRefused, pieces=6):
        open_replays(get_rulebook("it-venezia"), announced("it-venezia", "tiers"), 601, 5)


# Other odds on a cheval than the sources', so that the series brings less than another one costs.
SHORT = {
    # odds: (a rifare takes 6 of the prize, a completare 5 of it, per il tutto 6 of prize and stake)
    (6, 1): (True, True, True),
    (5, 1): (False, True, True),
    (9, 2): (False, False, False),
}


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("odds", SHORT)
def test_a_payment_that_does_not_suffice_is_not_offered_and_is_refused(odds: tuple[int, int]) -> None:
    venice = get_rulebook("it-venezia")
    cheval = replace(venice.bets["cheval"], odds=Odds(*odds))
    short = replace(venice, bets={**venice.bets, "cheval": cheval})
    bet = announced("it-venezia", "tiers")
    suffices = dict(zip(("a-rifare", "a-completare", "per-il-tutto"), SHORT[odds], strict=True))
    assert [way.kind for way in open_replays(short, bet, 606, 5)] == [
        kind for kind, enough in suffices.items() if enough
    ]
    for kind in (kind for kind, enough in suffices.items() if not enough):
        with expect_refusal("payment-too-small-to-replay") as refused:
            replay_of(short, kind, bet, 606, 5)
        assert refused.value.clause == "it-venezia/replay"


def test_indivisible_prize_is_rounded_up_and_noted() -> None:
    venice = get_rulebook("it-venezia")
    short = replace(venice, bets={**venice.bets, "cheval": replace(venice.bets["cheval"], odds=Odds(13, 2))})
    replay = replay_of(short, "a-rifare", announced("it-venezia", "tiers"), 606, 5)
    assert (replay.won, replay.paid_out) == (657, 51)
    assert [note.code for note in replay.notes] == ["replay-prize-rounded-up"]
