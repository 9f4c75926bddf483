"""Violations are told in the words of their rulebook; old ones that were recorded in words keep them."""

from casino.kit.sentences.violations import violation_sentence
from tables.play.events import ViolationRaised


def test_bets_and_players_have_the_names_of_the_rulebook() -> None:
    paid = ViolationRaised(
        violation="7-paid-out-of-turn",
        rule="paid-out-of-turn",
        code="paid-out-of-turn",
        clause="pt-francesa/20",
        parameters={
            "paid": [{"bet": "cheval:17-20", "player": "P2"}],
            "first": [{"bet": "plein:17", "player": "P1"}, {"bet": "b3", "player": ""}],
        },
    )
    assert violation_sentence(paid) == (
        "Cavalo 17–20 of Blue, seat 2 paid before Pleno 17 of Yellow, seat 1 and b3: which comes first on the sheet"
    )


def test_recorded_words_name_players_by_their_seats_wherever_they_stand() -> None:
    recorded = ViolationRaised(
        violation="7-paid-out-of-turn",
        rule="paid-out-of-turn",
        clause="pt-francesa/20",
        words="Pleno 17 of P1 paid before Cavalo 17–20 of P6: which comes first; table P2-1 is no player",
    )
    assert violation_sentence(recorded) == (
        "Pleno 17 of Yellow, seat 1 paid before Cavalo 17–20 of White, seat 6: which comes first; "
        "table P2-1 is no player"
    )
