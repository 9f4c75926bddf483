"""The first coup in six steps, for a newcomer: the steps done, the present one, and the way to do it. From the state
alone.
"""

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _
from tables.play.payment.prizes import unticked
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

BET, CLOSE, NUMBER, SHEET, PAY, NEXT = range(6)
STEPS: Sequence[tuple[str, str]] = (
    (_("Lay a bet"), _("Choose a seat and a chip, then touch the cloth.")),
    (
        _("Bets are closed"),
        _(
            "Lay as many bets as you like. A moment after the last one the croupier launches the ball, "
            "and bets are closed with «rien ne va plus»."
        ),
    ),
    (_("The number falls"), _("The reader at the wheel tells it: there is nothing to press.")),
    (_("Read the payout sheet"), _("It says who has won what, and in which order it is paid.")),
    (
        _("Pay"),
        _("Tick the prizes off as they are paid, or confirm with the large button that the coup is paid."),
    ),
    (
        _("The next coup"),
        _("That was a coup. Bets are open for the next one; the other tables are being played."),
    ),
)
OPEN_FIRST = _("Open the bets with the large button: «faites vos jeux».")


class CoupStep(msgspec.Struct, frozen=True):
    """A step, with its state (done, here, or still to come), and the act that it needs."""

    label: str
    detail: str
    standing: str


def first_coup(state: State, rulebook: Rulebook) -> tuple[CoupStep, ...]:
    """Return the six steps; empty while nothing can be played, at a closed table or during a suspension."""
    if state.phase == "closed" or state.direction.suspension is not None:
        return ()
    here = _here(state, rulebook)
    opens = state.phase == "idle" and here in (BET, NEXT)
    return tuple(
        CoupStep(
            gettext(label),
            gettext(OPEN_FIRST if opens and place == here else detail),
            "done" if place < here else "here" if place == here else "",
        )
        for place, (label, detail) in enumerate(STEPS)
    )


def _here(state: State, rulebook: Rulebook) -> int:
    if state.payments_open:
        return SHEET if unticked(state, state.payments_open[0], rulebook) else PAY
    if state.phase == "bets_closed":
        return NUMBER
    if state.phase == "launched" or any(not bet.level and bet.stays_of is None for bet in state.bets):
        return CLOSE
    return NEXT if state.past else BET
