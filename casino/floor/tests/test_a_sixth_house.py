"""An invented house plays a whole day by its rulebook file alone: not a line of code knows of it."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from django.utils import timezone

from casino.floor.tests.conftest import part, play
from settlement.sheets import Sheet, sheet
from tables.handling.models import GamingTable
from tables.handling.next_day import opening_of, usual_choices
from tables.money import Money
from tables.play import commands as c
from tables.play.events import TABLE_EVENTS, BetReplayed, NumberFell
from tables.refusal import LimitRefused, Refused
from testkit.house import OpenHouse
from testkit.pages import Element
from testkit.refusals import expect_refusal
from testkit.rulebooks import known_folder

Screen = Callable[..., Element]

ISLAND = """
id = "island"
version = 1
title = "Roulette of the Island"
language = "en"
announce_language = "it"
currency = "GBP"

[clauses]
"island/cloth" = { ref = "the cloth", kinds = ["equipment", "command"] }
"island/odds" = { ref = "what is paid", kinds = ["settlement"] }
"island/zero" = { ref = "when it is zero", kinds = ["settlement", "command"] }
"island/turns" = { ref = "who is paid when", kinds = ["settlement", "display"] }
"island/limits" = { ref = "how much", kinds = ["command", "display"] }
"island/lighthouse" = { ref = "the lighthouse", kinds = ["command", "settlement"] }
"island/crew" = { ref = "the crew", kinds = ["command"] }
"island/spin" = { ref = "the spin", kinds = ["fact", "display"] }

[readings]
"island/zero" = "A stake imprisoned once and met by a second zero is divided."

# Every seventh number of the common counting follows the one before.
[wheels.tidal]
clause = "island/cloth"
order = [
    0, 7, 14, 21, 28, 35, 5, 12, 19, 26, 33, 3, 10, 17, 24, 31, 1, 8, 15,
    22, 29, 36, 6, 13, 20, 27, 34, 4, 11, 18, 25, 32, 2, 9, 16, 23, 30,
]

[cloth]
reds = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35]
reds_clause = "island/cloth"
positions_clause = "island/cloth"
announced_clause = "island/lighthouse"
names = { "douzaine:2" = { en = ["the reef"] } }

[bets]
plein = { odds = "30:1", clause = "island/odds", names = { en = ["beacon"] } }
cheval = { odds = "14:1", clause = "island/odds" }
carre = { odds = "7:1", clause = "island/odds" }
douzaine = { odds = "3:2", clause = "island/odds" }
rouge = { odds = "1:1", clause = "island/odds" }
noir = { odds = "1:1", clause = "island/odds" }

[[forbidden]]
clause = "island/cloth"
kinds = ["transversale", "sixain"]
reason = "rows are not played on the island"

[zero]
even = "prison"
clause = "island/zero"

[zero.prison]
release = "first-win"
levels = 1
partage = true
clause = "island/zero"

[payment]
by_hand = true
winning_stakes_stay = { lies_on = false, clause = "island/odds" }
clause = "island/turns"
order = [["rouge", "noir"], ["plein"], ["douzaine"], ["carre", "cheval"]]
within = ["stake-ascending", "stake-ascending", "placing", "placing"]

[limits]
kind = "posted"
clause = "island/limits"
minimum_clause = "island/limits"
maximum_clause = "island/limits"

[limits.sign]
minimum = 200
maximums = { plein = 3000, cheval = 6000, carre = 9000, douzaine = 20000, rouge = 50000, noir = 50000 }

[announced.lighthouse]
names = { en = ["the lighthouse"] }
clause = "island/lighthouse"
chips = { "plein:0" = 2, "cheval:14-17" = 1, "carre:25-26-28-29" = 1 }

[announced.voisins-de]
clause = "island/lighthouse"
each_side = [1]

[replays.again]
names = { en = ["once more"] }
pieces = "same"
stake = "counts"
bets = ["lighthouse"]
clause = "island/lighthouse"

[null_coup]
clause = "island/spin"

[null_coup.reasons]
seagull = "A seagull took the ball"

[launch]
against_wheel = "island/spin"

[phases]
after_bets_closed_clause = "island/spin"

[phases.announcements]
faites_vos_jeux = { text = "Signori, puntate", clause = "island/spin" }
rien_ne_va_plus = { text = "Basta cosi", clause = "island/spin" }
null_coup = { text = "Colpo nullo", clause = "island/spin" }
tout_va = { text = "Si rilancia", clause = "island/spin" }

[phases.result]
parts = ["colour"]
clause = "island/spin"

[staff]
positions = ["keeper", "purse"]
required = ["purse"]
clause = "island/crew"

[staff.labels]
keeper = "Keeper of the light"
purse = "Purser"
"""


@pytest.fixture
def island(tmp_path: Path, casino_id: int, db: None) -> Iterator[OpenHouse]:
    """The house's only table, opened by its rulebook: a file in a temporary folder."""
    (tmp_path / "island.toml").write_text(ISLAND, encoding="utf-8")
    with known_folder(tmp_path):
        yield OpenHouse(casino_id, "island", now=timezone.now())


def bet(player: str, words: str, amount: int) -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=words, amount=amount)


def of_coup(house: OpenHouse, coup: int) -> Sheet:
    found = sheet(house.casino_id, house.table, house.day, coup)
    assert found is not None
    return found


def paid(found: Sheet) -> list[tuple[str, str, int]]:
    """Who is paid how much for what, in the order of payment."""
    return [(line.player, line.name, line.prize) for group in found.groups for line in group.lines]


def test_bets_are_understood_by_the_houses_own_names_and_paid_in_its_own_order(island: OpenHouse) -> None:
    island.coup(
        17,
        bet("P1", "The Lighthouse", 4000),
        bet("P2", "beacon 17", 500),
        bet("P3", "the reef", 2000),
        bet("P4", "rouge", 1000),
        bet("P5", "voisins-de:10", 600),
        bet("P6", "noir", 1000),
    )
    found = of_coup(island, 1)
    assert [(player, prize) for player, _, prize in paid(found)] == [
        ("P4", 1000),
        ("P5", 200 * 30),
        ("P2", 500 * 30),
        ("P3", 2000 * 3 // 2),
        ("P1", 1000 * 14),
    ]
    assert (found.order_reference, found.together) == ("who is paid when", False)
    assert (found.colour, found.currency, found.status) == ("rouge", "GBP", "paid")
    assert [line.player for line in found.others] == ["P6"]


def test_a_number_is_announced_in_the_houses_colours_and_language(island: OpenHouse) -> None:
    island.coup(17)
    said = [TABLE_EVENTS.read(event) for event in island.events()]
    (fell,) = [event for event in said if isinstance(event, NumberFell)]
    assert (fell.colour, fell.announcement) == ("rouge", "Diciassette, rosso")


def test_neighbours_are_those_of_the_houses_wheel(island: OpenHouse) -> None:
    play(island, c.AnnounceBetsOpen(), bet("P1", "voisins-de:17", 600))
    with pytest.raises(Refused) as refused:
        island.do(bet("P1", "voisins-de:17/2", 1000))
    assert refused.value.clause == "island/lighthouse"
    play(island, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=24))
    assert [(line.prize, line.stake) for group in of_coup(island, 1).groups for line in group.lines] == [
        (200 * 30, 600)
    ]


def test_forbidden_bet_of_a_rulebook_file_is_refused_with_clause_and_reason(island: OpenHouse) -> None:
    island.do(c.AnnounceBetsOpen())
    with expect_refusal("kind-of-bet-forbidden", reason="rows are not played on the island") as forbidden:
        island.do(bet("P1", "transversale:1-2-3", 1000))
    assert forbidden.value.clause == "island/cloth"
    with expect_refusal("over-maximum", kind=LimitRefused, limit=Money(3_000, "GBP")) as over:
        island.do(bet("P1", "beacon 17", 3100))
    assert (over.value.clause, over.value.limit, over.value.value) == ("island/limits", 3000, 3100)
    with pytest.raises(Refused) as uneven:
        island.do(bet("P1", "the lighthouse", 4001))
    assert uneven.value.clause == "island/lighthouse"
    assert island.state.bets == ()


def test_a_won_announcement_is_played_again_by_the_houses_own_replay(island: OpenHouse) -> None:
    play(island, c.AnnounceBetsOpen(), bet("P1", "lighthouse", 4000), c.LaunchBall(), c.CloseBets())
    island.do(c.DeclareNumber(number=17))
    events = island.do(c.ReplayBet(ref="b1", replay="once more")).events
    said = [TABLE_EVENTS.read(event) for event in events]
    (again,) = [event for event in said if isinstance(event, BetReplayed)]
    assert (again.won, again.stake) == (14 * 1000, 1000)
    assert (again.stays, again.restaked, again.paid_out) == (1000, 3000, 11_000)
    assert [(stake.bet, stake.amount) for stake in island.state.bets] == [("lighthouse", 4000)]


def test_zero_imprisons_and_the_player_may_split(island: OpenHouse) -> None:
    play(island, c.AnnounceBetsOpen(), bet("P1", "rouge", 1001), bet("P2", "noir", 1000))
    play(island, bet("P3", "lighthouse", 4000), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=0))
    assert [(line.bet, line.held) for line in of_coup(island, 1).others] == [("rouge", 1001), ("noir", 1000)]
    assert paid(of_coup(island, 1))[0][2] == 2000 * 30
    play(island, c.ChoosePrison(ref="b1", choice="partage"), c.ConfirmPayments())
    with pytest.raises(Refused) as moved:
        island.do(c.ChoosePrison(ref="b2", choice="move:rouge"))
    assert moved.value.clause == "island/zero"
    split, stays = of_coup(island, 1).others
    assert (split.returned, split.held, stays.held) == (501, 0, 1000)
    island.coup(2)
    (freed,) = of_coup(island, 2).others
    assert (freed.outcome, freed.returned, freed.clause) == ("freed", 1000, "island/zero")


def test_a_null_coup_has_the_houses_reasons(island: OpenHouse) -> None:
    play(island, c.AnnounceBetsOpen(), bet("P1", "rouge", 1000), c.LaunchBall(), c.CloseBets())
    island.do(c.AnnulCoup(reason="seagull"))
    assert [stake.bet for stake in island.state.bets] == ["rouge"]
    with expect_refusal("null-coup-reason-unknown", reasons=("seagull",)):
        island.do(c.AnnulCoup(reason="foreign-object"))


def test_the_day_is_closed_and_the_next_one_begins_as_it_stood(island: OpenHouse) -> None:
    island.coup(0, bet("P1", "rouge", 1000))
    island.do(c.ChoosePrison(ref="b1", choice="stay"))
    island.do(c.CloseTable())
    table = GamingTable.objects.get(casino_id=island.casino_id)
    next_day = date.fromisoformat(island.day).replace(day=28)
    island.do(opening_of(table, next_day, usual_choices(table, island.state, next_day)))
    assert (island.state.rulebook, island.state.rulebook_version) == ("island", 1)
    assert [(stake.bet, stake.level) for stake in island.state.bets] == [("rouge", 1)]
    assert (island.state.day, island.state.number) == (next_day.isoformat(), 0)
    island.coup(1)
    assert [line.outcome for line in of_coup(island, 1).others] == ["freed"]


def test_its_pages_are_drawn(island: OpenHouse, screen: Screen) -> None:
    play(island, c.AnnounceBetsOpen(), bet("P1", "the lighthouse", 4000), bet("P2", "beacon 1", 500))
    page = screen()
    lying = part(page, "#bets").get_text().casefold()
    assert "the lighthouse" in lying and "beacon 1" in lying
    touched = {place["data-code"] for place in page.select("#places [data-code]")}
    assert {"plein:0", "cheval:14-17", "lighthouse"} <= touched
    assert not [code for code in touched if code.startswith(("transversale", "sixain", "colonne"))]
    play(island, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    assert "140" in part(screen(), "#sheet").get_text()
    assert "Roulette of the Island" in screen("/floor/").get_text()
    play(island, c.ConfirmPayments(), c.CloseTable())
    assert "Roulette of the Island" in screen().get_text()
