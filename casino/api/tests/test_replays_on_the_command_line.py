"""`manage.py replay`: what each way of playing a won bet again would do, or one message on what is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[3]
NO_DATABASE = "postgres://nobody@127.0.0.1:1/nowhere"

VICINI = """\
45 EUR on voisins; 0 falls.
110 EUR won + 10 EUR of winning chips = 120 EUR

way            stays  re-staked  paid out   in all  played again
a-rifare      10 EUR     45 EUR    65 EUR  120 EUR  45 EUR on voisins and 10 EUR on transversale:0-2-3
a-completare  10 EUR     35 EUR    75 EUR  120 EUR  45 EUR on voisins
per-il-tutto  10 EUR     80 EUR    30 EUR  120 EUR  90 EUR on voisins

Each row adds up: stays + re-staked + paid out = 120 EUR (it-venezia/replay).
per-il-tutto: 120 EUR makes 2 x 45 EUR; the rest, 30 EUR, is paid out.
"""


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("replay", *arguments)
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.clause("it-venezia/replay")
def test_the_ways_are_printed_in_money_without_a_database(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "replay", "it-venezia", "Vicini dello zero", "4500", "0"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": NO_DATABASE, "PERMANENCE_DATA": str(tmp_path)},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == VICINI


@pytest.mark.clause("pt-americana/28")
@pytest.mark.clause("pt-americana/34")
def test_a_way_over_the_limit_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "pt-americana@1", "tiers", "30000", "11", "--minimum", "500")
    assert out.endswith(
        "parol is refused: tiers: 900 EUR is over 600 EUR, 120 times the minimum for the whole bet "
        "(pt-americana/34).\n"
    )


@pytest.mark.clause("it-venezia/replay")
def test_the_same_is_given_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "it-venezia", "serie 5/8", "600", "5", "--json"))
    assert [told[key] for key in ("rulebook", "version", "bet", "amount", "number")] == [
        "it-venezia",
        3,
        "tiers",
        600,
        5,
    ]
    assert "why_none" not in told
    ways = {way["replay"]: (way["stays"], way["restaked"], way["paid_out"]) for way in told["open_replays"]}
    assert ways == {
        "a-rifare": (100, 600, 1_100),
        "a-completare": (100, 500, 1_200),
        "per-il-tutto": (100, 1_700, 0),
    }


NONE = {
    "lost": (
        ("it-venezia", "tiers", "600", "7"),
        "tiers did not win on 7: there is no payment to replay it from",
        "it-venezia/replay",
    ),
    "open to no way": (
        ("pt-americana", "voisins-de:26/1", "300", "26"),
        "parol is not open to voisins-de:26/1; it cannot be played again in any way",
        "pt-americana/28",
    ),
    "a house without": (
        ("it-live", "tiers", "600", "5"),
        "it-live knows no way of playing a won bet again",
        "it-live/announced",
    ),
}


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("case", NONE)
def test_missing_replay_is_reported_with_its_reason(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, reason, clause = NONE[case]
    assert printed(capsys, *arguments) == f"{reason} ({clause})\n"
    told = json.loads(printed(capsys, *arguments, "--json"))
    assert (told["open_replays"], told["why_none"], told["clause"]) == ([], reason, clause)


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/replay")
def test_replay_over_the_posted_maximum_is_refused_with_its_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = printed(capsys, "it-venezia", "serie 5/8", "90000", "10", "--minimum", "500")
    assert out.endswith(
        "per-il-tutto is refused: cheval:5-8 in tiers: 450 EUR is over the maximum 300 EUR of a cheval "
        "(it-venezia/general-9).\n"
    )


WRONG = {
    "no such rulebook": (("fr-lyon", "tiers", "600", "5"), "fr-lyon: no such rulebook; there are "),
    "no such version": (("it-venezia@7", "tiers", "600", "5"), "it-venezia: no version 7; there are 1"),
    "no such bet": (("it-venezia", "trio magico", "600", "5"), "trio magico: "),
    "a bet of the cloth": (("it-venezia", "rouge", "600", "5"), "rouge is no announced bet"),
    "an amount that does not divide": (
        ("it-venezia", "tiers", "601", "5"),
        "tiers: 6.01 EUR does not divide into 6 chips; 6 EUR and 6.06 EUR do (it-venezia/announcements)",
    ),
    "a number off the wheel": (
        ("it-venezia", "tiers", "600", "37"),
        "37 is not on this wheel; its numbers are 0 to 36",
    ),
    "no such wheel": (
        ("it-venezia", "tiers", "600", "5", "--wheel", "square"),
        "a wheel of square numbering: it-venezia is played on french",
    ),
    "a wheel without the bet": (
        ("pt-americana", "tiers", "600", "5", "--wheel", "american"),
        "tiers: not on the american numbering, only on the french",
    ),
    "a stake under the minimum": (
        ("it-venezia", "tiers", "600", "5", "--minimum", "500"),
        "cheval:5-8 in tiers: 1 EUR is under the minimum 5 EUR (it-venezia/general-9)",
    ),
    "a stake over the maximum that the house posts": (
        ("it-venezia", "serie 5/8", "3000000", "10", "--minimum", "500"),
        "cheval:5-8 in tiers: 5,000 EUR is over the maximum 300 EUR of a cheval (it-venezia/general-9)",
    ),
    "no minimum": (
        ("it-venezia", "tiers", "600", "5", "--minimum", "0"),
        "the minimum 0 EUR is not an amount (it-venezia/general-9)",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_malformed_replay_command_prints_one_message_on_standard_error(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, message = WRONG[case]
    with pytest.raises(SystemExit) as ended:
        call_command("replay", *arguments)
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1
