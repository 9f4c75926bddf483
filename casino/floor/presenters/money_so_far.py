"""What a table turned over and won so far, as its tile has it: short, and with how well it is known."""

from collections.abc import Callable

import msgspec
from django.utils.translation import gettext, pgettext

from casino.kit.figures import shown_figure
from casino.kit.money import MINOR, money, plain
from settlement.days_so_far import SoFar
from settlement.figures.figures import Figure, Label


class MoneySoFar(msgspec.Struct, frozen=True, kw_only=True):
    """Turnover and result of a table's day. `known` is the label of the result in short, `rests_on` in full."""

    turnover: str
    result: str
    result_short: str
    """Result in whole units of the currency."""
    label: Label
    known: str
    rests_on: str


def money_so_far(so_far: SoFar, counted: Figure | None = None) -> MoneySoFar:
    """What the tile shows; `counted` is the win of a closed day whose drop and float are counted."""
    result = counted or so_far.result
    shown = shown_figure(result)
    return MoneySoFar(
        turnover=shown_figure(so_far.turnover).amount,
        result=_signed(result.amount, money),
        result_short=_signed(result.amount, _whole),
        label=result.label,
        known=_known(result),
        rests_on=shown.words,
    )


def _known(figure: Figure) -> str:
    match figure.label:
        case "counted":
            return gettext("counted")
        case "estimated":
            return pgettext("how well an amount is known", "est.")
        case _:
            return shown_figure(figure).words


def _signed(amount: int | None, write: Callable[[int], str]) -> str:
    if amount is None:
        return "–"
    return f"+ {write(amount)}" if amount > 0 else write(amount)


def _whole(amount: int) -> str:
    """Whole units, without cents: 82590 is `825`."""
    units = abs(amount) // MINOR * MINOR
    return f"– {plain(units)}" if amount < 0 and units else plain(units)
