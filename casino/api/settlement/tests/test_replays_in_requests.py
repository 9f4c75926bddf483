"""Won announced bets played again in a request: offered with their figures, placed for the next coup, or refused."""

from typing import Any

import pytest

from casino.api.settlement.settle import settle_request
from casino.web.problem import Problem
from tables.roulette.loader import get_rulebook


def bet(code: str, amount: int, *, ref: str = "a", player: str = "P1", **more: Any) -> dict[str, Any]:
    return {"ref": ref, "player": player, "bet": code, "amount": amount, **more}


def again(replay: str, *, coup: int = 1, ref: str = "a") -> dict[str, Any]:
    return {"coup": coup, "ref": ref, "replay": replay}


def asked(*bets: dict[str, Any], results: list[int], **more: Any) -> dict[str, Any]:
    return {"bets": list(bets), "results": results, **more}


def coups(document: dict[str, Any], house: str = "it-venezia") -> list[dict[str, Any]]:
    answered: list[dict[str, Any]] = settle_request(document, get_rulebook(house))["coups"]
    return answered


SERIE = bet("serie 5/8", 3_000)
SIGN = {"cheval": 6_000}


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_is_told_with_its_figures_and_lies_in_the_next_coup() -> None:
    first, second = coups(asked(SERIE, results=[5, 30], replays=[again("a-completare")]))
    assert first["replays"] == [
        {
            "ref": "a",
            "replay": "a-completare",
            "won": 8_500,
            "stake": 500,
            "stays": 500,
            "restaked": 2_500,
            "paid_out": 6_000,
            "bets": [{"ref": "a+", "bet": "tiers", "amount": 3_000}],
            "clause": "it-venezia/replay",
        }
    ]
    assert list(first) == ["number", "colour", "lines", "order", "replays"]
    (line,) = second["lines"]
    assert (line["ref"], line["player"], line["stake"], line["prize"]) == ("a+", "P1", 3_000, 8_500)
    assert second["replays"] == []


@pytest.mark.clause("it-venezia/replay")
def test_winning_chips_that_stay_beside_the_bet_are_stakes_of_their_own() -> None:
    orphelins = bet("orphelins", 2_500)
    first, second = coups(asked(orphelins, results=[17, 14], replays=[again("a-rifare")]))
    assert first["replays"][0]["bets"] == [
        {"ref": "a+", "bet": "orphelins", "amount": 2_500},
        {"ref": "a+1", "bet": "cheval:14-17", "amount": 500},
        {"ref": "a+2", "bet": "cheval:17-20", "amount": 500},
    ]
    assert [(line["ref"], line["outcome"], line["prize"]) for line in second["lines"]] == [
        ("a+", "won", 8_500),
        ("a+1", "won", 8_500),
        ("a+2", "lost", 0),
    ]


@pytest.mark.clause("pt-americana/28")
def test_a_parol_is_played_on_and_on() -> None:
    document = asked(
        bet("tiers", 600),
        results=[11, 8, 7],
        replays=[again("parol"), again("parol", coup=2, ref="a+")],
    )
    told = [
        [(each["ref"], each["bets"]) for each in coup["replays"]] for coup in coups(document, "pt-americana")
    ]
    assert told == [
        [("a", [{"ref": "a+", "bet": "tiers", "amount": 1_800}])],
        [("a+", [{"ref": "a++", "bet": "tiers", "amount": 5_400}])],
        [],
    ]


@pytest.mark.clause("it-venezia/replay")
def test_open_replay_is_offered_before_confirmation() -> None:
    vicini, lost, rouge = (
        bet("vicini dello zero", 900),
        bet("tiers", 600, ref="b"),
        bet("rouge", 100, ref="c"),
    )
    (coup,) = coups(asked(vicini, lost, rouge, results=[0], offer_replays=True))
    figures = ("ref", "replay", "won", "stake", "stays", "restaked", "paid_out")
    assert [tuple(offer[key] for key in figures) for offer in coup["open_replays"]] == [
        ("a", "a-rifare", 2_200, 200, 200, 900, 1_300),
        ("a", "a-completare", 2_200, 200, 200, 700, 1_500),
        ("a", "per-il-tutto", 2_200, 200, 200, 1_600, 600),
    ]
    assert coup["open_replays"][2]["note"] == "24 EUR makes 2 x 9 EUR; the rest, 6 EUR, is paid out"
    assert "replays" not in coup


@pytest.mark.clause("it-venezia/replay")
def test_offered_replay_equals_the_replay_done() -> None:
    offered = coups(asked(SERIE, results=[5], offer_replays=True))[0]["open_replays"]
    for offer in offered:
        (done,) = coups(asked(SERIE, results=[5], replays=[again(offer["replay"])]))[0]["replays"]
        assert done == offer


def test_the_answer_says_nothing_of_replays_that_were_not_asked_for() -> None:
    (plain,) = coups(asked(SERIE, results=[5]))
    (both,) = coups(asked(SERIE, results=[5], replays=[again("a rifare")], offer_replays=True))
    assert list(plain) == ["number", "colour", "lines", "order"]
    assert {key: both[key] for key in plain} == plain


@pytest.mark.clause("pt-americana/34")
@pytest.mark.clause("pt-americana/28")
def test_a_parol_over_120_times_the_minimum_is_refused_naming_the_limit() -> None:
    over = asked(bet("tiers", 6_000), results=[11], minimum=100, replays=[again("parol")])
    with pytest.raises(Problem) as refused:
        coups(over, "pt-americana")
    problem = refused.value.document()
    assert problem["detail"] == (
        "replays[0]: tiers: 180 EUR is over 120 EUR, 120 times the minimum for the whole bet"
    )
    assert (problem["clause"], problem["limit"], problem["value"]) == ("pt-americana/34", 12_000, 18_000)
    (within,) = coups({**over, "bets": [bet("tiers", 3_000)]}, "pt-americana")
    assert within["replays"][0]["bets"][0]["amount"] == 9_000


@pytest.mark.clause("it-venezia/replay")
def test_an_offer_outside_the_limits_says_which_limit() -> None:
    (coup,) = coups(asked(bet("tiers", 12_000), results=[5], maximums=SIGN, offer_replays=True))
    assert [(offer["replay"], "refused" in offer) for offer in coup["open_replays"]] == [
        ("a-rifare", False),
        ("a-completare", False),
        ("per-il-tutto", False),
    ]
    (coup,) = coups(asked(bet("tiers", 24_000), results=[5], maximums=SIGN, offer_replays=True))
    assert coup["open_replays"][0]["refused"] == {
        "detail": "cheval:5-8: 80 EUR is over the maximum 60 EUR of a cheval",
        "clause": get_rulebook("it-venezia").limits.maximum_clause,
        "limit": 6_000,
        "value": 8_000,
    }
    assert "refused" not in coup["open_replays"][1]


@pytest.mark.clause("it-venezia/replay")
def test_limits_hold_for_what_a_player_has_in_the_next_coup_and_not_for_what_is_gone() -> None:
    # Each bet again brings 40 EUR to the cheval, of 60; other players and the last coup do not count.
    serie = [bet("tiers", 24_000), bet("tiers", 24_000, ref="b", player="P2"), bet("tiers", 6_000, ref="c")]
    document = asked(*serie, results=[5, 5], maximums=SIGN)
    one = [again("a-completare"), again("a-completare", ref="b"), again("a-completare", coup=2, ref="a+")]
    assert len(coups({**document, "replays": one})) == 2
    with pytest.raises(Problem) as refused:
        coups({**document, "replays": [*one, again("per-il-tutto", ref="c")]})
    problem = refused.value.document()
    assert problem["detail"].startswith("replays[3]: cheval:5-8 in tiers: 70 EUR is over the maximum 60 EUR")


@pytest.mark.clause("it-venezia/replay")
def test_a_bet_again_lies_behind_what_stays_in_prison() -> None:
    bets = (bet("vicini dello zero", 900), bet("rouge", 500, ref="b"))
    _, second = coups(asked(*bets, results=[0, 7], replays=[again("per-il-tutto")]))
    assert [(line["ref"], line["stake"], line["outcome"]) for line in second["lines"]] == [
        ("b", 500, "freed"),
        ("a+", 1_800, "won"),
    ]


def test_a_bet_again_has_the_refs_of_nobody_else() -> None:
    taken = bet("rouge", 500, ref="a+1")
    with pytest.raises(Problem, match=r"replays\[0\]\.ref: 'a\+1', for the bet again, is in use already"):
        coups(asked(SERIE, taken, results=[5], replays=[again("a-rifare")]))
    assert coups(asked(SERIE, taken, results=[5], replays=[again("a-completare")]))


WRONG = {
    "after the last coup": (
        again("a-rifare", coup=2),
        "replays[0].coup: there is no coup 2: 1 results are given",
    ),
    "before the first": (again("a-rifare", coup=0), "replays[0].coup: 1 is the least here"),
    "of nobody": (again("a-rifare", ref="z"), "replays[0].ref: no bet 'z' lay on the cloth in coup 1"),
    "an unknown key": (
        {**again("a-rifare"), "amount": 1},
        "replays[0]: no such key; there are coup, ref, replay",
    ),
    "no such way": (
        again("parol"),
        "replays[0].replay: parol: no way of playing a won bet again; "
        "there are a-rifare, a-completare, per-il-tutto",
    ),
    "no announced bet": (again("a-rifare", ref="b"), "replays[0]: rouge is no announced bet"),
    "not won": (again("a-rifare", ref="c"), "replays[0]: finale:4 did not win on 5"),
    "not open to the bet": (
        again("per-il-tutto", ref="d"),
        "replays[0]: per-il-tutto is not open to finale:5",
    ),
    "over the maximum": (again("a-rifare", ref="e"), "replays[0]: what was found over the maximum"),
}


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("case", WRONG)
def test_a_replay_that_cannot_be_is_a_problem_at_its_place(case: str) -> None:
    replay, detail = WRONG[case]
    bets = (
        SERIE,
        bet("rouge", 500, ref="b"),
        bet("finale 4", 400, ref="c"),
        bet("finale 5", 400, ref="d"),
        bet("tiers", 600, ref="e", excess=True),
    )
    with pytest.raises(Problem) as refused:
        coups(asked(*bets, results=[5], replays=[replay]))
    problem = refused.value.document()
    assert problem["detail"].startswith(detail)
    if problem["type"].endswith("refused"):
        assert problem["clause"] == "it-venezia/replay"


def test_a_bet_is_played_again_once() -> None:
    twice = [again("a-rifare"), again("a-completare")]
    with pytest.raises(Problem, match=r"replays\[1\]: 'a' is played again after coup 1 already"):
        coups(asked(SERIE, results=[5], replays=twice))
