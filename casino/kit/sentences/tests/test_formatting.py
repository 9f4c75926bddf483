"""How parameters are put into a sentence: for machines by codes, at a table by the house's names."""

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from casino.kit.sentences import CODES, TableNames
from casino.kit.sentences.catalogue import sentence_of
from casino.kit.sentences.formatting import SentenceFormatter
from casino.kit.sentences.names import Names
from tables.money import Money
from tables.refusal import Refusal, Refused, recorded
from tables.roulette.loader import rulebook_named

AT = datetime(2026, 3, 1, 21, 5, 9, tzinfo=UTC)
EUROPEAN = TableNames(rulebook_named("pt-francesa"))


def formatted(text: str, names: Names = CODES, **parameters: object) -> str:
    return SentenceFormatter(parameters, names, sentence_of).sentence(text)


@pytest.mark.parametrize(
    ("text", "parameters", "by_codes", "at_a_table"),
    [
        ("{limit:money}", {"limit": Money(125_050, "EUR")}, "1,250.50 EUR", "1,250.50 EUR"),
        ("{limit:money}", {"limit": {"amount": 500, "currency": "EUR"}}, "5 EUR", "5 EUR"),
        ("{at:time}, {at:second}", {"at": AT}, "21:05 UTC, 21:05:09 UTC", "21:05, 21:05:09"),
        ("{at:time}", {"at": "2026-03-01T21:05:09Z"}, "21:05 UTC", "21:05"),
        ("{bets:bet}", {"bets": ("plein:17", "rouge")}, "plein:17, rouge", "Pleno 17, Encarnado"),
        ("{refs:stake}", {"refs": ()}, "none", "none"),
        ("{ref:stake} is paid", {"ref": "b3"}, "bet b3 is paid", "that bet is paid"),
        ("{refs:refs}", {"refs": ("b1", "b2")}, "b1 and b2", "that bet and that bet"),
        (
            "{bets:owned}",
            {"bets": ({"ref": "b1", "player": "P1"}, {"ref": "b2", "player": "Zed"})},
            "b1 for P1, b2 for Zed",
            "that bet, that bet",
        ),
        ("{players:players}", {"players": ("P1", "Zed")}, "P1 and Zed", "Yellow, seat 1 and Zed"),
        (
            "{companies:company}",
            {"companies": (("A", "B"), ("C", "D"))},
            "A and B; C and D",
            "A and B; C and D",
        ),
        ("{companies:company}", {"companies": ()}, "none", "none"),
        ("{player:player}", {"player": "P1"}, "P1", "Yellow, seat 1"),
        ("{bet:typed}", {"bet": "plein:17"}, "plein:17", "Pleno 17"),
        ("{bet:typed}", {"bet": "the black"}, "the black", "“the black”"),
        ("{rounds:count}", {"rounds": 12000}, "12,000", "12,000"),
        ("{refs:ref}", {"refs": ("b3", "b4")}, "b3, b4", "that bet, that bet"),
        ("{bet:bet}", {"bet": "cheval:5-8"}, "cheval:5-8", "Cavalo 5–8"),
        ("{bet:bet}", {"bet": "finale:9"}, "finale:9", "final 9"),
        ("{role:role}", {"role": "pit_boss"}, "the pit boss", "the pit boss"),
        (
            "{who:repeater}",
            {"who": ("employee", "chief")},
            *(2 * ("the employee and the chief of the table",)),
        ),
        ("before {before:moment}", {"before": "opening"}, "before bets open", "before bets open"),
        ("{bet:no_position}", {"bet": "cheval"}, *(2 * ("not neighbours on the cloth",))),
        ("{wide:measure} mm", {"wide": 19.0}, "19 mm", "19 mm"),
        ("{late:seconds} s", {"late": 1250}, "1.250 s", "1.250 s"),
        ("{numbers:and}", {"numbers": (17, 4, 9)}, "17, 4 and 9", "17, 4 and 9"),
        ("{numbers:or}", {"numbers": (17, 4)}, "17 or 4", "17 or 4"),
        ("{numbers:numbers}", {"numbers": (17, 20)}, "17-20", "17-20"),
        ("{series:and_of}", {"series": ("A", "B")}, "A and of B", "A and of B"),
        (
            "{subject:subject} in time",
            {"subject": "box-placed", "serial": "B1"},
            *(2 * ("box B1 is placed in time",)),
        ),
        ("{until:date_and_time}", {"until": AT}, "2026-03-01 21:05 UTC", "1 Mar 2026, 21:05"),
    ],
)
def test_a_value_is_written_by_its_kind(
    text: str, parameters: dict[str, object], by_codes: str, at_a_table: str
) -> None:
    assert formatted(text, CODES, **parameters) == by_codes
    assert formatted(text, EUROPEAN, **parameters) == at_a_table


@pytest.mark.parametrize(
    ("text", "parameters", "written"),
    [
        ("{what:equipment} {serial}", {"what": "wheel", "serial": "W-7"}, "wheel W-7"),
        ("{here:place}, {there:place}", {"here": "", "there": "RF1"}, "in the store, at RF1"),
        ("{roles:role}", {"roles": ("cash_desk", "pit_boss")}, "the cash desk or the pit boss"),
        ("{role:role}", {"role": "cleaner"}, "cleaner"),
        ("{step:slip_step}, {step:slip_status}", {"step": "carried"}, "carried, on its way to the table"),
        ("series {series:name}", {"series": ""}, "series without a name"),
        ("series {series:name}", {"series": "2026-B"}, "series 2026-B"),
        ("{small:measure}, {large:measure}", {"small": 20.0, "large": 20.5}, "20, 20.5"),
        ("{day:day}, {day:short_day}", {"day": date(2026, 3, 1)}, "2026-03-01, 1 Mar"),
        ("{day:day}", {"day": "2026-03-01"}, "2026-03-01"),
        ("{wheels:either}", {"wheels": ("american", "french")}, "american or french"),
        ("{letters:each}", {"letters": ("A", "B")}, "A and B"),
    ],
)
def test_a_key_has_its_word_and_nothing_is_said_to_be_missing(
    text: str, parameters: dict[str, Any], written: str
) -> None:
    assert formatted(text, **parameters) == written


def test_an_hour_that_comes_twice_is_told_apart() -> None:
    first, second = (
        datetime(2026, 10, 25, hour, 30, tzinfo=UTC).astimezone(ZoneInfo("Europe/Rome")) for hour in (0, 1)
    )
    assert (
        formatted("{first:clock}, {second:clock}", first=first, second=second) == "02:30 +02:00, 02:30 +01:00"
    )


def test_a_refusal_within_a_refusal_has_its_own_sentence() -> None:
    inner = [Refusal(code="last-coup-to-play", parameters={"coup": 9}), Refusal(code="last-coup-to-announce")]
    assert formatted("{why:refusal}", why=inner) == (
        "coup 9, announced as the last one, has not been played yet; "
        "the last coup was not announced: announce it, play it, then close"
    )


def test_a_log_has_code_clause_and_parameters() -> None:
    refused = Refused("over-maximum", "pt-francesa/24", limit=Money(500, "EUR"), value=Money(700, "EUR"))
    assert str(refused).startswith("over-maximum (pt-francesa/24) limit=")
    assert (refused.limit, refused.value) == (500, 700)


def test_a_limit_that_was_kept_in_the_record_is_the_same_number() -> None:
    refused = Refused("over-maximum", None, **recorded({"limit": Money(500, "EUR"), "value": 7}))
    assert (refused.limit, refused.value) == (500, 7)
