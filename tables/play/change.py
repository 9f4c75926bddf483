"""Change at the table: what is handed in waits in order, one change is made at a time, and each has a receipt.

The steps are those of pt-francesa/8, receipts and claims those of it-campione/21. A change is closed once it is paid
out or given back.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.state import State
from tables.play.state.change import Change
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import ChangeRule, Rulebook


def ask_for_change(state: State, command: c.AskForChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Records what a player handed in; it waits behind what was handed in before."""
    rule = _rule(rulebook)
    if not command.player.strip():
        raise Refused("change needs its player: a seat, a colour or an alias", rule.clause)
    check_name(command.player, rule.clause)
    _check_pieces(command.given, "handed in for change", rule)
    if command.wanted:
        _check_pieces(command.wanted, "wanted for it", rule)
    number = state.change.numbered + 1
    yield Dated(
        e.ChangeAsked(
            number=number,
            receipt=receipt(state, number),
            player=command.player,
            handed=command.handed,
            given=command.given,
            total=worth(command.given),
            wanted=command.wanted,
            series=command.series,
        ),
        at,
    )


def serve_change(state: State, command: c.ServeChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Brings what waits longest to the lower step; only one change is made at a time (pt-francesa/8).

    Chips of an ended series are not changed at the table (it-campione/20): they are given back for the cash desk.
    """
    rule = _rule(rulebook)
    serving = state.change.serving
    if serving is not None:
        raise Refused(
            f"the change of {serving.player} ({serving.receipt}) is being made: finish it first", rule.clause
        )
    if not state.change.waiting:
        raise Refused("nothing waits to be changed", rule.clause)
    next_ = state.change.waiting[0]
    if next_.series in state.chip_series.ended:
        raise Refused(
            f"chips of series {next_.series} ({next_.receipt}): that series has ended, "
            "the cash desk alone exchanges it; give them back",
            rulebook.chip_series.clause if rulebook.chip_series else rule.clause,
        )
    yield Dated(e.ChangeBegun(number=next_.number, receipt=next_.receipt), at)


def finish_change(state: State, command: c.FinishChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Pays the change out that is being made, as much as was handed in."""
    rule = _rule(rulebook)
    serving = state.change.serving
    if serving is None:
        raise Refused("no change is being made: serve what waits first", rule.clause)
    _check_pieces(command.paid_out, "paid out", rule)
    paid = worth(command.paid_out)
    if paid != serving.total:
        by = in_words(abs(paid - serving.total), state.currency)
        raise Refused(
            f"{in_words(paid, state.currency)} for {in_words(serving.total, state.currency)} handed in: "
            f"{by} too {'much' if paid > serving.total else 'little'}",
            rule.clause,
            limit=serving.total,
            value=paid,
        )
    yield Dated(
        e.ChangeFinished(
            number=serving.number,
            receipt=serving.receipt,
            player=serving.player,
            paid_out=command.paid_out,
            total=paid,
        ),
        at,
    )


def give_back_change(state: State, command: c.GiveBackChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Gives what was handed in back as it was, from whichever step."""
    rule = _rule(rulebook)
    for change in state.change.open:
        if change.number == command.number:
            yield Dated(
                e.ChangeGivenBack(number=change.number, receipt=change.receipt, player=change.player), at
            )
            return
    known = ", ".join(str(each.number) for each in state.change.open) or "none"
    raise Refused(f"change {command.number} is not open; open: {known}", rule.clause)


def claim_change(state: State, command: c.ClaimChange, rulebook: Rulebook, at: datetime) -> Decision:
    """Records a claim, whenever it comes. Once the change is closed it is out of time where the rulebook has it
    checked on the spot (it-campione/21); so is one about the change of an earlier day of this table."""
    rule = _rule(rulebook)
    if not command.what.strip():
        raise Refused("a claim says what was not right", rule.clause)
    _check_receipt(state, command.receipt, rule)
    is_open = any(each.receipt == command.receipt for each in state.change.open)
    in_time = is_open or not rule.claims_on_the_spot
    yield Dated(
        e.ChangeClaimed(
            claim=state.change.claims_numbered + 1,
            receipt=command.receipt,
            what=command.what,
            in_time=in_time,
            clause=None if in_time else rule.clause,
        ),
        at,
    )


def answer_claim(state: State, command: c.AnswerClaim, rulebook: Rulebook, at: datetime) -> Decision:
    """Writes down what was decided about a claim."""
    rule = _rule(rulebook)
    if not command.answer.strip():
        raise Refused("the answer to a claim needs its words", rule.clause)
    for claim in state.change.claims:
        if claim.claim == command.claim:
            yield Dated(
                e.ClaimAnswered(
                    claim=claim.claim, receipt=claim.receipt, upheld=command.upheld, answer=command.answer
                ),
                at,
            )
            return
    known = ", ".join(str(each.claim) for each in state.change.claims) or "none"
    raise Refused(f"claim {command.claim} does not wait for an answer; these do: {known}", rule.clause)


def check_change_done(state: State, rulebook: Rulebook) -> None:
    """Raises Refused while something that was handed in for change is still at the table."""
    if state.change.open:
        receipts = ", ".join(each.receipt for each in state.change.open)
        clause = rulebook.change.clause if rulebook.change else None
        raise Refused(f"change {receipts} is open: pay it out, or give back what was handed in", clause)


def receipt(state: State, number: int) -> str:
    """The receipt of the day's change with that number."""
    return f"{state.table}/{state.day}/c{number}"


def worth(pieces: e.Pieces) -> int:
    """What the pieces are worth together, in minor units."""
    return sum(value * count for value, count in pieces.items())


def being_made(state: State) -> Change | None:
    """The change on the lower step: while there is one, payments and their change are not done (pt-francesa/11)."""
    return state.change.serving


def _rule(rulebook: Rulebook) -> ChangeRule:
    if rulebook.change is None:
        raise Refused(f"{rulebook.title} has no rule on change at the table: none is recorded here")
    return rulebook.change


def _check_pieces(pieces: e.Pieces, what: str, rule: ChangeRule) -> None:
    if not pieces or any(value <= 0 or count <= 0 for value, count in pieces.items()):
        raise Refused(f"nothing is {what}: say how many pieces of each value, all above nothing", rule.clause)


def _check_receipt(state: State, said: str, rule: ChangeRule) -> None:
    """A receipt of this table: of a change of today that there was, or of an earlier day."""
    table, _, rest = said.partition("/")
    day, _, number = rest.partition("/c")
    known = table == state.table and number.isdecimal() and int(number) > 0
    if not known or day > state.day or (day == state.day and int(number) > state.change.numbered):
        right = receipt(state, max(state.change.numbered, 1))
        raise Refused(f"{said or 'nothing'} is no receipt of this table; one reads {right}", rule.clause)
