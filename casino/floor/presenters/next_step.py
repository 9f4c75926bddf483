"""The coup in its phases, and the one thing to do next."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from casino.floor.presenters.reader import (
    confirmed_next,
    dispute_in_words,
    doubts_in_words,
    null_reason,
    numbers_behind,
    reason_wanting,
    void_in_words,
)
from casino.kit.forms.fields import Unclear
from tables.play.coup.questions import BALL_RUNS
from tables.play.direction.questions import is_last_coup_played
from tables.play.float.questions import float_differs, float_is_due
from tables.play.state import RUNNING, PastCoup, State
from tables.roulette.rulebook import Rulebook

STEPS = ("Faites vos jeux", "Launch", "Rien ne va plus", "Number", "Paying", "Bets reopen")
SEEN_PHASE, SEEN_COUP = "seen_phase", "seen_coup"
"""The fields in which the big button says what the table stood at when it was drawn."""
_STEP_OF_PHASE = {"betting": 0, "launched": 1, "bets_closed": 2, "paying": 4, "idle": 5}


class PhaseStep(msgspec.Struct, frozen=True):
    """A step of the coup on the strip: done, here, or still to come."""

    label: str
    standing: str


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """The big button: what it says, and either the command that it gives (with `values`), the panel that it opens, or
    the card that it leads to.

    `otherwise` is a small button beside it, and `other_panel` what that one opens.
    """

    title: str
    detail: str
    command: str = ""
    values: dict[str, str] = {}
    panel: str = ""
    card: str = ""
    otherwise: str = ""
    other_panel: str = ""


def phase_strip(state: State) -> tuple[PhaseStep, ...]:
    """The steps of the running coup."""
    here = _STEP_OF_PHASE.get(state.phase, -1)
    if state.phase == "idle" and not state.coup:
        here = -1
    return tuple(
        PhaseStep(label, "done" if place < here else "here" if place == here else "")
        for place, label in enumerate(STEPS)
    )


def next_step(state: State, rulebook: Rulebook, to_pay: str, *, proposed: str = "") -> NextStep | None:
    """What staff does next in this phase; None at a closed table.

    `to_pay` says what a coup in payment costs, `proposed` is the reason for a null coup that speaks from the launch.

    A step that gives a command says with it what it was drawn for (see `meant_for`).
    """
    step = _step(state, rulebook, to_pay, proposed)
    if step is None or not step.command:
        return step
    return replace(step, values=step.values | {SEEN_PHASE: _stands_at(state), SEEN_COUP: str(state.coup)})


def meant_for(form: Mapping[str, str], state: State) -> None:
    """Raises Unclear for a next step that was drawn for another phase or coup than the table has reached.

    The button's next step comes to lie where the last one was: a second tap on it would be the next command.
    """
    if SEEN_PHASE not in form or (form[SEEN_PHASE], form.get(SEEN_COUP)) == (
        _stands_at(state),
        str(state.coup),
    ):
        return
    raise Unclear("table-moved-on", phase=state.phase, coup=state.coup)


def _stands_at(state: State) -> str:
    """The phase, with what of it was done by an earlier step: one after which another step lies in its place."""
    done = {"hanging": state.course.hangs_since is not None, "cleared": state.course.cleared == state.coup}
    return "-".join([state.phase, *(what for what, is_done in done.items() if is_done)])


def _step(state: State, rulebook: Rulebook, to_pay: str, proposed: str) -> NextStep | None:
    if disputed := state.discrepancy:
        return NextStep(
            title=f"{disputed.said('or')}?",
            detail=dispute_in_words(state, disputed),
            card="panel-discrepancy",
        )
    if state.reader.void and state.phase in RUNNING and not state.doubted:
        return _after_a_void_launch(state, rulebook)
    if doubted := confirmed_next(state):
        return confirm_number(doubted, behind=numbers_behind(state))
    said = rulebook.phases.announcements
    if first := _halted(state, said["tout_va"]) or _before_bets(state):
        return first
    reader = state.reader.state == "live"
    steps = {
        "idle": NextStep(
            title="Faites vos jeux",
            detail=f"«{said['faites_vos_jeux']}», coup {state.coup + 1}",
            command="bets-open",
        ),
        "betting": NextStep(
            title="Launch",
            detail=f"After the null coup{_ball_back(state)}: «{said['tout_va']}»"
            if state.course.annulled
            else "The reader sees it by itself"
            if reader
            else "The ball is launched",
            command="launch",
        ),
        "launched": NextStep(
            title="Rien ne va plus", detail=f"«{said['rien_ne_va_plus']}»", command="bets-closed"
        ),
        "bets_closed": NextStep(
            title="Number by hand",
            detail="Only if the reader stays silent" if reader else "As it is read off the wheel",
            panel="panel-number",
        ),
        "paying": _paying(state, rulebook, to_pay),
    }
    step = steps.get(state.phase)
    if step is None or state.phase not in BALL_RUNS:
        return step
    asked = _null_question(state, rulebook, proposed)
    return replace(step, otherwise=asked, other_panel="panel-null") if asked else step


def _null_question(state: State, rulebook: Rulebook, proposed: str) -> str:
    """Whether the running coup is null, as a question to staff; empty where nothing asks for it."""
    if proposed:
        return f"Null coup? {rulebook.null_coup.reasons[proposed]}"
    return (
        "Null coup? The reader’s fault is no reason by itself"
        if reason_wanting(state, rulebook.null_coup)
        else ""
    )


def _ball_back(state: State) -> str:
    """Where the ball is put at a null coup, as staff reads it on the wheel."""
    return "" if state.number is None else f", back on {state.number}"


def _halted(state: State, resume_announcement: str) -> NextStep | None:
    """Play that stands still, or a ball that does: what comes before the phase's own step."""
    if state.direction.suspension is not None and state.phase in ("idle", "betting"):
        return NextStep(
            title="Play is suspended", detail="No bets are taken until it is resumed", card="suspended"
        )
    if state.course.hangs_since is None:
        return None
    return NextStep(
        title="The ball runs again",
        detail=f"It hangs: no bet is added or taken; then «{resume_announcement}»",
        command="ball-freed",
        otherwise="Null coup",
        other_panel="panel-null",
    )


def _before_bets(state: State) -> NextStep | None:
    """What comes before bets open: how the last day was closed by force, the float, or why it differs; and that none
    open after the last coup."""
    direction = state.direction
    if state.phase != "idle":
        return None
    if is_last_coup_played(state):
        return NextStep(
            title="The last coup is played",
            detail="Count the float and close the table" if direction.counts_float else "Close the table",
            card="close-the-table",
        )
    if direction.forced_close is not None:
        return NextStep(
            title="Closed under pressure",
            detail="Bets open once two people have said how it was reconciled",
            card="forced-close",
        )
    if float_is_due(state):
        return NextStep(
            title="Count the float", detail="One counts and another verifies before bets open", card="float"
        )
    if float_differs(state):
        return NextStep(
            title="The float differs", detail="Count it again, or say why, before bets open", card="float"
        )
    return None


def _paying(state: State, rulebook: Rulebook, to_pay: str) -> NextStep:
    """Where bets reopen in two steps (it-venezia/general-6-7) the losing chips go first."""
    if rulebook.reopening and state.course.cleared != state.coup:
        return NextStep(
            title="Losers cleared",
            detail=f"{to_pay}; new bets may come then",
            command="losers-cleared",
        )
    return NextStep(title="Payments done", detail=to_pay, command="payments-confirmed")


def confirm_number(doubted: PastCoup, *, behind: str = "") -> NextStep:
    """A person says that the doubtful number stands, or which one does. `behind` are those asked for after it."""
    words = doubts_in_words(doubted)
    return NextStep(
        title=f"Confirm {doubted.number}{behind and f', then {behind}'}",
        detail=f"Coup {doubted.coup}: {words}",
        command="number",
        values={"number": str(doubted.number), "coup": str(doubted.coup)},
        otherwise="Another number",
        other_panel="panel-number",
    )


def _after_a_void_launch(state: State, rulebook: Rulebook) -> NextStep:
    """The reader holds the launch for void: the null coup, at one press where the rulebook has such a reason."""
    rule = rulebook.null_coup
    why = void_in_words(state.reader.void)
    reason = null_reason(state.reader.void, rule)
    if reason is None:
        return NextStep(title="Null coup", detail=f"{why}: say for which reason", panel="panel-null")
    return NextStep(
        title="Null coup",
        detail=f"«{rulebook.phases.announcements['null_coup']}»{_ball_back(state)}. {why}: {rule.reasons[reason]}",
        command="null-coup",
        values={"reason": reason},
        otherwise="Another reason",
        other_panel="panel-null",
    )
