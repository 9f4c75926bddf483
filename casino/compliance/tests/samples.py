"""One event of each type that a table's day may have, in its own stream or beside it: for tests of how they read."""

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from casino.people import access_events as a
from casino.people.sign_in import events as i
from casino.seats import screen_events as screens
from settlement.boxes import events as x
from settlement.slips import events as s
from tables.compliance import events as v
from tables.compliance.alerts import events as al
from tables.compliance.draws import events as d
from tables.compliance.inspections import events as n
from tables.compliance.inspections import figures as g
from tables.compliance.review import events as f
from tables.play import events as e
from tables.registers import balls as b
from tables.registers import wheels as w
from tables.registers.casino_day import events as h
from tables.roulette.rulebook import Limits, Rulebook

AT = datetime(2026, 11, 20, 13, tzinfo=UTC)
ANNA, BRUNO = e.Person(id="p1", name="Anna"), e.Person(id="p2", name="Bruno")
HELD = e.HeldStake(
    ref="h1",
    day="2026-11-20",
    coup=3,
    kind="win",
    bets=("b1",),
    bet="rouge",
    player="P1",
    layout=1,
    stake=500,
    prize=500,
    since=AT,
    clause="it-venezia/general-8",
)
CHIPS: dict[str, Any] = {"colour": "yellow", "player": "P1", "value": 1_000, "count": 60, "amount": 60_000}

CHIPS_OF_A_SLIP: dict[str, Any] = {"slip": "C-000007", "pieces": {500: 20, 10_000: 5}, "total": 60_000}
CHIPS_OF_A_FILL = {**CHIPS_OF_A_SLIP, "slip": "F-000007"}


def opened(rulebook: Rulebook, *, table: str = "T1", day: str = "2026-11-20") -> e.TableOpened:
    """The day's first event."""
    first = rulebook.staff.positions[0]
    return e.TableOpened(
        table=table,
        day=day,
        rulebook=rulebook.id,
        rulebook_version=rulebook.version,
        wheel=rulebook.first_wheel,
        double=True,
        currency=rulebook.currency,
        limits=rulebook.default_limits,
        balls=(e.Ball(name="A", diameter_mm=20, serial="B-1"), e.Ball(name="B", diameter_mm=20)),
        ball="A",
        staff={first: ANNA},
        second_staff={first: BRUNO},
        spinner=first,
        wheel_serial="W-1",
    )


def of_the_table(rulebook: Rulebook) -> tuple[Any, ...]:
    """One event of each type of a table's stream, the opening first and the closing last."""
    limits = Limits(minimum=1_000, maximums={"plein": 30_000})
    derogation = e.Derogation(authorisers=("the management",), notice="letter 12")
    return (
        opened(rulebook),
        e.FloatCounted(
            moment="opening",
            pieces={500: 4},
            total=2_000,
            expected=2_500,
            expected_pieces={500: 5},
            counted_by=ANNA,
            verified_by=BRUNO,
        ),
        e.TableReopened(
            day="2026-11-20",
            coups=40,
            closing=812,
            closed_at=AT,
            float_counted=2_000,
            reason="the wrong table was chosen",
            ordered_by=ANNA,
            signed_by=BRUNO,
        ),
        e.ForcedCloseExplained(day="2026-11-19", reason="the slip lay at the bank"),
        e.FloatVarianceFound(moment="opening", difference=-500, pieces={500: -1}),
        e.FloatVarianceExplained(moment="opening", difference=-500, reason="a chip lay under the cloth"),
        e.ChipSeriesAnnounced(in_play=("2026-B",), ended=("2026-A",)),
        e.BallChanged(ball="B", previous="A", announced=False),
        e.BallReplaced(
            ball="A", reason="broken", diameter_mm=20, serial="B-9", previous_serial="B-1", in_play=False
        ),
        e.EquipmentUnfit(what="ball", ball="A", serial="B-1", remarks="chipped"),
        e.SpinnerChanged(person=BRUNO, previous=ANNA, at_ball_s=1_900, notice="told by telephone"),
        e.StaffChanged(position=rulebook.staff.positions[0], person=BRUNO, previous=ANNA, layout=2),
        e.BreakBegun(person=ANNA),
        e.BreakEnded(person=ANNA, lasted_s=1_200),
        e.TimeAtBallExcused(kind="force-majeure", person=BRUNO, words="the relief is ill"),
        e.LimitsAnnounced(limits=limits, derogation=derogation),
        e.LimitsChanged(limits=limits, previous=rulebook.default_limits, derogation=derogation),
        e.GroupDeclared(players=("P1", "P2")),
        e.GroupEnded(players=("P1", "P2")),
        e.ColourAssigned(**CHIPS),
        e.ColourChipsBought(**CHIPS),
        e.ColourChipsPresented(**CHIPS, outstanding=62, late=True),
        e.ColourRedeemed(**CHIPS, still_out=2),
        e.LateChipsRedeemed(**CHIPS, still_out=0),
        e.ForeignChipsSeen(symbol="RA2", player="P1", count=3, where="on 17"),
        e.OldSeriesSeen(series="2026-A", player="P2", amount=5_000, where="on rouge"),
        e.ChipsAdvanced(ref="a1", player="P1", amount=50_000, clause="it-campione/16"),
        e.ChangeRequested(
            number=1,
            receipt="T1/2026-11-20/c1",
            player="P1",
            handed="notes",
            given={10_000: 1},
            total=10_000,
            wanted={500: 20},
        ),
        e.ChangeBegun(number=1, receipt="T1/2026-11-20/c1"),
        e.ChangeFinished(number=1, receipt="T1/2026-11-20/c1", player="P1", paid_out={500: 20}, total=10_000),
        e.ChangeGivenBack(number=2, receipt="T1/2026-11-20/c2", player="P2"),
        e.CashTaken(total=25_000, pieces={5_000: 5}, player="P1"),
        e.BoughtIn(seat="P3", amount=312_600),
        e.RotorStarted(reader="W-T1"),
        e.BetsOpened(coup=1, source="staff", closes_at=AT),
        e.SeatStaked(
            coup=1, seat="P3", amount=1_500, bets=(e.SeatBet(bet="plein:17", amount=1_500),), confirmed=True
        ),
        e.BetWithdrawn(coup=1, ref="b2"),
        e.AdvanceRepaid(ref="a1", player="P1", amount=20_000, left=30_000),
        e.AdvanceCarried(ref="a1", player="P1", left=30_000),
        e.BetPlaced(coup=1, ref="b1", player="P1", bet="rouge", amount=500, late=True, accepted_by=ANNA),
        e.BetPlaced(
            coup=1,
            ref="b2",
            player="P2",
            bet="cheval:17-20",
            amount=312_600,
            on_behalf_of="P4",
            replay_of="b1",
            stays_of="b1",
            on_advance="a1",
            excess=True,
            called=True,
            repeated=("employee", "chief"),
        ),
        e.ReaderChanged(reader="W-T1", state="silent"),
        e.ReaderChanged(reader="CAM-T1", state="fault", detail="time_out", role="witness"),
        e.WitnessReported(reader="CAM-T1", coup=1, number=20, game="CAM-T1:1/7"),
        e.WitnessReported(reader="CAM-T1", coup=None, number=9),
        e.WheelWarned(reader="W-T1", warnings=("ball_removed",)),
        e.BallLaunched(coup=1, launch=1, source="staff", rotor_direction="clockwise"),
        e.DirectionsSeen(
            coup=1, launch=1, source="reader", rotor_direction="clockwise", ball_direction="anticlockwise"
        ),
        e.TurnsCounted(coup=1, launch=1, turns=5, source="reader"),
        e.LaunchFailed(coup=1, source="reader", reason="no_result"),
        e.BallHung(coup=1, source="staff"),
        e.BallFreed(coup=1, source="staff"),
        e.VoidSeen(coup=1, reader="W-T1", reasons=("no_winner",)),
        e.CoupAnnulled(
            coup=1,
            reason=next(iter(rulebook.null_coup.reasons)),
            clause="pt-francesa/13",
            previous_number=17,
            number_fell=20,
            declared_by=e.Signature(person=e.Person(id="p1", name="Anna"), role="chef_de_table"),
        ),
        e.LateBetSeen(coup=1, player="P2", bet="plein:17", amount=500, reason="after rien ne va plus"),
        e.AnnouncementRefused(
            coup=1,
            player="P1",
            announcement="tiers",
            amount=0,
            reason="without_amount",
            clause="it-campione/17",
        ),
        e.BetsClosed(coup=1, source="clock"),
        e.NumberFell(coup=2, number=17, colour="noir", source="staff", announcement="17"),
        e.ResultsMissing(count=2, after_coup=2),
        e.NumberDoubted(coup=1, number=0, source="reader", doubts=("recovered", "late")),
        e.DoubtDismissed(coup=1, numbers=(0, 9)),
        e.NumberConfirmed(coup=1, number=17, source="reader"),
        e.DiscrepancyFound(coup=1, recorded=17, other=18, source="reader"),
        e.DiscrepancyResolved(coup=1, number=17, colour="noir", announcement="17", reason="the chief saw it"),
        e.BetsReconstituted(
            coup=1,
            bets=(e.Displaced(ref="b1", before="rouge", after="noir"),),
            basis="technical",
            decided_by=ANNA,
            clause="pt-francesa/23",
        ),
        e.PrisonEnded(
            coup=1,
            ref="b1",
            player="P1",
            bet="rouge",
            amount=5_000,
            returned=2_500,
            clause="it-venezia/prison",
        ),
        e.DisputeOpened(dispute="d1", coup=1, player="P1", words="my chip lay on 17"),
        e.DisputeDecided(
            dispute="d1",
            coup=1,
            player="P1",
            outcome="pay",
            amount=17_500,
            reason="camera 3",
            clause="it-venezia/general-12",
        ),
        e.PaymentDiffered(
            difference="x1",
            coup=1,
            refs=("b1",),
            player="P1",
            bet="plein:17",
            worked_out=17_500,
            paid=17_000,
            reason="a chip less was handed out",
        ),
        e.PaymentDifferenceDecided(
            difference="x1", coup=1, player="P1", outcome="made_good", amount=500, reason="camera 3"
        ),
        e.PaymentDifferenceUndone(
            difference="x1", coup=1, player="P1", worked_out=17_500, paid=17_000, because="another_number"
        ),
        e.LosersCleared(coup=1),
        e.PrizesPaid(coup=1, refs=("b1",), ahead=("b2",), raked_by=ANNA, paid_by=BRUNO),
        e.PaymentsConfirmed(coup=1, raked_by=ANNA, paid_by=BRUNO),
        e.BetReplayed(
            coup=1,
            ref="b2",
            replay="a-completare",
            won=11_000,
            stake=1_000,
            stays=1_000,
            restaked=5_000,
            paid_out=6_000,
        ),
        e.PrisonChosen(coup=1, ref="b1", choice="move:noir"),
        e.StakesReturned(coup=1, stakes={"P3": 1_500}),
        e.WinsCredited(coup=1, number=17, wins={"P3": 54_000}, taken_back={"P4": 1_000}, short={"P4": 500}),
        e.SeatLeft(seat="P3", amount=52_500, held=1_500),
        e.UnclaimedCollected(seat="P3", amount=1_500),
        e.WinUnclaimed(held=HELD),
        e.HeldSetAside(held=HELD),
        e.HeldReceipted(held=replace(HELD, until_coup=5, receipt="T1/2026-11-20/r1")),
        e.HeldCounted(held=replace(HELD, pieces={500: 2})),
        e.HeldClaimed(held=HELD, by="P1", reason="was at the bar"),
        e.HeldPaidIn(held=HELD),
        e.HeldEnded(held=HELD, outcome="kept", reason="a year is over"),
        e.HeldUndone(held=HELD, because="bets_put_back", ended="claimed"),
        e.FillRequested(**CHIPS_OF_A_FILL),
        e.FillReceived(**CHIPS_OF_A_FILL, closing=True),
        e.CreditRequested(**CHIPS_OF_A_SLIP),
        e.CreditHandedOver(**CHIPS_OF_A_SLIP),
        e.SlipVoidReported(**CHIPS_OF_A_SLIP, kind="credit", reason="nobody fetched it"),
        e.CashCorrected(taken=7, before=60_000, total=6_000, reason="a nought too many"),
        e.BoxPlaced(serial="T1-A", use=2),
        e.BoxRemoved(serial="T1-A", use=2, reason="full", recorded=60_000, from_before=1_000),
        e.TipsCounted(shift="night", total=6_300, before=6_200, reason="one had rolled away"),
        e.ChangeClaimed(
            claim=1, receipt="T1/2026-11-20/c1", what="five too few", in_time=False, clause="it-campione/21"
        ),
        e.ClaimAnswered(claim=1, receipt="T1/2026-11-20/c1", upheld=False, answer="the camera shows 22"),
        e.TableSuspended(reason="breakdown", detail="lights out", bets="kept"),
        e.ControlNotified(notice="by telephone to the service"),
        e.TableResumed(),
        e.DeadlineWarned(
            rule="ball-change", clause="pt-francesa/9", opened_at=AT, due_at=AT, case="ball-change-1"
        ),
        e.WarningAcknowledged(case="ball-change-1", by=ANNA),
        e.ViolationRaised(
            violation="9-same-ball-again",
            rule="same-ball-again",
            clause="pt-francesa/9",
            code="same-ball-again",
            parameters={"ball": "A"},
        ),
        e.ViolationResolved(
            violation="ball-change-1", rule="ball-change", clause="pt-francesa/9", late_s=125
        ),
        e.LastCoupRevoked(coup=2, reason="the guests asked"),
        e.LastCoupAnnounced(coup=2),
        e.TableClosed(
            day="2026-11-20", coups=2, ball="B", last_number=17, last_direction=None, numbers=(17,), bound=()
        ),
    )


LIFE = (
    v.ViolationAcknowledged(),
    v.ViolationExplained(words="ball B was cracked"),
    v.ViolationDismissed(reason="seen on the camera"),
    v.ViolationReopened(reason="there is another camera"),
    v.ViolationUpheld(reason="the other camera"),
)
ALERTED = (
    al.AlertRaised(
        alert="alert-pace-1",
        kind="pace",
        code="alert-pace",
        parameters={"pace": 20, "target": 40, "minutes": 60},
        since=AT,
    ),
    al.AlertEnded(alert="alert-pace-1"),
    al.AlertAcknowledged(alert="alert-pace-1", by=ANNA),
)
REVIEWED = (
    f.FindingRaised(
        finding="1",
        kind="finding",
        words="the camera shows another ball",
        table="T1",
        about=f.About(stream="table/T1/2026-11-20", version=3),
    ),
    f.FindingRaised(finding="2", kind="question", words="who counted the float"),
    f.FindingAnswered(finding="2", words="the pit boss and the chef de table"),
    f.FindingClosed(finding="2"),
    f.FindingClosed(finding="1", words="seen together"),
    f.ReportSigned(side="casino", hash="ab" * 32),
    f.ReportSigned(side="control", hash="ab" * 32),
)
DRAWN = (
    d.DrawCommitted(
        day="2026-11-20",
        days=("2026-11-20", "2026-11-21"),
        tables=1,
        candidates=(
            d.DrawCandidate(table="T1", inspections=0, weight=27_720),
            d.DrawCandidate(table="T2", inspections=1, weight=13_860),
        ),
        since="2026-08-22",
        commitment="ab" * 32,
    ),
    d.DrawRevealed(seed="cd" * 16, words="", tables=("T2",)),
    d.DrawRevealed(seed="cd" * 16, words="three dice: 4 1 6", tables=("T1", "T2")),
    d.TableAskedFor(table="T1", reason="a complaint of last night"),
)


def _sheet(figures: g.Figures, remark: str = "") -> g.Content:
    return g.Content(counted_by=BRUNO, done_at=AT, figures=figures, remark=remark)


OF_A_SHEET: dict[str, Any] = {"day": "2026-11-20", "table": "T1", "currency": "EUR"}
SHEETS: tuple[tuple[g.Kind, g.Content], ...] = (
    ("opening", _sheet(g.FloatFigures(pieces={500: 40, 10_000: 12}))),
    ("closing", _sheet(g.FloatFigures(pieces={500: 0}), "the box was away")),
    ("minimums", _sheet(g.SignFigures(seen="unexplained"))),
    ("minimums", _sheet(g.SignFigures(seen="open", seats=4, minimum=500))),
    ("minimums", _sheet(g.SignFigures(seen="open", minimum=500, maximum=350_000))),
    ("audit", _sheet(g.AuditFigures(balance=1_200_000, card_drop=30_000))),
    ("audit", _sheet(g.AuditFigures(balance=0, adjustment=-2_500, reason="a chip was found"))),
    ("video", _sheet(g.VideoFigures(recording="CAM 4, 312", minutes=240, drop=530_000))),
)
OF_INSPECTIONS = (
    *(
        n.InspectionSheetEntered(**OF_A_SHEET, kind=kind, number=number, content=content)
        for number, (kind, content) in enumerate(SHEETS, start=1)
    ),
    n.InspectionSheetCorrected(
        **OF_A_SHEET,
        kind="video",
        number=len(SHEETS),
        before=_sheet(g.VideoFigures(recording="CAM 4, 312", minutes=240, drop=530_000)),
        after=_sheet(g.VideoFigures(recording="CAM 4, 312", minutes=240, drop=503_000)),
        reason="two figures were swapped",
    ),
    n.VideoPlanOpened(
        month="2026-11",
        day="2026-11-20",
        seed="ab" * 16,
        share=20,
        tables=("T1",),
        chosen={"2026-11-03": ("T1",), "2026-11-09": ("T1",), "2026-11-25": ("T1",)},
    ),
)
OF_A_SLIP = {**CHIPS_OF_A_SLIP, "kind": "credit", "table": "T1", "day": "2026-11-20", "currency": "EUR"}
OF_SLIPS = (
    s.SlipRequested(**OF_A_SLIP),
    s.SlipHandedOver(**OF_A_SLIP, carrier="Rosa"),
    s.SlipVoided(**OF_A_SLIP, was="requested", reason="nobody fetched it"),
    s.SlipIssued(**OF_A_SLIP, carrier="Rosa", reason="five were left"),
    s.SlipCarried(**{**OF_A_SLIP, "kind": "fill"}, carrier="Rosa"),
    s.SlipReceived(**OF_A_SLIP, reason="one is missing", expected={500: 21, 10_000: 5}),
    s.SlipReprinted(**OF_A_SLIP, copy=2),
)
OF_A_BOX: dict[str, Any] = {"table": "T1", "day": "2026-11-20", "serial": "T1-A", "use": 2, "currency": "EUR"}
COUNT_OF_A_BOX = {**OF_A_BOX, "recorded": 60_000, "pieces": {5_000: 12}, "total": 60_000}
OF_BOXES = (
    x.BoxCounted(**COUNT_OF_A_BOX, before=55_000, reason="a note stuck"),
    x.BoxAccepted(**COUNT_OF_A_BOX),
)
OF_THE_HOUSE = (
    h.HouseDayClosed(
        day="2026-11-20",
        tables=(),
        closed_by=ANNA,
        signed_by=BRUNO,
        forced=h.ForcedHouseClose(
            reason="the alarm",
            left=(
                h.ClosingBlocker(
                    kind="box",
                    ref="T1/T1-A/1",
                    table="T1",
                    code="box-not-counted",
                    parameters={"box": "T1-A", "table": "T1"},
                ),
            ),
        ),
    ),
    h.HouseCloseExplained(day="2026-11-20", reason="counted at nine", explained_by=ANNA, signed_by=BRUNO),
)
OF_ACCESS = (
    i.SignedIn(person=ANNA, address="203.0.113.9", proofs=("password", "totp")),
    i.SignedOut(person=ANNA),
    i.SessionLocked(person=ANNA, why="idle"),
    i.SessionUnlocked(person=ANNA),
    a.WrongPinGiven(person=ANNA, locked="source", locked_until=AT),
    a.WrongPasswordGiven(person=BRUNO, address="203.0.113.9", locked="pair", locked_until=AT),
    i.WrongCodeGiven(person=ANNA, address="203.0.113.9", locked_until=AT),
    i.SecondFactorAdded(person=ANNA, factor="passkey", name="a key"),
    i.SecondFactorRemoved(person=ANNA, factor="totp"),
    i.RecoveryCodesMade(person=ANNA, count=10),
    i.RecoveryCodeUsed(person=ANNA, left=9),
)
OF_SCREENS = (
    screens.Made(table="T1", seat=3, day="2026-11-20"),
    screens.Opened(table="T1", seat=3, day="2026-11-20"),
    screens.Revoked(table="T1", seat=3, day="2026-11-20"),
)
OF_WHEELS = (
    w.WheelRegistered(
        serial="W-1", maker="Cammegh", diameter_mm=810, numbering="french", pockets=(0, 32, 15)
    ),
    w.WheelInspected(serial="W-1", condition="fit", remarks="balanced", next_due="2027-05-31"),
    w.WheelMoved(serial="W-1", table="T1", previous=""),
    w.WheelWithdrawn(serial="W-1", reason="worn out", previous="T1"),
)
OF_BALLS = (
    b.BallRegistered(serial="B-1", diameter_mm=18.5),
    b.BallInspected(serial="B-1", condition="unfit", remarks="chipped"),
    b.BallAssigned(serial="B-1", table="T1", letter="A", previous=""),
    b.BallWithdrawn(serial="B-1", reason="chipped", previous="T1"),
)
