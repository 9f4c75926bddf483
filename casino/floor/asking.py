"""From a form on the screen to a command, and from a refusal back to words at the place where it was asked."""

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.utils.text import capfirst

from casino.floor.ball_replacement import replace_ball
from casino.floor.bet_form import find_excess, late_bet, place_bet, seated
from casino.floor.cash import CASH
from casino.floor.change import CHANGE
from casino.floor.colours import COLOURS
from casino.floor.course_forms import COURSE
from casino.floor.float_count import FLOAT
from casino.floor.held import HELD
from casino.floor.live_table import LIVE
from casino.floor.put_right import PUT_RIGHT
from casino.floor.staff import STAFF, spinner_from
from casino.kit.clauses import cited
from casino.kit.forms.fields import Form, Unclear, count, required, text, ticked
from casino.kit.rejections import Rejection
from casino.kit.sentences import TableNames, sentence_of
from casino.kit.submitting import entered
from tables.play import commands as c
from tables.play.betting.repetition import NotRepeated
from tables.play.decide import decide
from tables.play.events import BetPlaced
from tables.play.state import State
from tables.roulette.refusal import LimitRefused, Refused
from tables.roulette.rulebook import Rulebook

AT = "at"
"""The field in which a card says that it is the one that asks; the big button alone says nothing."""
ASKED_ON_SEVERAL_CARDS = ("number", "null-coup")
MEMBER = "member-"
"""How the field of a player in a company begins; after it comes the player."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What is said to a person who asked: nothing but `place` when it was done, else the refusal in words.

    `place` is the command that was given, `at` the one card that asked it where several can. `asked` is what had been
    entered, so that it can be tried again; `lies_there` says that the chips can be recorded as found over the maximum.
    """

    place: str
    at: str = ""
    detail: str = ""
    clause: str = ""
    asked: dict[str, str] = {}
    lies_there: bool = False
    to_repeat: tuple[str, ...] = ()
    """Who must repeat an announced bet aloud before it counts."""

    @property
    def refused(self) -> bool:
        """Whether there is something to say."""
        return bool(self.detail)


def command_from(name: str, form: Form, state: State, rulebook: Rulebook) -> c.Command:
    """The command `name` with what was entered. Raises Unclear, or BetRefused for a bet that does not exist."""
    return COMMANDS[name](form, state, rulebook)


def _change_spinner(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.ChangeSpinner(person=spinner_from(form, state), notice=text(form, "notice"))


COMMANDS: dict[str, Callable[[Form, State, Rulebook], c.Command]] = {
    "bets-open": lambda form, state, rulebook: c.AnnounceBetsOpen(),
    "launch": lambda form, state, rulebook: c.LaunchBall(),
    "launch-failed": lambda form, state, rulebook: c.FailLaunch(reason=form.get("reason", "")),
    "bets-closed": lambda form, state, rulebook: c.CloseBets(),
    "null-coup": lambda form, state, rulebook: c.AnnulCoup(reason=form.get("reason", "")),
    "number": lambda form, state, rulebook: c.DeclareNumber(number=_number(form), coup=_past_coup(form)),
    "payments-confirmed": lambda form, state, rulebook: c.ConfirmPayments(),
    "place-bet": place_bet,
    "excess-bet": find_excess,
    "late-bet": late_bet,
    "withdraw-bet": lambda form, state, rulebook: c.WithdrawBet(ref=form.get("ref", "")),
    "replay-bet": lambda form, state, rulebook: c.ReplayBet(
        ref=form.get("ref", ""), replay=form.get("replay", "")
    ),
    "choose-prison": lambda form, state, rulebook: c.ChoosePrison(
        ref=form.get("ref", ""), choice=form.get("choice", "")
    ),
    "resolve-discrepancy": lambda form, state, rulebook: c.ResolveDiscrepancy(
        number=_number(form), reason=form.get("reason", "")
    ),
    "ball-change": lambda form, state, rulebook: c.ChangeBall(
        ball=form.get("ball") or None, announced=ticked(form, "announced")
    ),
    "replace-ball": replace_ball,
    "spinner-change": _change_spinner,
    "declare-company": lambda form, state, rulebook: c.DeclareCompany(
        players=tuple(seated(player, state) for player in _members(form))
    ),
    **COURSE,
    "announce-last-coup": lambda form, state, rulebook: c.AnnounceLastCoup(),
    **STAFF,
    **COLOURS,
    **LIVE,
    **PUT_RIGHT,
    "end-company": lambda form, state, rulebook: c.EndCompany(players=_members(form)),
    **CHANGE,
    **CASH,
    **HELD,
    **FLOAT,
}


def _members(form: Form) -> tuple[str, ...]:
    return tuple(
        field.removeprefix(MEMBER) for field in form if field.startswith(MEMBER) and ticked(form, field)
    )


def _past_coup(form: Form) -> int | None:
    """The coup that the number is said of; None where the form names none and the one at hand is meant."""
    return count(form, "coup", "coup") if form.get("coup") else None


def _number(form: Form) -> int:
    required(form, "number", Unclear("number-not-entered"))
    return count(form, "number", "number")


def answer_to(
    place: str, rejection: Rejection | None, form: Form, state: State | None, rulebook: Rulebook
) -> Answer:
    """What the page says of a command: nothing once it is carried out, else the refusal in the words of the house, its
    clause as people cite it, and what had been entered."""
    if rejection is None:
        return Answer(place=place)
    refusal = rejection.refusal
    if refusal is None:
        return Answer(place=place, detail=rejection.detail)
    detail = sentence_of(refusal.refusal, TableNames(rulebook, state))
    asked = {name: value for name, value in entered(form).items() if name != AT}
    return Answer(
        place=place,
        at=form.get(AT, "next") if place in ASKED_ON_SEVERAL_CARDS else "",
        detail=capfirst(detail),
        clause=cited(rulebook, refusal.clause),
        asked=asked,
        to_repeat=refusal.missing if isinstance(refusal, NotRepeated) and place == "place-bet" else (),
    )


def lies_over_the_maximum(
    rejection: Rejection, form: Form, state: State, rulebook: Rulebook, now: datetime
) -> bool:
    """Whether the chips that were refused over the maximum could be recorded as found there (the excess rule)."""
    if not isinstance(rejection.refusal, LimitRefused):
        return False
    try:
        found = decide(state, find_excess(form, state, rulebook), rulebook, now)
    except Refused:
        return False
    return any(isinstance(each.event, BetPlaced) and each.event.excess for each in found)
