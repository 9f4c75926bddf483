"""The check of a command's form before its fields are read: known fields, lengths, readable text (`tables.text`)."""

from casino.kit.forms.fields import Form, Unclear
from tables.play.player_names import LONGEST_NAME
from tables.text import normalized, text_fault

LONGEST = {
    "player": LONGEST_NAME,
    "on_behalf_of": LONGEST_NAME,
    "name": 80,
    "reason": 200,
    "agreed_by": 80,
    "ground": 200,
    "notice": 200,
    "detail": 200,
    "what": 200,
    "answer": 200,
    "key": 100,
    "bet": 80,
    "remarks": 200,
    "pockets": 200,
    "refs": 400,
    "outcome": 200,
    "others": 400,
    "sign_in": 150,
    "address": 400,
    "public_key": 400,
    "url": 2000,
}
LONGEST_OTHERWISE = 60
"""Characters; a code, a reference, an amount or a choice is far shorter."""
OF_SEATS = "staff-"
"""Beginnings of the opening form's fields for people's names, one for each position."""


def checked(form: Form) -> Form:
    """Return the form with its texts normalized. Raises Unclear for an unknown field, and for a text that is too long
    for its field or not one line of readable characters."""
    return {field: _checked_text(field, normalized(value)) for field, value in form.items()}


def _checked_text(field: str, text: str) -> str:
    if text_fault(field, LONGEST_OTHERWISE) is not None:
        raise Unclear("unknown-field")
    if field == "csrfmiddlewaretoken":
        return text
    longest = LONGEST["name"] if field.startswith(OF_SEATS) else LONGEST.get(field, LONGEST_OTHERWISE)
    if len(text) > longest:
        raise Unclear("field-too-long", field=field, characters=len(text), longest=longest)
    if (fault := text_fault(text, longest)) is not None:
        raise Unclear("field-unreadable", field=field, fault=fault.refusal)
    return text
