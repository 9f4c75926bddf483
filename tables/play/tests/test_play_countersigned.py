"""Whatever is signed at a table: by each of the roles that the rule asks for, by as many people, and by nobody else."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from casino.kit.sentences.words import WORDS
from tables.play import commands as c
from tables.play import events as e
from tables.play.dispute.commands import PutBack
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Limits
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

PIECES = {10_000: 2}


def by(*roles: str) -> tuple[e.Signature, ...]:
    """The signatures of as many people, each of a role; the croupier is one who sits at the table."""
    return tuple(
        e.Signature(person=e.Person(id="p1" if role == "croupier" else role, name=role), role=role)
        for role in roles
    )


def of(rulebook: str, *commands: c.Command, **opened: Any) -> DayInHand:
    """A day of this rulebook on which that was said."""
    rules = get_rulebook(rulebook)
    day = DayInHand(rules, opened=False)
    day.do(replace(opening(rules), **opened), *commands)
    return day


class Case(NamedTuple):
    """A day on which the command can be said, and the roles that must sign it, all of them or any one."""

    day: Callable[[], DayInHand]
    command: c.Signed
    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()


FILL = c.RequestFill(slip="F-000001", pieces=PIECES)
CREDIT = c.RequestCredit(slip="C-000001", pieces=PIECES)
HAND_OVER = c.HandOverCredit(slip="C-000001", pieces=PIECES)
ASKS, AT_TABLE = ("chef_de_table", "pit_boss"), ("croupier", "chef_de_table")
AT_THE_TABLE, DECIDES = ("chef_de_table", "pit_boss", "direction"), ("pit_boss", "direction")
RAISED = c.ChangeLimits(limits=Limits(minimum=1_000), players_told=True, sign_changed=True)
MISPLACED = c.ReconstituteBets(
    bets=(PutBack(ref="b1", bet="noir"),), basis="staff", decided_by=e.Person(id="p1", name="Croupier 1")
)
ABANDONED = (
    c.AnnounceBetsOpen(),
    c.PlaceBet(player="P1", bet="rouge", amount=10_000),
    c.SeeAbandoned(ref="b1"),
)
LATE = c.AcceptLateBet(
    bet=c.PlaceBet(player="P1", bet="rouge", amount=10_000, repeated=("employee", "chief"))
)


def disputed() -> DayInHand:
    day = of("it-venezia")
    day.coup(17)
    day.do(c.OpenDispute(coup=1, player="P1", words="my chip lay on 17"))
    return day


def differing() -> DayInHand:
    day = of("it-venezia", c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    day.do(c.PayDifferently(coup=1, refs=("b1",), paid=17_000, reason="a chip less"))
    return day


def disputed_number() -> DayInHand:
    day = of("it-venezia", c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=4))
    day.do(c.DeclareNumber(number=5, source="reader", coup=1))
    return day


def doubted() -> DayInHand:
    day = of("it-venezia", c.ChangeReader(reader="W", state="live"), c.StartRotor(reader="W", game="1/11"))
    day.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    day.do(c.DeclareNumber(number=17, source="reader", game="1/3"))
    return day


def unclaimed() -> DayInHand:
    day = of("it-venezia", c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17), c.SeeUnclaimed(coup=1, refs=("b1",)))
    return day


def misplaced() -> DayInHand:
    day = of("it-venezia", c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    return day


def advanced() -> DayInHand:
    return of("it-campione", c.AdvanceChips(player="P1", amount=60_000, signatures=by("games_inspector")))


CASES = [
    Case(lambda: of("pt-francesa"), FILL, any_of=ASKS),
    Case(lambda: of("pt-francesa"), CREDIT, any_of=ASKS),
    Case(
        lambda: of("pt-francesa", replace(FILL, signatures=by("pit_boss"))),
        c.ReceiveFill(slip="F-000001", pieces=PIECES),
        all_of=AT_TABLE,
    ),
    Case(lambda: of("pt-francesa", replace(CREDIT, signatures=by("pit_boss"))), HAND_OVER, all_of=AT_TABLE),
    Case(
        lambda: of("pt-francesa", replace(FILL, signatures=by("pit_boss"))),
        c.TellSlipVoided(slip="F-000001", reason="not needed"),
        any_of=(*ASKS, "cash_desk"),
    ),
    Case(
        lambda: of(
            "pt-francesa",
            replace(CREDIT, signatures=by("pit_boss")),
            replace(HAND_OVER, signatures=by(*AT_TABLE)),
        ),
        c.TellSlipVoided(slip="C-000001", reason="the bank is shut"),
        all_of=AT_TABLE,
    ),
    Case(
        lambda: of("it-campione", *ABANDONED),
        c.PayIn(ref="h1"),
        all_of=("chef_de_table", "public_controller"),
    ),
    Case(
        differing,
        c.DecidePaymentDifference(difference="x1", outcome="stands", reason="so it was"),
        any_of=("pit_boss", "direction"),
    ),
    Case(disputed, c.DecideDispute(dispute="d1", outcome="none", reason="camera 3"), all_of=("direction",)),
    Case(lambda: of("it-campione"), c.AdvanceChips(player="P1", amount=60_000), all_of=("games_inspector",)),
    Case(advanced, c.CarryAdvance(ref="v1"), all_of=("games_inspector",)),
    Case(lambda: of("it-campione", c.AnnounceBetsOpen(), c.LaunchBall()), LATE, all_of=("chef_de_table",)),
    Case(
        lambda: of("it-campione", c.AnnounceBetsOpen(), c.LaunchBall()),
        c.RefuseLateBet(player="P1", bet="rouge", amount=10_000, reason="too late"),
        all_of=("chef_de_table",),
    ),
    Case(lambda: of("it-venezia"), c.SuspendTable(detail="fire"), all_of=("direction",)),
    Case(lambda: of("pt-francesa"), c.SuspendTable(detail="fire"), any_of=DECIDES),
    Case(lambda: of("it-campione", c.SuspendTable(reason="service")), c.ResumeTable(), all_of=("direction",)),
    Case(lambda: of("pt-francesa", c.SuspendTable(detail="fire")), c.ResumeTable(), any_of=DECIDES),
    Case(lambda: of("it-venezia"), RAISED, all_of=("direction",)),
    Case(lambda: of("pt-francesa"), RAISED, any_of=DECIDES),
    Case(
        lambda: of("it-campione", c.AnnounceLastCoup()),
        c.RevokeLastCoup(reason="play on"),
        any_of=AT_THE_TABLE,
    ),
    Case(disputed_number, c.ResolveDiscrepancy(number=5, reason="camera 3"), any_of=AT_THE_TABLE),
    Case(doubted, c.DismissDoubt(coup=1), any_of=AT_THE_TABLE),
    Case(lambda: of("it-campione", *ABANDONED[:2]), c.SeeAbandoned(ref="b1"), any_of=AT_THE_TABLE),
    Case(lambda: of("it-campione"), c.ExcuseTimeAtBall(words="told Anna"), any_of=AT_THE_TABLE),
    Case(
        lambda: of("it-campione", c.AnnounceBetsOpen(), c.LaunchBall()),
        c.AnnulCoup(reason="foreign-object"),
        all_of=("chef_de_table",),
    ),
    Case(
        lambda: of("pt-francesa", c.AnnounceBetsOpen(), c.LaunchBall()),
        c.AnnulCoup(reason="foreign-object"),
        any_of=("croupier", *AT_THE_TABLE),
    ),
    Case(
        lambda: of("it-venezia", c.AnnounceBetsOpen(), c.LaunchBall()),
        c.AnnulCoup(reason="foreign-object"),
        any_of=AT_THE_TABLE,
    ),
    Case(unclaimed, c.EndHeld(ref="h1", outcome="to the cash desk", reason="a month"), any_of=AT_THE_TABLE),
    Case(misplaced, MISPLACED, any_of=AT_THE_TABLE),
]


def short() -> c.CountFloat:
    """A count that finds one chip less than is to be there."""
    return c.CountFloat(moment="opening", pieces={10_000: 1}, signatures=by("pit_boss", "cash_desk"))


def forced_shut() -> DayInHand:
    """The day after one that was closed by force with a slip open."""
    last = of("pt-francesa", replace(FILL, signatures=by("pit_boss")))
    last.do(c.CloseTable(forced=True, reason="fire", signatures=by("pit_boss", "games_inspector")))
    day = DayInHand(last.rulebook, opened=False, after=last.state)
    day.do(opening(last.rulebook, day="2026-11-21"))
    return day


PLACE = c.PlaceBox(serial="T1-A")
BY_TWO: list[tuple[Callable[[], DayInHand], c.Signed]] = [
    (lambda: of("pt-francesa"), PLACE),
    (
        lambda: of("pt-francesa", replace(PLACE, signatures=by("pit_boss", "cash_desk"))),
        c.RemoveBox(serial="T1-A", reason="closing"),
    ),
    (lambda: of("pt-francesa"), c.CountTips(shift="night", total=500)),
    (
        lambda: of("pt-francesa", c.TakeCash(total=500)),
        c.CorrectCash(taken=2, total=50, reason="a nought too many"),
    ),
    (forced_shut, c.ExplainForcedClose(reason="the slip was found")),
    (
        lambda: of("pt-francesa", short(), counts_float=True, par=PIECES),
        c.ExplainVariance(reason="a chip lay under the cloth"),
    ),
    (lambda: of("it-campione", *ABANDONED), c.CountHeld(ref="h1", pieces={500: 20})),
]
"""What two people sign: the chief or the pit boss, and anybody else."""
NAMES = [f"{type(case.command).__name__}-{'-'.join(case.all_of or case.any_of)}" for case in CASES]
each = pytest.mark.parametrize("case", CASES, ids=NAMES)


def refused(case: Case, *signatures: e.Signature) -> str:
    """The code that it is refused with; nothing is told of it."""
    day = case.day()
    before, day.signs = len(day.events), False
    with pytest.raises(Refused) as refusal:
        day.do(replace(case.command, signatures=signatures))
    assert len(day.events) == before
    return refusal.value.code


def every_signed(command: type[c.Signed] = c.Signed) -> Iterator[type[c.Signed]]:
    for below in command.__subclasses__():
        if below.__module__.startswith("tables.play") and below not in (c.SlipCommand, c.Authorised):
            yield below
        yield from every_signed(below)


def test_every_command_of_a_table_that_is_signed_stands_here_or_has_tests_of_its_own() -> None:
    by_two = {type(command) for _, command in BY_TWO}
    assert set(every_signed()) == {type(case.command) for case in CASES} | by_two | {
        c.CountFloat,
        c.OpenTable,
        c.CloseTable,
        c.ReopenTable,
        c.AcknowledgeWarning,
    }


@each
def test_nobody_or_a_role_that_the_rule_does_not_name_signs_nothing(case: Case) -> None:
    asked = case.all_of or case.any_of
    unsigned = {"signature-missing", "signature-not-allowed", "signature-of-one-missing"}
    assert refused(case) in unsigned
    others = [role for role in (*WORDS["role"], "administrator") if role not in asked]
    assert refused(case, *by(*others)) in unsigned | {"croupier-without-position"}


@each
def test_each_of_the_roles_signs(case: Case) -> None:
    for missing in case.all_of:
        left = [role for role in case.all_of if role != missing]
        assert refused(case, *by(*left, "administrator")) == "signature-missing"


@each
def test_person_cannot_sign_for_two_roles(case: Case) -> None:
    if len(case.all_of) > 1:
        one = e.Person(id="p1", name="One")
        signed = (e.Signature(person=one, role=role) for role in case.all_of)
        assert refused(case, *signed) == "signature-missing"


@each
def test_with_those_who_must_it_is_done(case: Case) -> None:
    for roles in [case.all_of] if case.all_of else [(role,) for role in case.any_of]:
        assert case.day().do(replace(case.command, signatures=by(*roles)))


def test_the_float_is_counted_by_two_people_whoever_they_are() -> None:
    count = c.CountFloat(moment="opening", pieces=PIECES)
    for signatures in ((), by("pit_boss"), by("pit_boss") * 2):
        with expect_refusal("second-signature-missing"):
            of("pt-francesa", counts_float=True).do(replace(count, signatures=signatures))
    assert of("pt-francesa", counts_float=True).do(replace(count, signatures=by("pit_boss", "croupier")))


@pytest.mark.parametrize(("day", "command"), BY_TWO, ids=[type(command).__name__ for _, command in BY_TWO])
def test_boxes_tips_and_explanations_are_signed_by_the_chief_or_the_pit_boss_and_another(
    day: Callable[[], DayInHand], command: c.Signed
) -> None:
    for roles, code in (
        ((), "signature-in-charge-missing"),
        (("pit_boss",), "countersignature-missing"),
        (("chef_de_table", "chef_de_table"), "countersignature-missing"),
        (("cash_desk", "croupier"), "signature-in-charge-missing"),
    ):
        with expect_refusal(code):
            day().do(replace(command, signatures=by(*roles)))
    elsewhere = e.Signature(person=e.Person(id="person/9", name="Elsewhere"), role="croupier")
    with expect_refusal("croupier-without-position", name="Elsewhere", table="T1"):
        day().do(replace(command, signatures=(*by("pit_boss"), elsewhere)))
    for roles in (("pit_boss", "croupier"), ("chef_de_table", "pit_boss"), ("cash_desk", "chef_de_table")):
        assert day().do(replace(command, signatures=by(*roles)))
