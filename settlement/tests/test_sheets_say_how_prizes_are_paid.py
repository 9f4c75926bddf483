"""What a sheet tells the table beside the amounts: layouts, stacks, who pays, what is announced, what is placed."""

from collections.abc import Callable
from typing import Any

import pytest

from settlement.sheet_lines import SheetLine
from settlement.sheets import Sheet, sheet
from settlement.tests.conftest import TableInRecord
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.stacks import PaidChips

pytestmark = pytest.mark.django_db

VENICE = {
    "droite": e.Person(id="r", name="Bruna"),
    "gauche": e.Person(id="l", name="Aldo"),
    "chef": e.Person(id="c", name="Carlo"),
}


def sheet_of(table: TableInRecord) -> Sheet:
    found = sheet(table.casino_id, table.table, table.day, table.coup)
    assert found is not None
    return found


def paid_lines(table: TableInRecord) -> dict[str, SheetLine]:
    return {line.ref: line for group in sheet_of(table).groups for line in group.lines}


@pytest.fixture
def opened(new_table: type[TableInRecord], casino_id: int) -> Callable[..., TableInRecord]:
    """`opened(rulebook, **details of the opening)`: an opened table."""

    def table_of(rulebook: str, **details: Any) -> TableInRecord:
        table = new_table(casino_id, rulebook)
        table.opened(**details)
        return table

    return table_of


@pytest.mark.clause("pt-francesa/1")
@pytest.mark.clause("pt-americana/1")
@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_number_settles_each_layout_of_a_double_table(
    opened: Callable[..., TableInRecord], house: str
) -> None:
    table = opened(house, double=True)
    table.bets()
    table.happened(
        table.bet("b1", "P1", "noir", 500, layout=2),
        table.bet("b2", "P1", "plein:17", 500),
        table.bet("b3", "P2", "cheval:17-20", 500),
        table.bet("b4", "P2", "colonne:35", 500, layout=2),
        table.bet("b5", "P1", "plein:17", 500, layout=2),
    )
    table.fell(17)
    groups = sheet_of(table).groups
    assert [(group.layout, group.player, [line.ref for line in group.lines]) for group in groups] == [
        (1, "P2", ["b3"]),
        (1, "P1", ["b2"]),
        (2, "P2", ["b4"]),
        (2, "P1", ["b1", "b5"]),
    ]
    assert [line.turn for group in groups for line in group.lines] == [1, 2, 3, 4, 5]


@pytest.mark.clause("pt-francesa/20")
@pytest.mark.clause("pt-americana/30")
@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_winning_stacks_are_marked_to_be_opened(opened: Callable[..., TableInRecord], house: str) -> None:
    table = opened(house)
    table.bets()
    table.happened(
        table.bet("b1", "P1", "plein:17", 1_500, chip=500),
        table.bet("b2", "P2", "plein:17", 500, chip=500),
        table.bet("b3", "P3", "noir", 500, chip=500),
        table.bet("b4", "P3", "noir", 500, chip=500),
        table.bet("b5", "P4", "rouge", 5_000, chip=500),
    )
    table.fell(17)
    read = sheet_of(table)
    assert {ref: line.opens for ref, line in paid_lines(table).items()} == {
        "b1": 3, "b2": None, "b3": 2,
    }  # fmt: skip
    assert read.others[0].opens is None
    assert read.open_reference


@pytest.mark.clause("pt-americana/31")
@pytest.mark.parametrize(
    ("face_value_only", "stacks", "ribbon"), [(False, 1, 15), (True, 0, 35)], ids=["stacks", "ribbon"]
)
def test_a_prize_lies_in_stacks_of_twenty_or_all_in_a_ribbon(
    opened: Callable[..., TableInRecord], face_value_only: bool, stacks: int, ribbon: int
) -> None:
    table = opened("pt-americana", face_value_only=face_value_only)
    table.bets()
    table.happened(table.bet("b1", "P1", "plein:17", 500, chip=500), table.bet("b2", "P2", "plein:17", 500))
    table.fell(17)
    lines = paid_lines(table)
    assert lines["b1"].stacks == PaidChips(stacks=stacks, size=20, ribbon=ribbon, rest=0)
    assert lines["b2"].stacks is None
    assert sheet_of(table).ribbon_only is face_value_only


@pytest.mark.clause("pt-francesa/22")
@pytest.mark.clause("pt-francesa/21")
@pytest.mark.clause("pt-francesa/15")
def test_each_of_a_players_prizes_has_an_announcement_of_its_own(
    opened: Callable[..., TableInRecord],
) -> None:
    table = opened("pt-francesa")
    table.bets()
    table.happened(
        table.bet("b1", "P1", "plein:17", 1_000, colour="green"),
        table.bet("b2", "P1", "cheval:17-20", 500, colour="green"),
        table.bet("b3", "P2", "noir", 2_050),
        table.bet("b4", "P2", "rouge", 2_050),
    )
    table.fell(17)
    read = sheet_of(table)
    assert [sentence for group in read.groups for line in group.lines for sentence in line.announced] == [
        "preto de vinte euros e cinquenta cêntimos, total de vinte euros e cinquenta cêntimos",
        "cavalo de cinco euros, verde, total de oitenta e cinco euros",
        "pleno de dez euros, verde, total de trezentos e cinquenta euros",
    ]
    assert read.others[0].announced == ()
    assert read.announcement == "Dezassete, preto, ímpar, menor"


@pytest.mark.clause("it-venezia/payment-order")
def test_open_wording_of_a_payment_is_bet_stake_and_prize(
    opened: Callable[..., TableInRecord],
) -> None:
    table = opened("it-venezia")
    table.bets(("b1", "P1", "plein:17", 500))
    table.fell(17)
    assert paid_lines(table)["b1"].announced == ("plein à cinq euros, total cent soixante-quinze euros",)
    assert sheet_of(table).announcement == "Dix-sept, noir, impair, manque"


@pytest.mark.clause("it-venezia/payment-order")
def test_of_an_announced_bet_each_combination_that_won_is_said_with_its_own_value_and_prize(
    opened: Callable[..., TableInRecord],
) -> None:
    table = opened("it-venezia")
    table.bets(("b2", "P2", "orphelins", 2_500))
    table.fell(17)
    assert paid_lines(table)["b2"].announced == (
        "cheval à cinq euros, total quatre-vingt-cinq euros",
        "cheval à cinq euros, total quatre-vingt-cinq euros",
    )
    table.bets(("b3", "P1", "voisins", 4_500))
    table.fell(0)
    assert paid_lines(table)["b3"].announced == ("transversale à dix euros, total cent dix euros",)


@pytest.mark.clause("it-venezia/payment-order")
@pytest.mark.clause("it-venezia/general-9")
def test_a_stake_over_the_maximum_is_said_with_the_value_that_is_paid_on(
    opened: Callable[..., TableInRecord],
) -> None:
    table = opened("it-venezia", limits=get_rulebook("it-venezia").default_limits)
    table.bets()
    table.happened(
        table.bet("b1", "P1", "cheval:17-20", 40_000, excess=True),
        table.bet("b2", "P1", "cheval:17-20", 500, excess=True),
    )
    table.fell(17)
    assert paid_lines(table)["b1"].announced == ("cheval à trois cents euros, total cinq mille cent euros",)
    (nothing_left,) = (line for line in sheet_of(table).others if line.ref == "b2")
    assert nothing_left.announced == ()


@pytest.mark.clause("it-venezia/roles-by-parity")
@pytest.mark.parametrize(
    ("number", "rakes", "pays"),
    [(20, "Bruna", "Aldo"), (17, "Aldo", "Bruna"), (0, "Bruna", "Aldo")],
    ids=["even", "odd", "zero"],
)
def test_the_sheet_names_who_rakes_and_who_pays(
    opened: Callable[..., TableInRecord], number: int, rakes: str, pays: str
) -> None:
    table = opened("it-venezia", staff=VENICE, spinner="droite")
    table.bets(("b1", "P1", "noir", 500))
    table.fell(number)
    read = sheet_of(table)
    assert read.rakes and read.pays
    assert (read.rakes.name, read.pays.name) == (rakes, pays)
    labels = {"Bruna": "Croupier di destra", "Aldo": "Croupier di sinistra"}
    assert (read.rakes.label, read.pays.label) == (labels[rakes], labels[pays])


@pytest.mark.clause("it-venezia/roles-by-parity")
def test_somebody_new_at_the_ball_takes_the_seat_and_older_sheets_keep_who_sat_there(
    opened: Callable[..., TableInRecord],
) -> None:
    table = opened("it-venezia", staff=VENICE, spinner="droite")
    table.bets(("b1", "P1", "noir", 500))
    table.fell(20)
    table.happened(e.SpinnerChanged(person=VENICE["gauche"], previous=VENICE["droite"]))
    dora = e.Person(id="d", name="Dora")
    table.happened(e.SpinnerChanged(person=dora, previous=VENICE["gauche"]))
    table.bets(("b2", "P1", "noir", 500))
    table.fell(20)
    read = sheet_of(table)
    assert read.rakes and read.pays
    assert (read.rakes.name, read.pays.name) == ("Bruna", "Dora")
    first = sheet(table.casino_id, table.table, table.day, 1)
    assert first and first.rakes and first.pays
    assert (first.rakes.name, first.pays.name) == ("Bruna", "Aldo")


def test_rulebook_without_roles_names_none_on_the_sheet(opened: Callable[..., TableInRecord]) -> None:
    table = opened("pt-francesa", staff={"payer": VENICE["droite"]}, spinner="payer")
    table.bets(("b1", "P1", "noir", 500))
    table.fell(17)
    read = sheet_of(table)
    assert (read.rakes, read.pays, read.roles_reference) == (None, None, None)


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_of_a_series_beside_the_cloth_the_sheet_says_what_is_placed(
    opened: Callable[..., TableInRecord],
) -> None:
    table = opened("it-venezia")
    table.bets(("b1", "P1", "tiers", 3_000), ("b2", "P2", "voisins", 4_500), ("b3", "P3", "orphelins", 2_500))
    table.fell(5)
    read = sheet_of(table)
    won = paid_lines(table)["b1"]
    assert [(each.name, each.chips, each.amount) for each in won.placed] == [("Cavallo 5–8", 1, 500)]
    assert (won.annulled, won.placed_reference) == (5, "Pagati a piazzare")
    vicini, orphelins = read.others
    assert (vicini.placed, vicini.annulled, vicini.placed_reference) == ((), 9, "Pagati a piazzare")
    assert (orphelins.placed, orphelins.placed_reference) == ((), None)
    table.bets(("b4", "P2", "voisins", 4_500))
    table.fell(28)
    (square,) = paid_lines(table)["b4"].placed
    assert (square.bet, square.chips, square.amount) == ("carre:25-26-28-29", 2, 1_000)
