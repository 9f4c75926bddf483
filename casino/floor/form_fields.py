"""What a form says, field by field, read strictly: each reader gives the value or raises Unclear in a sentence."""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from casino.floor.figures import ENGLISH
from tables.roulette.refusal import Refused

Form = Mapping[str, str]
COUNTED = re.compile(r"[0-9]{1,5}")


class Unclear(Refused):
    """A form that says nothing that could be carried out."""


def text(form: Form, field: str) -> str:
    """What was written there, without spaces around it; empty where nothing was."""
    return form.get(field, "").strip()


def required(form: Form, field: str, ask: str) -> str:
    """What was written there. Raises Unclear, saying `ask`, where nothing was."""
    said = text(form, field)
    if not said:
        raise Unclear(ask)
    return said


def ticked(form: Form, field: str) -> bool:
    """Whether the box was ticked."""
    return form.get(field) == "yes"


def amount(form: Form, field: str) -> int:
    """An amount typed in major units, in minor units."""
    try:
        return ENGLISH.entered(text(form, field))
    except ValueError as error:
        raise Unclear(str(error)) from error


def count(form: Form, field: str, what: str) -> int:
    """A whole number in the digits 0 to 9. `what` names the thing that it is none of: `number of the wheel`."""
    said = text(form, field)
    if not COUNTED.fullmatch(said):
        raise Unclear(f"“{said[:12]}” is no {what}")
    return int(said)


def millimetres(form: Form, field: str) -> float:
    """A diameter in millimetres, to a tenth or a hundredth: `20` or `20.5`."""
    said = text(form, field)
    try:
        read = Decimal(said.replace(",", "."))
    except InvalidOperation:
        read = Decimal("NaN")
    if not read.is_finite() or not 0 < read < 1000:
        raise Unclear(f"“{said[:12]}” is no diameter in millimetres")
    return float(read)
