"""Cash, drop boxes and tips drawn at random: taken, placed, removed, replaced, counted."""

from tables.play import commands as c
from tables.play import events as e
from testkit.random_days.drawing import ODD_AMOUNTS, ODD_NAMES, ODD_WORDS, Hand, draws
from testkit.random_days.drawn_slips import ODD_PIECES, slip_signatures

NOTES: e.Pieces = {10_000: 2, 5_000: 1}
SERIALS = ("T1-A", "T1-B", "T1-C")
ODD_SERIALS = ("", "t1-a", " T1-A", "T1/A", "٣", "X" * 21)
SHIFTS = ("afternoon", "night")


def _signatures(hand: Hand) -> tuple[e.Signature, ...]:
    signed = slip_signatures(hand)
    stranger = e.Signature(person=e.Person(id="nobody", name="Nobody"), role="croupier")
    return hand.among((signed[:2], signed[1:], signed), ((), signed[:1], signed[1:2], (stranger, signed[1])))


@draws(c.TakeCash)
def _take_cash(hand: Hand) -> c.TakeCash:
    pieces = hand.among((NOTES, {10_000: 1}, {}), ODD_PIECES)
    total = hand.among((0, 25_000) if pieces else (10_000,), ODD_AMOUNTS)
    return c.TakeCash(pieces=pieces, total=total, player=hand.among(("P1", "P2", ""), ODD_NAMES))


@draws(c.CorrectCash)
def _correct_cash(hand: Hand) -> c.CorrectCash:
    pieces = hand.among((NOTES, {10_000: 1}, {}), ODD_PIECES)
    return c.CorrectCash(
        taken=hand.among([each.event for each in hand.state.cash.taken], (0, -1, 99_999)),
        pieces=pieces,
        total=0 if pieces else hand.among((0, 7_500), ODD_AMOUNTS),
        reason=hand.among(("a nought too many",), (*ODD_WORDS, "x" * 201)),
        signatures=_signatures(hand),
    )


@draws(c.PlaceBox)
def _place_box(hand: Hand) -> c.PlaceBox:
    return c.PlaceBox(serial=hand.among(SERIALS, ODD_SERIALS), signatures=_signatures(hand))


@draws(c.RemoveBox)
def _remove_box(hand: Hand) -> c.RemoveBox:
    box = hand.state.cash.box
    return c.RemoveBox(
        serial=hand.among((box.serial,) if box else (), ODD_SERIALS),
        reason=hand.one(("full", "closing", "other")),
        replaced_by=hand.among(("", hand.one(SERIALS)), ODD_SERIALS),
        signatures=_signatures(hand),
    )


@draws(c.CountTips)
def _count_tips(hand: Hand) -> c.CountTips:
    pieces = hand.among(({500: 12, 100: 3}, {}), ODD_PIECES)
    return c.CountTips(
        shift=hand.among(SHIFTS, ("", " ", "x" * 41)),
        pieces=pieces,
        total=hand.among((0, 6_300) if pieces else (0, 1_000), ODD_AMOUNTS),
        reason=hand.among(("", "counted once more"), (*ODD_WORDS, "x" * 201)),
        signatures=_signatures(hand),
    )


def box_away(hand: Hand) -> c.Command | None:
    """Return the command that takes the notes of the day away in a box; None without notes or a box."""
    cash = hand.state.cash
    if cash.box is not None:
        return c.RemoveBox(serial=cash.box.serial, reason="closing", signatures=slip_signatures(hand))
    if cash.removed and cash.recorded > 0:
        return c.PlaceBox(serial=SERIALS[0], signatures=slip_signatures(hand))
    return None
