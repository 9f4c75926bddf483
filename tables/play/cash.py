"""Cash that is taken at the table, and the tips of its staff that are counted there.

No rulebook says anything of either: they are the house's own and cite no clause.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.pieces import worth_of
from tables.play.player_names import check_name
from tables.play.signatures import check_two_signed
from tables.play.state import State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

SHIFT_AT_MOST = 40
WORDS_AT_MOST = 200


def take_cash(state: State, command: c.TakeCash, rulebook: Rulebook, at: datetime) -> Decision:
    """Records notes that came for chips. Nothing is refused but what is no sum of notes; at a table with seats a seat
    buys in, and its cash comes with that (it-live/participation)."""
    if rulebook.seats is not None:
        raise Refused(
            "cash is taken here when a seat buys in: record that", rulebook.seats.participation_clause
        )
    total = _told(command.pieces, command.total, "cash is taken", state.currency)
    if not total:
        raise Refused("cash is taken in whole notes: say which, or what they come to")
    check_name(command.player)
    yield Dated(e.CashTaken(total=total, pieces=command.pieces, player=command.player), at)


def correct_cash(state: State, command: c.CorrectCash, rulebook: Rulebook, at: datetime) -> Decision:
    """Puts right what was told of cash since the last box left: what a box has taken away its count will say."""
    what, reason = "cash is corrected", command.reason.strip()
    entry = state.cash.entry(command.taken)
    if entry is None:
        there = ", ".join(str(each.event) for each in state.cash.taken) or "none"
        raise Refused(
            f"{what}: event {command.taken} is none that took cash since the last box left; there are: {there}"
        )
    total = _told(command.pieces, command.total, what, state.currency)
    if total == entry.total:
        raise Refused(f"{what}: event {command.taken} has {in_words(total, state.currency)} already")
    if not reason:
        raise Refused(f"{what} with a reason: say what was recorded wrongly")
    if len(reason) > WORDS_AT_MOST:
        raise Refused(
            f"{what}: a reason has {WORDS_AT_MOST} letters at most", limit=WORDS_AT_MOST, value=len(reason)
        )
    check_two_signed(state, command, what)
    yield Dated(
        e.CashCorrected(
            taken=command.taken, before=entry.total, total=total, pieces=command.pieces, reason=reason
        ),
        at,
    )


def count_tips(state: State, command: c.CountTips, rulebook: Rulebook, at: datetime) -> Decision:
    """Notes what two people counted of a shift's tips, also that there were none; again only with a reason."""
    shift, reason = command.shift.strip(), command.reason.strip()
    if not shift or len(shift) > SHIFT_AT_MOST:
        raise Refused(f"tips are counted of a shift: name it in {SHIFT_AT_MOST} letters at most")
    total = _told(command.pieces, command.total, f"tips of {shift}", state.currency)
    before = state.cash.tips_of(shift)
    if before is not None and not reason:
        said = in_words(before.total, state.currency)
        raise Refused(f"tips of {shift} are counted already ({said}): say why they are counted again")
    if len(reason) > WORDS_AT_MOST:
        raise Refused(
            f"tips of {shift}: a reason has {WORDS_AT_MOST} letters at most",
            limit=WORDS_AT_MOST,
            value=len(reason),
        )
    check_two_signed(state, command, f"tips of {shift} are counted")
    yield Dated(
        e.TipsCounted(
            shift=shift,
            total=total,
            pieces=command.pieces,
            before=before.total if before else 0,
            reason=reason,
        ),
        at,
    )


def _told(pieces: e.Pieces, total: int, what: str, currency: str) -> int:
    """What was told, in minor units: of the pieces, or the total alone. Raises Refused where the two do not agree."""
    if total < 0 or any(value <= 0 or count <= 0 for value, count in pieces.items()):
        raise Refused(f"{what} in whole pieces, each of a value above nothing: say how many of each")
    if pieces and total and worth_of(pieces) != total:
        raise Refused(
            f"{what}: the pieces come to {in_words(worth_of(pieces), currency)}, and {in_words(total, currency)} "
            "is told beside them"
        )
    return worth_of(pieces) if pieces else total
