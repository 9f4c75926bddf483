"""After the number: payments are confirmed, and the owner of an imprisoned stake chooses."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook


def confirm_payments(state: State, command: c.ConfirmPayments, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that a coup is paid. If the wheel already turns for the next one, its bets are open from now.

    Refused while it is not certain on which number to pay: that asks for a decision first, and has not happened.
    """
    if command.coup is None and not state.payments_open:
        return
    coup = state.payments_open[0] if command.coup is None else command.coup
    if coup not in state.payments_open:
        unpaid = ", ".join(str(each) for each in state.payments_open) or "none"
        raise Refused(f"coup {coup} has no payments open; open: {unpaid}")
    check_certain(state, coup, rulebook)
    yield Dated(e.PaymentsConfirmed(coup=coup), at)
    if state.phase == "paying" and coup == state.coup and state.reader.place_bets:
        yield Dated(e.BetsOpened(coup=coup + 1, source="reader"), at)


def check_certain(state: State, coup: int, rulebook: Rulebook) -> None:
    """Raises Refused while two numbers, or one that is doubtful, are reported for `coup`: no money moves on it."""
    clause = rulebook.phases.result.clause
    for disputed in state.discrepancies:
        if disputed.coup == coup:
            raise Refused(
                f"{disputed.recorded} and {disputed.other} are both reported for coup {coup}: "
                "nothing is paid before the chief decides",
                clause=clause,
            )
    for past in state.past:
        if past.coup == coup and past.doubts:
            raise Refused(
                f"{past.number} in coup {coup} is not certain ({', '.join(past.doubts)}): "
                "nothing is paid before a person confirms it",
                clause=clause,
            )


def choose_prison(state: State, command: c.ChoosePrison, rulebook: Rulebook, at: datetime) -> Decision:
    """Splits, leaves or moves an imprisoned stake until the next bets are closed.

    Follows it-campione/3 and it-venezia/prison, as far as the rulebook allows each of the three.
    """
    rule = rulebook.zero.prison
    if rule is None:
        raise Refused("this rulebook knows no prison", clause=rulebook.zero.clause)
    if state.phase == "bets_closed":
        raise Refused(f"bets of coup {state.coup} are closed: the stake stays as it lies", clause=rule.clause)
    asked = {pending.stake.ref: pending for pending in state.choices}
    pending = asked.get(command.ref)
    if pending is None:
        refs = ", ".join(asked) or "none"
        raise Refused(f"bet {command.ref} has no choice open; these have: {refs}", clause=rule.clause)
    if pending.choice == "partage":
        raise Refused(f"bet {command.ref} was already split", clause=rule.clause)
    choice = command.choice
    if choice == "partage" and not rule.partage:
        raise Refused("this rulebook does not split imprisoned stakes", clause=rule.clause)
    if choice.startswith("move:"):
        choice = f"move:{_even_chance(choice.removeprefix('move:'), rulebook)}"
    elif choice not in ("stay", "partage"):
        raise Refused(
            f"{choice}: an imprisoned stake can stay, partage or move:<even chance>", clause=rule.clause
        )
    if choice.startswith("move:") and not rule.move:
        raise Refused("this rulebook does not move imprisoned stakes", clause=rule.clause)
    yield Dated(e.PrisonChosen(coup=pending.coup, ref=command.ref, choice=choice), at)


def _even_chance(code: str, rulebook: Rulebook) -> str:
    bet = parse_bet(code, rulebook)
    if bet.kind not in EVEN_CHANCES:
        raise Refused(
            f"{bet.code} is no even chance: an imprisoned stake moves to one of {', '.join(EVEN_CHANCES)}"
        )
    return bet.code
