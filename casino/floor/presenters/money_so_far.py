"""Turnover and result of a table so far, for its tile: in short form, with the certainty of the result."""

from collections.abc import Callable

import msgspec
from django.utils.translation import gettext, pgettext

from casino.kit.figures import ShownFigure, shown_figure
from casino.kit.money import money, plain
from settlement.days_so_far import SoFar
from settlement.figures.figures import Figure, Label
from tables.money import minor_per_unit


class MoneySoFar(msgspec.Struct, frozen=True, kw_only=True):
    """Turnover and result of a table's day. `known` is the label of the result in short, `rests_on` in full."""

    turnover: str
    result: str
    result_short: str
    """Result in whole units of the currency."""
    label: Label
    known: str
    rests_on: str


def money_so_far(so_far: SoFar, currency: str, counted: Figure | None = None) -> MoneySoFar:
    """Return the figures of a tile. `counted` is the win of a closed day with counted drop and float."""
    result = counted or so_far.result
    shown = shown_figure(result, currency)
    return MoneySoFar(
        turnover=shown_figure(so_far.turnover, currency).amount,
        result=_signed(result.amount, currency, money),
        result_short=_signed(result.amount, currency, _whole),
        label=result.label,
        known=_known(result, shown),
        rests_on=shown.words,
    )


def _known(figure: Figure, shown: ShownFigure) -> str:
    match figure.label:
        case "counted":
            return gettext("counted")
        case "estimated":
            return pgettext("how well an amount is known", "est.")
        case _:
            return shown.words


def _signed(amount: int | None, currency: str, write: Callable[[int, str], str]) -> str:
    if amount is None:
        return "–"
    words = write(amount, currency)
    return f"+ {words}" if amount > 0 else words


def _whole(amount: int, currency: str) -> str:
    """Whole units, without decimals: 82590 EUR is `825`."""
    per_unit = minor_per_unit(currency)
    units = abs(amount) // per_unit * per_unit
    return f"– {plain(units, currency)}" if amount < 0 and units else plain(units, currency)
