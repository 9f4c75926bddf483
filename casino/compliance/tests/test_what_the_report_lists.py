"""What an inspector must be able to read afterwards stands in the report: by clause, who, when, and how late."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from msgspec.structs import replace

from casino.compliance.report import ReportLine, day_report
from tables.compliance.commands import Uphold
from tables.handling import Actor, handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.play import commands as c
from tables.play import events as e
from tables.play.dispute.commands import PutBack
from tables.roulette.rulebook import Limits
from testkit.house import OpenHouse
from testkit.play import DIRECTOR, opening

NewTable = Callable[..., OpenHouse]
CHEF = e.Signature(person=e.Person(id="person/1", name="Chef"), role="chef_de_table")
BOSS = e.Signature(person=e.Person(id="boss", name="Pit boss (demo)"), role="pit_boss")
CONTROLLER = e.Signature(person=e.Person(id="person/3", name="Controller"), role="public_controller")
INSPECTOR = Actor(id="person/4", name="Inspector")
EVA = e.Person(id="p9", name="Eva")


def lines(house: OpenHouse, kind: str = "", day: str = "2026-11-20") -> list[ReportLine]:
    report = day_report(house.casino_id, house.table, day)
    assert report is not None
    return [line for line in report.lines if kind in ("", line.kind)]


def said(house: OpenHouse, *commands: c.Command) -> None:
    for command in commands:
        house.do(command)


def later(house: OpenHouse, **duration: float) -> None:
    house.now += timedelta(**duration)


def number_fell(house: OpenHouse, number: int, bet: str = "rouge", amount: int = 10_000) -> None:
    said(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet=bet, amount=amount), c.LaunchBall())
    said(house, c.CloseBets(), c.DeclareNumber(number=number))


def test_a_ball_changed_late_is_told_with_its_clause_who_when_and_how_late(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    later(house, minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    (changed,) = lines(house, "Ball change")
    assert (changed.clause, changed.reference) == ("pt-francesa/9", house.rulebook.clauses["pt-francesa/9"])
    assert (changed.words, changed.by) == ("ball A changed for ball B, announced", "Pit boss (demo)")
    assert (changed.at, changed.late_s) == (house.now, 120)
    raised, met = lines(house, "Violation")
    assert (raised.at, raised.late_s, raised.not_met) == (house.now - timedelta(seconds=120), 120, False)
    assert (met.words, met.violation, met.late_s) == ("Ball change: done at last", raised.violation, 120)


def test_a_ball_changed_in_time_is_told_without_lateness(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    later(house, minutes=30)
    house.do(c.ChangeBall(ball="B", announced=True))
    assert [line.late_s for line in lines(house, "Ball change")] == [None]
    assert lines(house, "Violation") == []


def test_ball_never_changed_is_reported_as_not_met(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    later(house, minutes=62)
    house.do(c.CloseTable())
    (raised,) = [line for line in lines(house, "Violation") if line.rule == "ball-change"]
    assert (raised.not_met, raised.late_s) == (True, None)


def test_answer_to_a_violation_is_reported_under_its_clause(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.do(c.ChangeBall(ball="A", announced=True))
    (raised,) = lines(house, "Violation")
    later(house, days=2)
    upheld = Uphold(reason="seen on the camera", signatures=(CONTROLLER,))
    name = raised.violation
    handle(ViolationAggregate(house.casino_id, "T1", "2026-11-20", name), upheld, by=INSPECTOR, now=house.now)
    *_, last = lines(house)
    assert (last.words, last.clause) == (
        "Same ball again: upheld: seen on the camera",
        raised.clause,
    )
    assert (last.by, last.signed) == ("Inspector", ("Controller (public controller)",))


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("pt-francesa", "pt-francesa/23", marks=pytest.mark.clause("pt-francesa/23")),
        pytest.param("pt-americana", "pt-americana/33", marks=pytest.mark.clause("pt-americana/33")),
    ],
)
def test_displaced_bets_that_were_put_back_are_listed(
    new_table: NewTable, rulebook: str, clause: str
) -> None:
    how = {"chip_colours": {"yellow": 200}} if rulebook == "pt-americana" else {}
    house = new_table(rulebook, **how)
    if how:
        house.do(c.AssignColour(player="P1", colour="yellow", value=1_000, count=60))
    number_fell(house, 2, "plein:1" if how else "rouge", 1_000 if how else 10_000)
    back = PutBack(ref="b1", bet="plein:2" if how else "noir")
    house.do(c.ReconstituteBets(bets=(back,), basis="player", decided_by=EVA))
    (line,) = lines(house, "Reconstitution")
    assert (line.clause, line.coup) == (clause, 1)
    assert line.words.endswith("on the player's indication, decided by Eva")
    assert "put back on" in line.words


@pytest.mark.clause("it-campione/5")
def test_a_change_of_limits_is_listed_from_the_notice_to_the_sign(new_table: NewTable) -> None:
    house = new_table("it-campione")
    limits = Limits(minimum=1_000, maximums=house.rulebook.default_limits.maximums)
    house.do(c.ChangeLimits(limits=limits, players_told=True, sign_changed=False))
    assert house.rulebook.limits.sign_within_s is not None
    later(house, seconds=house.rulebook.limits.sign_within_s + 90)
    house.do(c.ConfirmSign())
    told, changed = lines(house, "Limits")
    assert told.words.startswith("the players were told of minimum 10 ")
    assert changed.words.startswith("minimum 10 ") and "before: minimum" in changed.words
    assert {told.clause, changed.clause} == {"it-campione/5"}
    assert (told.late_s, changed.late_s) == (None, 90)


def test_a_screen_has_the_maximums_of_a_line_as_a_table_and_a_file_in_words(new_table: NewTable) -> None:
    house = new_table("it-campione")
    limits = Limits(minimum=500, maximums={"plein": 100_000})
    agreed = e.Agreement(person="Dr. Neri", at=house.now, ground="a tournament")
    house.do(c.ChangeLimits(limits=limits, players_told=True, sign_changed=True, agreement=agreed))
    (line,) = lines(house, "Limits")
    assert "pieno 1,000 CHF" in line.words
    assert "maximums" not in line.beside_limits and line.beside_limits.startswith("minimum 5")
    (plein,) = [each for each in line.limits if each.bet == "pieno"]
    assert plein.maximum == "1,000 CHF" and plein.before


@pytest.mark.clause("it-campione/15")
def test_a_suspension_is_listed_with_the_notice_to_control_and_how_late_it_came(new_table: NewTable) -> None:
    house = new_table("it-campione")
    rule = house.rulebook.suspension
    assert rule is not None
    reason = next(iter(rule.reasons))
    house.do(c.SuspendTable(reason=reason, detail="lights out"))
    later(house, minutes=11)
    said(house, c.NotifyControl(notice="by telephone"), c.ResumeTable())
    suspended, notified, resumed = lines(house, "Suspension")
    assert "lights out" in suspended.words and suspended.clause == "it-campione/15"
    assert (notified.words, notified.late_s) == ("control was told: “by telephone”", 60)
    assert resumed.words == "play resumed"


@pytest.mark.clause("pt-americana/9-11")
def test_counted_boxes_of_colours_are_listed_with_their_clause(casino_id: int, db: None) -> None:
    colours = {"yellow": 200, "blue": 160}
    house = OpenHouse(casino_id, "pt-americana", chip_colours=colours)
    signed = tuple(
        e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
    )
    found = {"yellow": 200, "blue": 158}
    said(house, c.CountFloat(moment="closing", pieces={500: 40}, colours=found, signatures=signed))
    said(house, c.ExplainVariance(reason="two broke", signatures=signed))
    counted, differs, explained = lines(house, "Float")
    assert "in the boxes of colours: blue 158, yellow 200" in counted.words
    assert differs.words == "the boxes of colours at the closing are other than the record has them: -2 blue"
    assert (counted.clause, differs.clause) == ("pt-americana/9-11", "pt-americana/9-11")
    assert "other chips are explained: “two broke”" in explained.words


@pytest.mark.clause("it-campione/19")
def test_safekeeping_is_listed_with_its_signers_until_its_end(new_table: NewTable) -> None:
    house = new_table("it-campione")
    number_fell(house, 1)
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    house.do(c.PayIn(ref="h1", signatures=(BOSS, CHEF, CONTROLLER)))
    held, paid_in = lines(house, "Safekeeping")
    assert (
        held.words.endswith("set aside, receipt T1/2026-11-20/r1")
        and "win of Yellow, seat 1 on Rosso" in held.words
    )
    assert (paid_in.clause, paid_in.by) == ("it-campione/19", "Pit boss (demo)")
    assert paid_in.words.endswith("paid into the table's endowment")
    assert paid_in.signed == ("Chef (chef de table)", "Controller (public controller)")


@pytest.mark.clause("it-campione/19")
def test_safekeeping_is_in_the_report_of_each_day_until_its_end(new_table: NewTable) -> None:
    house = new_table("it-campione")
    number_fell(house, 1)
    said(house, c.SeeUnclaimed(coup=1, refs=("b1",)), c.ConfirmPayments())
    said(
        house,
        c.AnnounceLastCoup(),
        c.AnnounceBetsOpen(),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=0),
    )
    said(house, c.ConfirmPayments(), c.CloseTable())
    house.open("2026-11-21")
    (closing,), (opening,) = lines(house, "Closing"), lines(house, "Opening", "2026-11-21")
    assert closing.words.endswith("; held: h1 200 CHF of 20 Nov 2026")
    assert opening.words.endswith("; held: h1 200 CHF of 20 Nov 2026")
    house.do(c.PayIn(ref="h1", signatures=(BOSS, CHEF, CONTROLLER)))
    said(
        house,
        c.AnnounceLastCoup(),
        c.AnnounceBetsOpen(),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=0),
    )
    said(house, c.ConfirmPayments(), c.CloseTable())
    (closing,) = lines(house, "Closing", "2026-11-21")
    assert "held" not in closing.words


@pytest.mark.clause("it-campione/21")
def test_a_claim_about_change_is_listed_and_whether_it_came_in_time(new_table: NewTable) -> None:
    house = new_table("it-campione")
    said(house, c.AskForChange(player="P1", given={10_000: 1}), c.ServeChange())
    house.do(c.FinishChange(paid_out={500: 20}))
    house.do(c.ClaimChange(receipt="T1/2026-11-20/c1", what="five too few"))
    house.do(c.AnswerClaim(claim=1, upheld=False, answer="the camera shows 20"))
    claimed, answered = lines(house, "Change claim")
    assert claimed.words == "claim 1 about T1/2026-11-20/c1, out of time: “five too few”"
    assert (claimed.clause, answered.clause) == ("it-campione/21", "it-campione/21")
    assert answered.words == "claim 1 about T1/2026-11-20/c1 not upheld: the camera shows 20"


@pytest.mark.clause("it-venezia/general-12")
def test_a_dispute_and_its_decision_are_listed(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    house.coup(17)
    house.do(c.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    decision = c.DecideDispute(dispute="d1", outcome="pay", amount=17_500, reason="camera 3")
    house.do(replace(decision, signatures=(DIRECTOR,)))
    opened, decided = lines(house, "Dispute")
    assert opened.words == "d1 of Purple, seat 3 on coup 1: “my chip lay on 17”"
    assert decided.words == "d1 of Purple, seat 3 decided, the casino pays 175 EUR: camera 3"
    assert (decided.clause, decided.signed) == ("it-venezia/general-12", ("Director (direction)",))


@pytest.mark.clause("pt-americana/14")
def test_a_colours_purchase_and_redemption_are_listed_with_count_value_and_amount(
    new_table: NewTable,
) -> None:
    house = new_table("pt-americana", chip_colours={"yellow": 200})
    house.do(c.AssignColour(player="P1", colour="yellow", value=1_000, count=60))
    said(
        house,
        c.PresentChips(colour="yellow", count=60),
        c.RedeemColour(colour="yellow", count=60, accepted=True),
    )
    bought, presented, redeemed = lines(house, "Colour")
    assert bought.words == "Yellow: 60 × 10 EUR = 600 EUR bought by Yellow, seat 1, now in play"
    assert "handed back by Yellow, seat 1" in presented.words
    redeemed_by = "Yellow: 60 × 10 EUR = 600 EUR redeemed and checked by Yellow, seat 1"
    assert redeemed.words == f"{redeemed_by}; 0 chips not handed back"
    assert {bought.clause, redeemed.clause} == {"pt-americana/14"}


@pytest.mark.clause("pt-americana/35")
def test_a_longer_time_at_the_ball_is_listed_with_its_excuse_or_as_a_violation(new_table: NewTable) -> None:
    house = new_table("pt-americana", chip_colours={"yellow": 200})
    later(house, minutes=31)
    house.do(c.ChangeSpinner(person=EVA))
    passed = next(line for line in lines(house, "Rotation") if "passed the ball" in line.words)
    assert (passed.clause, passed.late_s) == ("pt-americana/35", 60)
    assert [line.clause for line in lines(house, "Violation")] == ["pt-americana/35"] * 2
    house.do(c.ExcuseTimeAtBall(words="the relief is ill"))
    *_, excused = lines(house, "Rotation")
    assert (
        excused.words == "Eva stays at the ball, by force majeure, told to the inspectors: the relief is ill"
    )


def test_opening_without_float_count_is_marked(new_table: NewTable) -> None:
    house = new_table("it-venezia")
    house.do(c.CloseTable())
    house.do(replace(opening(house.rulebook, day="2026-11-21"), counts_float=True))
    openings = [lines(house, "Opening", day)[0].words for day in ("2026-11-20", "2026-11-21")]
    assert ["its float is not counted" in words for words in openings] == [True, False]


def test_each_line_says_where_it_was_said_at_a_terminal_or_by_which_device(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.do(c.ChangeBall(announced=True), by=Actor(id="person/2", name="Chef", terminal="T1/chef-de-table"))
    house.do(c.ChangeBall(announced=True), by=Actor(id="reader/W-T1", name="Reader W-T1"))
    assert [line.where for line in lines(house, "Ball change")] == ["T1/chef-de-table", "reader/W-T1"]


def test_a_day_that_was_not_opened_has_no_report(new_table: NewTable) -> None:
    assert day_report(new_table("it-venezia").casino_id, "T1", "2026-11-19") is None


@pytest.mark.clause("it-campione/5-agreement")
def test_an_agreement_is_listed_with_its_body_who_agreed_when_and_why(new_table: NewTable) -> None:
    house = new_table("it-campione")
    limits = Limits(minimum=500, maximums={"plein": 100_000})
    agreed = e.Agreement(person="Dr. Neri", at=house.now, ground="a tournament")
    house.do(c.ChangeLimits(limits=limits, players_told=True, sign_changed=True, agreement=agreed))
    (line,) = lines(house, "Limits")
    assert line.clause == "it-campione/5-agreement"
    assert "agreed with Amministrazione comunale (Dr. Neri) on 20 Nov 2026, 1" in line.words
    assert "pieno 1,000 CHF" in line.words
    assert line.words.endswith("“a tournament”")
