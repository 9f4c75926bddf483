"""A slip goes its way step by step, each signed by whom the trade asks for, and ends once."""

from typing import Any

import pytest
from msgspec.structs import replace

from settlement.slips import commands as c
from settlement.slips import events as e
from settlement.slips.decide import decide, requested
from settlement.slips.evolve import evolve
from settlement.slips.state import SlipState
from tables.codec import encode
from tables.play.events import Person, Signature, SlipKind
from tables.refusal import Refused
from testkit.refusals import expect_refusal

BOSS = Signature(person=Person(id="person/1", name="Boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="person/2", name="Chief"), role="chef_de_table")
DESK = Signature(person=Person(id="person/3", name="Desk"), role="cash_desk")
INSPECTOR = Signature(person=Person(id="person/4", name="Inspector"), role="games_inspector")
CROUPIER = Signature(person=Person(id="p1", name="Croupier 1"), role="croupier")
PIECES = {10_000: 5, 500: 20}

ISSUE = c.IssueSlip(carrier="Rosa", signatures=(DESK,))
CARRY = c.CarrySlip(signatures=(DESK,))
AT_THE_TABLE = (CROUPIER, CHIEF)
RECEIVE = c.ReceiveSlip(signatures=AT_THE_TABLE)
AT_THE_BANK = c.ReceiveSlip(signatures=(DESK,))
HAND_OVER = c.HandOverSlip(signatures=AT_THE_TABLE)
VOID = c.VoidSlip(reason="the wrong chips", signatures=(DESK,))
REPRINT = c.ReprintSlip(signatures=(DESK,))
STEPS: dict[SlipKind, tuple[c.AnyOnSlip, ...]] = {
    "fill": (ISSUE, CARRY, RECEIVE),
    "credit": (ISSUE, HAND_OVER, AT_THE_BANK),
}
ALL: tuple[c.AnyOnSlip, ...] = (ISSUE, CARRY, RECEIVE, HAND_OVER, AT_THE_BANK)


def slip(kind: SlipKind, steps: int = 0, **fields: Any) -> SlipState:
    """One of that kind after so many of its steps."""
    request = c.RequestSlip(kind=kind, table="T1", **{"pieces": PIECES, "signatures": (BOSS,), **fields})
    found = evolve(SlipState(), requested(request, 7, "2026-11-20", "EUR"))
    for command in STEPS[kind][:steps]:
        found = evolve(found, decide(found, command))
    return found


def test_a_fill_goes_from_the_pit_to_the_bank_and_to_the_table() -> None:
    assert [slip("fill", steps).status for steps in range(4)] == [
        "requested",
        "issued",
        "carried",
        "received",
    ]
    assert slip("fill").number == "F-000007"


def test_a_credit_goes_from_the_pit_to_the_bank_and_back_with_the_chips() -> None:
    stands = [slip("credit", steps).status for steps in range(4)]
    assert stands == ["requested", "issued", "handed_over", "received"]
    assert slip("credit").number == "C-000007"


@pytest.mark.parametrize("kind", ["fill", "credit"])
@pytest.mark.parametrize("steps", range(4))
def test_only_the_next_step_can_be_made_and_none_twice(kind: SlipKind, steps: int) -> None:
    stands = slip(kind, steps)
    right = STEPS[kind][steps] if steps < 3 else None
    for command in ALL:
        receiving = isinstance(command, c.ReceiveSlip) and isinstance(right, c.ReceiveSlip)
        if command is right or receiving:
            continue
        with pytest.raises(Refused) as refused:
            decide(stands, command)
        assert refused.value.code in ("slip-ended", "slip-of-a-kind-without-step", "slip-step-out-of-order")
        assert refused.value.parameters["slip"] == stands.number
    if right is not None:
        assert decide(stands, right)


UNSIGNED = {
    "fill": ("slip-issue-unsigned", "slip-departure-unsigned", "signature-missing"),
    "credit": ("slip-issue-unsigned", "signature-missing", "slip-receipt-unsigned"),
}
"""The code by which each step is refused that nobody has signed who may."""


@pytest.mark.parametrize("kind", ["fill", "credit"])
@pytest.mark.parametrize("steps", range(3))
def test_no_step_is_made_without_its_signatures(kind: SlipKind, steps: int) -> None:
    command = STEPS[kind][steps]
    for too_little in ((), (INSPECTOR,), (BOSS,), command.signatures[:-1], command.signatures[1:]):
        with expect_refusal(UNSIGNED[kind][steps], slip="F-000007" if kind == "fill" else "C-000007"):
            decide(slip(kind, steps), replace(command, signatures=too_little))


def test_the_cash_desk_cannot_receive_at_the_table() -> None:
    with expect_refusal("signature-missing", role="croupier"):
        decide(slip("fill", 2), AT_THE_BANK)


def test_the_table_cannot_receive_at_the_bank() -> None:
    with expect_refusal("slip-receipt-unsigned"):
        decide(slip("credit", 2), RECEIVE)


@pytest.mark.parametrize("signature", [DESK, INSPECTOR, CROUPIER])
def test_chips_are_asked_for_at_the_pit(signature: Signature) -> None:
    with expect_refusal("slip-request-unsigned"):
        slip("fill", signatures=(signature,))


@pytest.mark.parametrize("pieces", [{}, {0: 3}, {500: 0}, {500: -3}])
def test_a_slip_is_of_some_whole_chips(pieces: dict[int, int]) -> None:
    with expect_refusal("chips-not-counted"):
        slip("fill", pieces=pieces)


def test_a_slip_is_of_values_that_the_houses_chips_have() -> None:
    request = c.RequestSlip(kind="fill", table="T1", pieces={700: 3}, signatures=(BOSS,))
    with expect_refusal("slip-of-unknown-value"):
        requested(request, 1, "2026-11-20", "EUR", values=(500, 10_000))


def test_other_pieces_than_requested_are_issued_with_a_reason_only() -> None:
    other = replace(ISSUE, pieces={10_000: 4})
    with expect_refusal("slip-issued-otherwise-without-reason"):
        decide(slip("fill"), other)
    issued = decide(slip("fill"), replace(other, reason="four were left"))
    assert (issued.pieces, issued.total) == ({10_000: 4}, 40_000)
    stands = evolve(slip("fill"), issued)
    assert (stands.requested, stands.pieces) == (PIECES, {10_000: 4})


def test_a_slip_is_issued_to_somebody_who_carries_it() -> None:
    with expect_refusal("slip-without-carrier"):
        decide(slip("fill"), replace(ISSUE, carrier=" "))
    carried = decide(slip("fill", 1), replace(CARRY, carrier="Paulo"))
    assert isinstance(carried, e.SlipCarried) and carried.carrier == "Paulo"
    assert slip("fill", 2).carrier == "Rosa"


def test_a_fill_is_received_as_its_slip_says_or_not_at_all() -> None:
    with expect_refusal("fill-with-other-pieces"):
        decide(slip("fill", 2), replace(RECEIVE, pieces={10_000: 4}))
    assert decide(slip("fill", 2), replace(RECEIVE, pieces=PIECES))


def test_bank_may_count_a_credit_otherwise_with_a_reason() -> None:
    found = replace(AT_THE_BANK, pieces={10_000: 4, 500: 20})
    with expect_refusal("credit-with-other-pieces"):
        decide(slip("credit", 2), found)
    received = decide(slip("credit", 2), replace(found, reason="one of 100 is missing"))
    assert isinstance(received, e.SlipReceived)
    assert (received.pieces, received.expected, received.total) == (found.pieces, PIECES, 50_000)


@pytest.mark.parametrize(
    ("kind", "steps", "signed", "unsigned"),
    [
        ("fill", 0, (BOSS,), "slip-void-unsigned"),
        ("fill", 1, (DESK,), "slip-return-unsigned"),
        ("fill", 2, (DESK,), "slip-return-unsigned"),
        ("credit", 0, (CHIEF,), "slip-void-unsigned"),
        ("credit", 1, (BOSS,), "slip-void-unsigned"),
        ("credit", 2, AT_THE_TABLE, "signature-missing"),
    ],
)
def test_slip_is_voided_by_the_side_that_takes_the_chips_back(
    kind: SlipKind, steps: int, signed: tuple[Signature, ...], unsigned: str
) -> None:
    stands = slip(kind, steps)
    wrong = (BOSS,) if len(signed) > 1 or DESK in signed else (INSPECTOR,)
    with expect_refusal(unsigned, slip=stands.number):
        decide(stands, replace(VOID, signatures=wrong))
    with expect_refusal("slip-void-without-reason"):
        decide(stands, replace(VOID, signatures=signed, reason=" "))
    voided = decide(stands, replace(VOID, signatures=signed))
    assert isinstance(voided, e.SlipVoided) and voided.was == stands.status
    with expect_refusal("slip-ended", step="voided"):
        decide(evolve(stands, voided), VOID)


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_received_slip_cannot_be_voided(kind: SlipKind) -> None:
    with expect_refusal("slip-ended", step="received"):
        decide(slip(kind, 3), replace(VOID, signatures=(*AT_THE_TABLE, DESK)))


def test_reprints_are_counted_and_change_nothing_else() -> None:
    with expect_refusal("slip-not-issued-yet"):
        decide(slip("fill"), REPRINT)
    stands = slip("fill", 3)
    for copy in (1, 2):
        printed = decide(stands, REPRINT)
        assert isinstance(printed, e.SlipReprinted) and printed.copy == copy
        stands = evolve(stands, printed)
    assert (stands.status, stands.reprints) == ("received", 2)


def test_series_go_with_the_pieces() -> None:
    with_series = slip("fill", by_series={"A": PIECES})
    other = decide(with_series, replace(ISSUE, pieces={10_000: 4}, reason="four were left"))
    assert other.by_series == {"A": {10_000: 4}}
    two = slip("fill", by_series={"A": {10_000: 5}, "B": {500: 20}})
    with expect_refusal("slip-of-several-series"):
        decide(two, replace(ISSUE, pieces={10_000: 4}, reason="four were left"))


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_the_record_gives_every_event_back(kind: SlipKind) -> None:
    stands = slip(kind)
    for command in (*STEPS[kind], REPRINT):
        event = decide(stands, command)
        assert e.SLIP_EVENTS.decode(*encode(event)) == event
        stands = evolve(stands, event)
    assert stands.version == 5
