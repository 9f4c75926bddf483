"""The coup in its phases, and the one thing to do next."""

import msgspec

from tables.play.state import State
from tables.roulette.rulebook import Rulebook

STEPS = ("Faites vos jeux", "Launch", "Rien ne va plus", "Number", "Paying", "Bets reopen")
_STEP_OF_PHASE = {"betting": 0, "launched": 1, "bets_closed": 2, "paying": 4, "idle": 5}


class PhaseStep(msgspec.Struct, frozen=True):
    """A step of the coup on the strip: done, here, or still to come."""

    label: str
    standing: str


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """The big button: what it says, and either the command that it gives or the panel that it opens."""

    title: str
    detail: str
    command: str = ""
    panel: str = ""


def phase_strip(state: State) -> tuple[PhaseStep, ...]:
    """The steps of the running coup."""
    here = _STEP_OF_PHASE.get(state.phase, -1)
    if state.phase == "idle" and not state.coup:
        here = -1
    return tuple(
        PhaseStep(label, "done" if place < here else "here" if place == here else "")
        for place, label in enumerate(STEPS)
    )


def next_step(state: State, rulebook: Rulebook, to_pay: str) -> NextStep | None:
    """What staff does next in this phase; None at a closed table. `to_pay` says what a coup in payment costs."""
    if disputed := state.discrepancy:
        return NextStep(
            title=f"{disputed.recorded} or {disputed.other}?",
            detail=f"Two numbers for coup {disputed.coup}: decide before it is paid",
            panel="panel-discrepancy",
        )
    said = rulebook.phases.announcements
    reader = state.reader.state == "live"
    steps = {
        "idle": NextStep(
            title="Faites vos jeux",
            detail=f"«{said['faites_vos_jeux']}», coup {state.coup + 1}",
            command="bets-open",
        ),
        "betting": NextStep(
            title="Launch",
            detail="The reader sees it by itself" if reader else "The ball is launched",
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
        "paying": NextStep(title="Payments done", detail=to_pay, command="payments-confirmed"),
    }
    return steps.get(state.phase)
