"""The coup in its phases, and the one thing to do next."""

from collections.abc import Mapping

import msgspec
from django.utils.translation import gettext
from msgspec.structs import replace

from casino.floor.presenters.reader import (
    and_then,
    confirmed_next,
    dispute_in_words,
    doubts_in_words,
    either_number,
    null_reason,
    numbers_behind,
    reason_wanting,
    void_in_words,
)
from casino.kit.forms.fields import Unclear
from casino.kit.sentences import sentence_of
from casino.kit.sentences.marks import gettext_noop as _
from tables.play.coup.questions import BALL_RUNS, may_open
from tables.play.direction.questions import is_last_coup_played
from tables.play.float.questions import float_differs, float_is_due, float_lacking
from tables.play.payment.questions import nothing_due
from tables.play.state import RUNNING, PastCoup, State
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import written

STEPS = (_("Faites vos jeux"), _("Launch"), _("Rien ne va plus"), _("Number"), _("Paying"), _("Bets reopen"))
SEEN_PHASE, SEEN_COUP = "seen_phase", "seen_coup"
"""Fields of the big button with the state of the table when it was drawn."""
_STEP_OF_PHASE = {"betting": 0, "launched": 1, "bets_closed": 2, "paying": 4, "idle": 5}


class PhaseStep(msgspec.Struct, frozen=True):
    """A step of the coup on the strip: done, here, or still to come."""

    label: str
    standing: str


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """The big button: its words, and either the command that it gives (with `values`), the panel that it opens, or the
    card that it shows.

    `otherwise` is a small button beside it, and `other_panel` what that one opens. While the reader works the step is
    its own: a calm status, and `by_hand` is the small button for staff, should it stay silent.
    """

    title: str
    detail: str
    command: str = ""
    values: dict[str, str] = {}
    panel: str = ""
    card: str = ""
    otherwise: str = ""
    other_panel: str = ""
    by_hand: str = ""
    signed_by: tuple[str, ...] = ()
    """The roles that give the command alone; other people open `other_panel`, where one of these signs. Empty: anybody
    who runs the table."""


def phase_strip(state: State) -> tuple[PhaseStep, ...]:
    here = _STEP_OF_PHASE.get(state.phase, -1)
    if state.phase == "idle" and not state.coup:
        here = -1
    return tuple(
        PhaseStep(gettext(label), "done" if place < here else "here" if place == here else "")
        for place, label in enumerate(STEPS)
    )


def next_step(state: State, rulebook: Rulebook, to_pay: str, *, proposed: str = "") -> NextStep | None:
    """Return the next step of the staff in this phase; None at a closed table.

    `to_pay` is the payment of a coup, `proposed` the reason for a null coup that the launch suggests.

    A step that gives a command carries the state for which it was drawn (see `meant_for`).
    """
    step = _step(state, rulebook, to_pay, proposed)
    if step is None or not step.command:
        return step
    return replace(step, values=step.values | {SEEN_PHASE: _stands_at(state), SEEN_COUP: str(state.coup)})


def meant_for(form: Mapping[str, str], state: State) -> None:
    """Raise Unclear for a next step that was drawn for another phase or coup than the table's.

    The next step of the button has the place of the last one: a second tap on it would be the next command.
    """
    if SEEN_PHASE not in form or (form[SEEN_PHASE], form.get(SEEN_COUP)) == (
        _stands_at(state),
        str(state.coup),
    ):
        return
    raise Unclear("table-moved-on", phase=state.phase, coup=state.coup)


def _stands_at(state: State) -> str:
    """Return the phase, with its done steps after which another step takes their place."""
    done = {"hanging": state.course.hangs_since is not None, "cleared": state.course.cleared == state.coup}
    return "-".join([state.phase, *(what for what, is_done in done.items() if is_done)])


def _step(state: State, rulebook: Rulebook, to_pay: str, proposed: str) -> NextStep | None:
    if disputed := state.discrepancy:
        return NextStep(
            title=gettext("Decide: {numbers}").format(numbers=either_number(disputed)),
            detail=dispute_in_words(state, disputed),
            card="panel-discrepancy",
        )
    if state.void and state.phase in RUNNING and not state.doubted:
        return _after_a_void_launch(state, rulebook)
    if doubted := confirmed_next(state):
        return confirm_number(doubted, behind=numbers_behind(state))
    announcements = rulebook.phases.announcements
    if first := _halted(state, announcements["tout_va"]) or _before_bets(state, rulebook):
        return first
    steps = {
        "idle": _faites_vos_jeux(rulebook, coup=state.coup + 1),
        "betting": NextStep(
            title=gettext("Launch"),
            detail=_launch_detail(state, announcements["tout_va"]),
            command="launch",
        ),
        "launched": NextStep(
            title=gettext("Rien ne va plus"),
            detail=f"«{announcements['rien_ne_va_plus']}»",
            command="bets-closed",
        ),
        "bets_closed": NextStep(
            title=gettext("Enter the number"),
            detail=gettext("As it is read off the wheel"),
            panel="panel-number",
        ),
        "paying": _paying(state, rulebook, to_pay),
    }
    step = steps.get(state.phase)
    return _watched(state, rulebook, step, proposed) if step is not None else None


def _watched(state: State, rulebook: Rulebook, step: NextStep, proposed: str) -> NextStep:
    """Return the phase's own step, with the reader's observations and a possible null coup."""
    if state.reader.state == "live" and not _after_a_null_coup(state):
        step = _seen_by_the_reader(state, step)
    if state.phase not in BALL_RUNS:
        return step
    question = _null_question(state, rulebook, proposed)
    return replace(step, otherwise=question, other_panel="panel-null") if question else step


def _faites_vos_jeux(rulebook: Rulebook, *, coup: int) -> NextStep:
    return NextStep(
        title=gettext("Faites vos jeux"),
        detail=gettext("«{announcement}», coup {coup}").format(
            announcement=rulebook.phases.announcements["faites_vos_jeux"], coup=coup
        ),
        command="bets-open",
    )


def _after_a_null_coup(state: State) -> bool:
    """Return True if play goes on after a null coup: that is announced before the ball is launched again."""
    return state.phase == "betting" and state.course.annulled


def _seen_by_the_reader(state: State, step: NextStep) -> NextStep:
    """Return the step as a calm status if the reader sees its subject by itself."""
    seen = {
        "betting": (
            gettext("Bets are open"),
            gettext("Coup {coup}. The reader sees the launch").format(coup=state.coup),
            gettext("Launch by hand"),
        ),
        "launched": (
            gettext("The ball runs"),
            gettext("Coup {coup}. The reader sees when bets close").format(coup=state.coup),
            gettext("Rien ne va plus"),
        ),
        "bets_closed": (
            gettext("No more bets"),
            gettext("Coup {coup}. The reader reads the number").format(coup=state.coup),
            gettext("Number by hand"),
        ),
    }.get(state.phase)
    if seen is None:
        return step
    title, detail, by_hand = seen
    return replace(step, title=title, detail=detail, by_hand=by_hand)


def _launch_detail(state: State, resume: str) -> str:
    if state.course.annulled and state.number is not None:
        return gettext("After the null coup, back on {number}: «{announcement}»").format(
            number=written(state.number), announcement=resume
        )
    if state.course.annulled:
        return gettext("After the null coup: «{announcement}»").format(announcement=resume)
    return gettext("The ball is launched")


def _null_question(state: State, rulebook: Rulebook, proposed: str) -> str:
    """Return the question to staff about a null coup; empty if nothing suggests one."""
    if proposed:
        return gettext("Null coup? {reason}").format(reason=rulebook.null_coup.reasons[proposed])
    if reason_wanting(state, rulebook.null_coup):
        return gettext("Null coup? The reader’s fault is no reason by itself")
    return ""


def _halted(state: State, resume: str) -> NextStep | None:
    """Return the step before the phase's own one while play is suspended or a ball hangs."""
    if state.direction.suspension is not None and state.phase in ("idle", "betting"):
        return NextStep(
            title=gettext("Resume play"),
            detail=gettext("Play is suspended: no bets are taken until it is resumed"),
            card="suspended",
        )
    if state.course.hangs_since is None:
        return None
    return NextStep(
        title=gettext("The ball runs again"),
        detail=gettext("It hangs: no bet is added or taken; then «{announcement}»").format(
            announcement=resume
        ),
        command="ball-freed",
        otherwise=gettext("Null coup"),
        other_panel="panel-null",
    )


def _before_bets(state: State, rulebook: Rulebook) -> NextStep | None:
    """Return the step that must precede the opening of bets; None if nothing blocks it.

    Such steps are the last coup, the explanation of an emergency close, and the count of the float.
    """
    direction = state.direction
    if state.phase != "idle":
        return None
    if is_last_coup_played(state):
        return NextStep(
            title=gettext("Close the table"),
            detail=gettext("The last coup is played: count the float, then close")
            if direction.counts_float
            else gettext("The last coup is played"),
            card="close-the-table",
        )
    if direction.forced_close is not None:
        return NextStep(
            title=gettext("Explain the emergency close"),
            detail=gettext("Bets open once two people have said how it was reconciled"),
            card="forced-close",
        )
    return _of_the_float(state, rulebook)


def _of_the_float(state: State, rulebook: Rulebook) -> NextStep | None:
    """Return the step that the float needs before bets open; None if it needs none."""
    if float_is_due(state):
        return NextStep(
            title=gettext("Count the float"),
            detail=gettext("One counts and another verifies before bets open"),
            card="float",
        )
    if float_differs(state):
        return NextStep(
            title=gettext("Count the float again"),
            detail=gettext("It differs: count it again, or say why, before bets open"),
            card="float",
        )
    lacking = float_lacking(state, rulebook)
    if lacking is not None:
        return NextStep(
            title=gettext("Bring the float up"),
            detail=sentence_of(lacking.refusal),
            card="float",
        )
    return None


def _paying(state: State, rulebook: Rulebook, to_pay: str) -> NextStep:
    """Return the next step of a payment.

    If bets reopen in two steps, the losing chips go first (it-venezia/general-6-7). A coup without payments needs no
    confirmation: the next coup opens.
    """
    if nothing_due(state, rulebook) and may_open(state, rulebook):
        return _faites_vos_jeux(rulebook, coup=state.coup + 1)
    if rulebook.reopening and state.course.cleared != state.coup:
        return NextStep(
            title=gettext("Clear the losers"),
            detail=gettext("{payment}; new bets may come then").format(payment=to_pay),
            command="losers-cleared",
        )
    return NextStep(
        title=gettext("Confirm coup {coup} paid").format(coup=state.coup),
        detail=to_pay,
        command="payments-confirmed",
        values={"coup": str(state.coup)},
    )


def confirm_number(doubted: PastCoup, *, behind: str = "") -> NextStep:
    """Return the step in which a person confirms the doubtful number, or names another. `behind` are those after it."""
    return NextStep(
        title=and_then(gettext("Confirm {number}").format(number=written(doubted.number)), behind),
        detail=_doubt_of_coup(doubted),
        command="number",
        values={"number": written(doubted.number), "coup": str(doubted.coup)},
        otherwise=gettext("Another number"),
        other_panel="panel-number",
    )


def _doubt_of_coup(doubted: PastCoup) -> str:
    """Return the doubts about a coup's number in words, with the reader that gave it, if one is named."""
    text = gettext("Coup {coup}, {reader}: {doubts}") if doubted.reader else gettext("Coup {coup}: {doubts}")
    return text.format(coup=doubted.coup, reader=doubted.reader, doubts=doubts_in_words(doubted))


def _after_a_void_launch(state: State, rulebook: Rulebook) -> NextStep:
    """The reader holds the launch for void: the null coup, at one press where the rulebook has such a reason."""
    rule = rulebook.null_coup
    why = void_in_words(state.void)
    reason = null_reason(state.void, rule)
    if reason is None:
        return NextStep(
            title=gettext("Null coup"),
            detail=gettext("{void}: say for which reason").format(void=why),
            panel="panel-null",
        )
    announcement = f"«{rulebook.phases.announcements['null_coup']}»"
    if state.number is not None:
        announcement = gettext("{announcement}, back on {number}").format(
            announcement=announcement, number=written(state.number)
        )
    return NextStep(
        title=gettext("Null coup"),
        detail=f"{announcement}. {why}: {rule.reasons[reason]}",
        command="null-coup",
        values={"reason": reason},
        signed_by=(rule.decided_by, *rule.deputies) if rule.decided_by else (),
        otherwise=gettext("Another reason"),
        other_panel="panel-null",
    )
