"""The published request and answer: what is asked, what comes back, and what is said of a request that is wrong."""

import json
from typing import Any

import pytest

from casino.api.settlement.settle import settle_request
from casino.web.problem import Problem
from tables.money import in_words
from tables.roulette.loader import get_rulebook, rulebook_named


def asked(*bets: dict[str, Any], results: list[int], **more: Any) -> dict[str, Any]:
    return {"currency": "EUR", "bets": list(bets), "results": results, **more}


def bet(code: Any = "rouge", amount: Any = 5_000, *, ref: Any = "a", **more: Any) -> dict[str, Any]:
    return {"ref": ref, "player": "P1", "bet": code, "amount": amount, **more}


def answer(house: str, document: Any) -> dict[str, Any]:
    return settle_request(document, rulebook_named(house))


def outcomes(answered: dict[str, Any]) -> list[list[tuple[str, str]]]:
    return [[(line["ref"], line["outcome"]) for line in coup["lines"]] for coup in answered["coups"]]


EXAMPLE = """{"currency": "EUR", "minimum": 500,
 "bets": [{"ref": "a", "player": "P1", "bet": "cheval:17-20", "amount": 1000},
          {"ref": "b", "player": "P1", "bet": "rouge", "amount": 5000}],
 "choices": [{"coup": 1, "ref": "b", "choice": "stay"}],
 "results": [0, 18]}"""

FIRST_COUP = (
    '{"number": 0, "colour": null, "lines": ['
    '{"ref": "a", "bet": "cheval:17-20", "player": "P1", "stake": 1000, "outcome": "lost", "prize": 0, '
    '"returned": 0, "held": 0, "clause": "it-venezia/payouts"}, '
    '{"ref": "b", "bet": "rouge", "player": "P1", "stake": 5000, "outcome": "imprisoned", "prize": 0, '
    '"returned": 0, "held": 5000, "level": 1, "clause": "it-venezia/prison"}], "order": []}'
)


@pytest.mark.clause("it-venezia/prison")
def test_the_published_example_is_answered_to_the_letter() -> None:
    answered = answer("it-venezia", json.loads(EXAMPLE))
    assert list(answered) == ["rulebook", "version", "coups"]
    assert (answered["rulebook"], answered["version"]) == ("it-venezia", 3)
    assert json.dumps(answered["coups"][0]) == FIRST_COUP
    assert outcomes(answered)[1] == [("b", "freed")]


def test_only_imprisoned_stakes_lie_into_the_next_coup() -> None:
    document = asked(bet(), bet("plein:0", ref="b"), bet("noir", ref="c"), results=[0, 1, 1])
    assert outcomes(answer("it-venezia", document)) == [
        [("a", "imprisoned"), ("b", "won"), ("c", "imprisoned")],
        [("a", "freed"), ("c", "lost")],
        [],
    ]


def test_an_announced_bet_gives_a_line_for_each_chip_after_the_clause() -> None:
    (line,) = answer("it-live", asked(bet("orphelins", 500), results=[1]))["coups"][0]["lines"]
    assert list(line)[-2:] == ["clause", "chips"]
    assert list(line["chips"][0]) == [key for key in line if key != "chips"]
    assert [chip["bet"] for chip in line["chips"]] == [
        "plein:1",
        "cheval:6-9",
        "cheval:14-17",
        "cheval:17-20",
        "cheval:31-34",
    ]
    assert (line["stake"], line["prize"], line["returned"]) == (500, 3_500, 100)


def test_names_of_the_sources_are_answered_with_the_canonical_code() -> None:
    document = asked(
        bet("pleno:17"),
        bet("cavalo:17-20", ref="b"),
        bet("sixain:31-36", ref="c"),
        results=[17],
        currency="EUR",
    )
    codes = [line["bet"] for line in answer("pt-francesa", document)["coups"][0]["lines"]]
    assert codes == ["plein:17", "cheval:17-20", "sixain:31-32-33-34-35-36"]


def test_bets_may_say_how_far_from_the_employee_they_lie() -> None:
    near, far = bet("noir", distance=1), bet("noir", ref="b", distance=2)
    left_pays, right_pays = (
        answer("it-venezia", asked(near, far, results=[22]))["coups"],
        answer("it-venezia", asked(near, far, results=[17]))["coups"],
    )
    assert (left_pays[0]["order"], right_pays[0]["order"]) == (["b", "a"], ["a", "b"])


@pytest.mark.clause("it-venezia/prison")
def test_a_choice_holds_for_its_coup_only() -> None:
    document = asked(
        bet(),
        results=[0, 0, 20],
        choices=[
            {"coup": 2, "ref": "a", "choice": "move:noir"},
            {"coup": 1, "ref": "a", "choice": "stay"},
        ],
    )
    answered = answer("it-venezia", document)
    assert [coup["lines"][0]["bet"] for coup in answered["coups"]] == ["rouge", "rouge", "noir"]
    assert outcomes(answered)[2] == [("a", "still-imprisoned")]


@pytest.mark.clause("it-campione/8")
def test_an_excess_is_settled_by_the_maximum_of_the_request() -> None:
    document = asked(bet("plein:17", 60_000, excess=True), results=[17], maximums={"plein": 40_000})
    (line,) = answer("it-campione", document)["coups"][0]["lines"]
    assert (line["prize"], line["returned"], line["excess"]) == (35 * 40_000, 60_000, 20_000)
    assert (line["clause"], line["note"]) == (
        "it-campione/8",
        "over the maximum: the excess wins no prize and is returned",
    )


@pytest.mark.clause("it-campione/5")
def test_without_limits_in_the_request_an_excess_is_over_the_rulebooks_own_maximum() -> None:
    (line,) = answer("it-campione", asked(bet("plein:17", 60_000, excess=True), results=[17]))["coups"][0][
        "lines"
    ]
    assert line["prize"] == 35 * 50_000


@pytest.mark.clause("pt-americana/34")
def test_a_series_found_over_its_whole_maximum_is_paid_in_proportion() -> None:
    # At most 120 times the minimum of 100 for the whole bet: of 18,000 on the voisins, two thirds are paid.
    document = asked(bet("voisins", 18_000, excess=True), results=[4], minimum=100)
    (line,) = answer("pt-americana", document)["coups"][0]["lines"]
    assert (line["prize"], line["returned"], line["excess"]) == (17 * 1_334, 2_000, 666)


LIMITS = {
    "under the minimum": ("it-venezia/general-9", asked(bet(amount=400), results=[], minimum=500), 500, 400),
    "over a ratio": (
        "pt-francesa/24",
        asked(bet("plein:17", 15_500), results=[], minimum=500),
        15_000,
        15_500,
    ),
    "over an exact ratio": (
        "pt-americana/34",
        asked(bet("plein:17", 5_500), results=[], minimum=500),
        5_000,
        5_500,
    ),
    "over a posted maximum": (
        "it-campione/6",
        asked(bet("plein:17", 50_100), results=[], minimum=500),
        50_000,
        50_100,
    ),
    "over a maximum given": (
        "it-live/minimum",
        asked(bet(amount=700), results=[], maximums={"rouge": 600}),
        600,
        700,
    ),
    "over it in two stakes": (
        "it-live/minimum",
        asked(bet(amount=300), bet(amount=400, ref="b"), results=[], maximums={"rouge": 600}),
        600,
        700,
    ),
    "over it with a chip of an announced bet": (
        "it-venezia/general-9",
        asked(bet("cheval:5-8", 500), bet("tiers", 600, ref="b"), results=[], maximums={"cheval": 550}),
        550,
        600,
    ),
    "a maximum that the ratio does not allow": (
        "pt-francesa/24",
        asked(results=[], minimum=500, maximums={"plein": 15_001}),
        15_000,
        15_001,
    ),
}


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=pytest.mark.clause(clause)) for case, (clause, *_) in LIMITS.items()]
)
def test_a_stake_outside_the_limits_is_refused_with_clause_limit_and_value(case: str) -> None:
    clause, document, limit, value = LIMITS[case]
    house = clause.partition("/")[0]
    with pytest.raises(Problem) as refused:
        answer(house, document)
    problem = refused.value.document()
    assert (problem["status"], problem["limit"], problem["value"]) == (422, limit, value)
    assert problem["clause"] == clause
    assert in_words(limit, get_rulebook(house).currency) in problem["detail"]


def test_other_players_stakes_do_not_count_against_the_maximum() -> None:
    others = bet(amount=600, ref="b") | {"player": "P2"}
    assert answer("it-live", asked(bet(amount=600), others, results=[1], maximums={"rouge": 600}))


def test_maximums_alone_bound_their_own_kinds_only() -> None:
    answered = answer(
        "pt-americana",
        asked(bet("plein:17", 10**9), bet("voisins", 900, ref="b"), results=[17], maximums={"cheval": 5}),
    )
    assert outcomes(answered) == [[("a", "won"), ("b", "lost")]]


CHOICE = {"coup": 1, "ref": "a", "choice": "stay"}
WRONG = {
    "no object": ([], "request: right would be an object, and this is a list"),
    "no bets": ({"results": []}, "request: the key 'bets' is missing"),
    "an unknown key": (asked(results=[], bank=1), "request: no such key; there are "),
    "an unknown key of a bet": (
        asked(bet(colour="red"), results=[]),
        "bets[0]: no such key; there are ref, player, bet",
    ),
    "an amount in words": (
        asked(bet(amount="5"), results=[]),
        "bets[0].amount: right would be a whole number, and this is text",
    ),
    "an amount with a point": (
        asked(bet(amount=5.0), results=[]),
        "bets[0].amount: right would be a whole number, and this is a decimal number",
    ),
    "an amount of true": (
        asked(bet(amount=True), results=[]),
        "bets[0].amount: right would be a whole number, and this is true or false",
    ),
    "a negative amount": (asked(bet(amount=-5), results=[]), "bets[0].amount: 1 is the least here"),
    "nothing staked": (asked(bet(amount=0), results=[]), "bets[0].amount: 1 is the least here"),
    "an empty ref": (asked(bet(ref=""), results=[]), "bets[0].ref: text here has at least 1 character"),
    "a ref twice": (asked(bet(), bet(), results=[]), "bets[1].ref: 'a' is the ref of bets[0] already"),
    "a number off the wheel": (asked(results=[0, 37]), "results[1]: 36 is the most here"),
    "a number below zero": (asked(results=[-1]), "results[0]: 0 is the least here"),
    "a currency in small letters": (
        asked(results=[], currency="eur"),
        "currency: text here is written by the pattern",
    ),
    "a currency and a line's end": (
        asked(results=[], currency="EUR\n"),
        "currency: it has a line break",
    ),
    "a minimum of nothing": (asked(results=[], minimum=0), "minimum: 1 is the least here"),
    "a maximum in words": (
        asked(results=[], maximums={"plein": "5"}),
        "maximums.plein: right would be a whole number, and this is text",
    ),
    "a maximum of no kind": (
        asked(results=[], maximums={"pleno": 5}),
        "maximums.pleno: it-venezia has no such kind",
    ),
    "a choice of nobody": (
        asked(bet(), results=[0], choices=[CHOICE | {"ref": "z"}]),
        "choices[0].ref: no bet has the ref 'z'",
    ),
    "a choice after the last coup": (
        asked(bet(), results=[0], choices=[CHOICE | {"coup": 2}]),
        "choices[0].coup: there is no coup 2",
    ),
    "a choice before the first": (
        asked(bet(), results=[0], choices=[CHOICE | {"coup": 0}]),
        "choices[0].coup: 1 is the least here",
    ),
    "two choices at once": (
        asked(bet(), results=[0], choices=[CHOICE, CHOICE]),
        "choices[1]: 'a' has a choice for coup 1 already",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_malformed_request_is_told_the_place_and_the_rule(case: str) -> None:
    document, message = WRONG[case]
    with pytest.raises(Problem) as refused:
        answer("it-venezia", document)
    problem = refused.value.document()
    assert problem["detail"].startswith(message)
    assert problem["type"] == "urn:permanence:problem:malformed-request"
    assert "clause" not in problem


REFUSED = {
    "no bet at all": (asked(bet("roulette"), results=[]), "bets[0].bet: ", "it-venezia/positions"),
    "no neighbours": (
        asked(bet(), bet("cheval:1-9", ref="b"), results=[]),
        "bets[1].bet: ",
        "it-venezia/positions",
    ),
    "not divisible": (asked(bet("tiers", 500), results=[]), "bets[0].amount: ", "it-venezia/announcements"),
    "across dozens": (asked(bet("deux-douzaines:1-2"), results=[]), "bets[0].bet: ", "it-venezia/general-4"),
    "a free stake's choice": (asked(bet(), results=[1], choices=[CHOICE]), "choices[0]: ", "it-venezia/zero"),
    "no such choice": (
        asked(bet(), results=[0], choices=[CHOICE | {"choice": "x"}]),
        "choices[0]: ",
        "it-venezia/prison",
    ),
}


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=pytest.mark.clause(clause)) for case, (*_, clause) in REFUSED.items()]
)
def test_refusal_names_place_and_clause_of_a_broken_rule(case: str) -> None:
    document, place, clause = REFUSED[case]
    with pytest.raises(Problem) as refused:
        answer("it-venezia", document)
    assert refused.value.detail.startswith(place)
    assert refused.value.clause == clause


def test_a_choice_under_a_rulebook_without_a_prison_is_refused() -> None:
    with pytest.raises(Problem, match="has no choice in this coup") as refused:
        answer("pt-francesa", asked(bet(), results=[0], choices=[CHOICE]))
    assert refused.value.clause == "pt-francesa/19"


@pytest.mark.clause("pt-americana/34")
def test_amounts_that_are_named_instead_keep_to_the_steps_of_the_sign() -> None:
    with pytest.raises(Problem) as problem:
        answer("pt-americana@1", asked(bet("tiers", 5_000), results=[5], minimum=500))
    assert problem.value.detail.endswith("150 EUR is the smallest that does")
    assert answer("pt-americana@1", asked(bet("tiers", 15_000), results=[5], minimum=500))["coups"]
    assert answer("pt-americana", asked(bet("tiers", 3_000), results=[5], minimum=500))["coups"]
