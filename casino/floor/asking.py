"""From a form on the screen to a command, and from a refusal back to words at the place where it was asked.

Amounts are typed in major units and chips mean one chip: an announced bet's total is worked out here, so that a
person touches Tiers with a chip of 5 and need not know that it takes six of them.
"""

import re
from collections.abc import Callable, Mapping

import msgspec

from casino.floor.distance import DISTANCES, kinds_by_distance
from casino.floor.money import entered
from casino.floor.seats import person_called
from tables.play import commands as c
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

Form = Mapping[str, str]
COUNTED = re.compile(r"[0-9]{1,5}")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What is said to a person who asked: nothing but `place` when it was done, else the refusal in words.

    `place` is the command that was given. `asked` is what had been entered, so that it can be tried again.
    """

    place: str
    detail: str = ""
    clause: str = ""
    asked: dict[str, str] = {}

    @property
    def refused(self) -> bool:
        """Whether there is something to say."""
        return bool(self.detail)


class Unclear(Refused):
    """A form that says nothing that could be carried out."""


def command_from(name: str, form: Form, state: State, rulebook: Rulebook) -> c.Command:
    """The command `name` with what was entered. Raises Unclear, or BetRefused for a bet that does not exist."""
    return COMMANDS[name](form, state, rulebook)


def _place_bet(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.PlaceBet(
        player=_player(form),
        bet=_bet(form),
        amount=_amount(form, state, rulebook),
        distance=_distance(form, rulebook),
    )


def _late_bet(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.SeeLateBet(player=_player(form), bet=_bet(form), amount=_amount(form, state, rulebook))


def _resolve(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.ResolveDiscrepancy(number=_number(form), reason=form.get("reason", ""))


def _change_ball(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.ChangeBall(ball=form.get("ball") or None, announced=form.get("announced") == "yes")


def _change_spinner(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    name = form.get("name", "").strip()
    if name:
        return c.ChangeSpinner(person=person_called(name, state.staff.values()))
    at_table = {person.id: person for person in state.staff.values()}
    person = at_table.get(form.get("person", ""))
    if person is None:
        raise Unclear("choose who spins from now on, or write the name")
    return c.ChangeSpinner(person=person)


COMMANDS: dict[str, Callable[[Form, State, Rulebook], c.Command]] = {
    "bets-open": lambda form, state, rulebook: c.AnnounceBetsOpen(),
    "launch": lambda form, state, rulebook: c.LaunchBall(),
    "launch-failed": lambda form, state, rulebook: c.FailLaunch(reason=form.get("reason", "")),
    "bets-closed": lambda form, state, rulebook: c.CloseBets(),
    "null-coup": lambda form, state, rulebook: c.AnnulCoup(reason=form.get("reason", "")),
    "number": lambda form, state, rulebook: c.DeclareNumber(number=_number(form), coup=_past_coup(form)),
    "payments-confirmed": lambda form, state, rulebook: c.ConfirmPayments(),
    "place-bet": _place_bet,
    "late-bet": _late_bet,
    "withdraw-bet": lambda form, state, rulebook: c.WithdrawBet(ref=form.get("ref", "")),
    "choose-prison": lambda form, state, rulebook: c.ChoosePrison(
        ref=form.get("ref", ""), choice=form.get("choice", "")
    ),
    "resolve-discrepancy": _resolve,
    "ball-change": _change_ball,
    "spinner-change": _change_spinner,
}


def _player(form: Form) -> str:
    player = form.get("player", "").strip()
    if not player:
        raise Unclear("choose the player first")
    return player


def _bet(form: Form) -> str:
    bet = form.get("bet", "").strip()
    if not bet:
        raise Unclear("touch the cloth, or say the bet in words")
    return bet


def _amount(form: Form, state: State, rulebook: Rulebook) -> int:
    """The bet's amount in minor units: one chip, or as many as an announced bet takes."""
    try:
        chip = entered(form.get("other", "").strip() or form.get("chip", ""))
    except ValueError as error:
        raise Unclear(str(error)) from error
    bet = parse_bet(_bet(form), rulebook, wheel=state.wheel)
    return chip * bet.pieces if isinstance(bet, AnnouncedBet) else chip


def _distance(form: Form, rulebook: Rulebook) -> int | None:
    """How far from the employee the chip was laid, where that is asked for on the cloth."""
    touched = form.get("distance", "")
    if touched not in map(str, DISTANCES):
        return None
    return int(touched) if parse_bet(_bet(form), rulebook).kind in kinds_by_distance(rulebook) else None


def _past_coup(form: Form) -> int | None:
    """The coup that the number is said of; None where the form names none and the one at hand is meant."""
    coup = form.get("coup", "")
    if not coup:
        return None
    if not COUNTED.fullmatch(coup):
        raise Unclear(f"“{coup[:12]}” is no coup of the day")
    return int(coup)


def _number(form: Form) -> int:
    number = form.get("number", "").strip()
    if not number:
        raise Unclear("choose the number first")
    if not COUNTED.fullmatch(number):
        raise Unclear(f"“{number[:12]}” is no number of the wheel")
    return int(number)


def _with_the_bets_name(detail: str, text: str, rulebook: Rulebook) -> str:
    """The bet that was asked for by its name at this table, where the refusal has its code."""
    try:
        bet = parse_bet(text, rulebook)
    except Refused:
        return detail
    return detail.replace(bet.code, describe_bet(rulebook, bet), 1)


def refused(place: str, refusal: Refused, form: Form, rulebook: Rulebook) -> Answer:
    """The refusal in words, its clause as people cite it, with what had been entered."""
    detail = refusal.detail
    clause = rulebook.clauses.get(refusal.clause, refusal.clause) if refusal.clause else ""
    detail = _with_the_bets_name(detail, form.get("bet", ""), rulebook)
    asked = {name: value for name, value in form.items() if name not in ("key", "csrfmiddlewaretoken")}
    return Answer(place=place, detail=detail[:1].upper() + detail[1:], clause=clause, asked=asked)
