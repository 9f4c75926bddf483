"""A rejected command is answered with the problem document of its kind."""

import pytest
from rest_framework.exceptions import NotFound

from casino.api.commands.view import rejections_as_problems
from casino.people.signing import SigningFailed
from casino.web.problem import Problem
from casino.web.problem_response import KeyUsedBefore, Overtaken
from settlement.slip_aggregate import UnknownSlip
from tables.handling.aggregates.table import UnknownTable
from tables.refusal import Refused
from tables.stream import ConcurrencyError, IdempotencyConflict


@pytest.mark.parametrize(
    ("error", "problem", "detail"),
    [
        (Refused("last-coup-not-announced"), Problem, "no last coup is announced"),
        (SigningFailed("old-pin-wrong"), Problem, "that is not your old PIN"),
        (
            UnknownTable("table-unknown", table="T9", tables=("T1",)),
            NotFound,
            "no table T9 is registered; there are: T1.",
        ),
        (UnknownSlip("slip-unknown", slip="F-1"), NotFound, "there is no slip F-1."),
        (
            ConcurrencyError("T1/2026-11-20", 7),
            Overtaken,
            "T1 moved on while this was decided; send it again.",
        ),
        (IdempotencyConflict("k"), KeyUsedBefore, "observation 3 was another one already."),
    ],
)
def test_each_kind_of_rejection_has_a_problem_of_its_own(
    error: Exception, problem: type[Exception], detail: str
) -> None:
    with (
        pytest.raises(problem) as raised,
        rejections_as_problems("T1", key_reused="observation 3 was another one already."),
    ):
        raise error
    assert str(raised.value) == detail


def test_a_refused_signature_is_named_by_its_place_in_the_body() -> None:
    with (
        pytest.raises(Problem, match=r"^signatures\[1\]: that is not your old PIN$"),
        rejections_as_problems("T1", at="signatures[1]"),
    ):
        raise SigningFailed("old-pin-wrong")
