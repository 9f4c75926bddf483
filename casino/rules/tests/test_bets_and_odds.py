"""The table of bets: every kind once, with its figures and the clause of each."""

import pytest

from casino.kit.money import figures_of
from casino.rules.tests.conftest import Read, cells
from tables.roulette.limits import maximum_for
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.pages import Element, find

ALL = sorted(rulebooks())


def row(page: Element, kind: str) -> list[str]:
    """The cells of a kind of bet."""
    return [" ".join(cell.get_text(" ").split()) for cell in find(page, f"#bet-{kind}").select("th, td")]


@pytest.mark.parametrize("rulebook", ALL)
def test_every_kind_of_bet_stands_there_once(read: Read, rulebook: str) -> None:
    rows = read(rulebook).select("table.bets tbody tr")
    assert [each["id"] for each in rows] == [f"bet-{kind}" for kind in get_rulebook(rulebook).bets]


def test_a_bet_has_its_names_places_odds_and_clause(read: Read) -> None:
    said = row(read("pt-francesa"), "deux-douzaines")
    assert said[0] == "Cavalo de dúzia cavalo de dúzias"
    assert said[1] == "two dozens , deux douzaines , due dozzine"
    assert said[2:8] == ["2", "24", "1 : 2", "× 1,5", "3 600 720 × mínimo", "perde"]
    assert said[-1] == "n.º 18"


@pytest.mark.clause("it-live/minimum")
def test_the_minimum_and_every_maximum_are_shown(read: Read) -> None:
    page, rulebook = read("it-live"), get_rulebook("it-live")
    limits = find(page, ".of-limits").get_text(" ", strip=True)
    assert "Minimo 0,50 EUR Min e Max" in limits
    sign = rulebook.default_limits
    assert [row(page, kind)[6] for kind in rulebook.bets] == [
        figures_of("it").plain(maximum_for(rulebook, sign, kind) or 0, rulebook.currency)
        for kind in rulebook.bets
    ]
    assert "Min e Max" in page.select("table.bets thead th")[6].get_text(" ", strip=True)


def test_doubled_maximum_and_derogation_are_shown(read: Read) -> None:
    page = read("it-campione")
    assert row(page, "plein")[6] == "500 raddoppiato 1.000 in deroga 1.500"
    assert row(page, "cheval")[6] == "1.000 in deroga 2.000"
    assert row(page, "sixain")[6] == "3.000"
    assert "art. 5" in page.select("table.bets thead th")[6].get_text()


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        ("pt-francesa", "loses"),
        ("pt-americana", "loses half"),
        ("it-venezia", "goes to prison"),
        ("it-campione", "goes to prison"),
    ],
)
def test_effect_of_zero_on_even_chances_follows_the_rulebook(read: Read, rulebook: str, said: str) -> None:
    page = read(rulebook, lang="en")
    assert row(page, "rouge")[7] == said
    assert row(page, "cheval")[7] == "wins with 0"
    assert row(page, "sixain")[7] == "loses"


def test_how_a_stake_leaves_prison_is_said_with_its_clause(read: Read) -> None:
    venezia = find(read("it-venezia", lang="en"), ".in-prison").get_text(" ", strip=True)
    assert "as many wins" in venezia and "At most 3 times" in venezia and "Il gioco, prigione" in venezia
    campione = find(read("it-campione", lang="en"), ".in-prison").get_text(" ", strip=True)
    assert "A single win" in campione and "However many zeros" in campione
    assert not read("pt-francesa").select(".in-prison")


def test_forbidden_bets_are_shown_with_their_clause(read: Read) -> None:
    said = find(read("it-campione", lang="fr"), "#bets .abreast").get_text(" ", strip=True)
    assert "deux douzaines, deux colonnes, mises à cheval sur les chances simples art. 4" in said
    assert "“jeu de monsieur”" in said and "gioco" not in said and "art. 17" in said


def test_places_with_names_of_their_own_are_listed(read: Read) -> None:
    named = dict(cells(read("it-venezia"), "#bets .abreast table"))
    assert named["tre primi"] == "1 2 3"
    assert named["sei ultimi"] == "31 32 33 34 35 36"
    assert named["prima colonna"] == "1 4 7 10 13 16 19 22 25 28 31 34"
