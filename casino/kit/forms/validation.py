"""What may come in by a form at all: nothing that no person types, and nothing longer than its field is for.

Checked once for every command, before anybody reads a field, so that what reaches the rules is at least text.
"""

from casino.kit.forms.fields import Form, Unclear
from tables.play.player_names import LONGEST_NAME, NO_LETTER

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
"""How the fields of the opening form begin in which people's names are written, one for each position."""


def checked(form: Form) -> Form:
    """The form itself. Raises Unclear for a field with control characters, with what was no UTF-8, or with more than it
    is for."""
    for field, value in form.items():
        if field == "csrfmiddlewaretoken":
            continue
        if not field.isprintable() or len(field) > LONGEST_OTHERWISE:
            raise Unclear("unknown-field")
        longest = LONGEST["name"] if field.startswith(OF_SEATS) else LONGEST.get(field, LONGEST_OTHERWISE)
        if len(value) > longest:
            raise Unclear("field-too-long", field=field, characters=len(value), longest=longest)
        if not value.isprintable() or NO_LETTER in value:
            raise Unclear("field-unreadable", field=field)
    return form
