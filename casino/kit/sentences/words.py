"""Words for the keys in refusals: roles, slips, kinds of equipment.

A sentence names one as `{what:equipment}`; an unlisted key stays as it is.
"""

from collections.abc import Mapping

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

WORDS: Mapping[str, Mapping[str, str]] = {
    "role": {
        "croupier": _("a croupier of the table"),
        "chef_de_table": _("the chef de table"),
        "pit_boss": _("the pit boss"),
        "direction": _("the management"),
        "games_inspector": _("the games inspector"),
        "public_controller": _("the public controller"),
        "cash_desk": _("the cash desk"),
        "administrator": _("an administrator"),
    },
    "standing": {
        "active": _("works here"),
        "suspended": _("is suspended"),
        "left": _("has left"),
    },
    "source": {"reader": _("the reader"), "staff": _("the table")},
    "direction": {
        "clockwise": _("clockwise"),
        "anticlockwise": _("anticlockwise"),
        "unknown": _("not seen"),
    },
    "announcement_refusal": {
        "without_amount": _("its amount did not come with it"),
        "unclear": _("it was not clear"),
        "not_repeated": _("it was not repeated aloud"),
        "forbidden": _("the rulebook forbids it"),
        "too_late": _("it came too late"),
        "over_limits": _("it was outside the limits"),
        "chief": _("the chief of the table turned it down"),
        "other": _("another reason"),
    },
    "moment": {"opening": _("bets open"), "closing": _("the table closes")},
    "repeater": {"employee": _("the employee"), "chief": _("the chief of the table")},
    "no_position": {
        "plein": _("not a number of the cloth"),
        "cheval": _("not neighbours on the cloth"),
        "transversale": _("not a street on the cloth"),
        "carre": _("not a square on the cloth"),
        "quatre-premiers": _("not the first four"),
        "cinq-premiers": _("not the first five"),
        "sixain": _("not two streets side by side"),
        "douzaine": _("not a dozen"),
        "colonne": _("not a column"),
        "deux-douzaines": _("not two dozens side by side"),
        "deux-colonnes": _("not two columns side by side"),
    },
    "numbering": {"french": _("French"), "american": _("American")},
    "equipment": {"wheel": _("wheel"), "ball": _("ball")},
    "equipment_part": {
        "diameter": _("diameter"),
        "material": _("material"),
        "deflectors": _("deflectors"),
        "plate-material": _("material of the plate"),
        "plate-shape": _("upper side of the plate"),
        "plate-smooth": _("smooth plate"),
        "bearing": _("what the plate turns on"),
        "walls": _("walls between the pockets"),
        "even-pockets": _("pockets of equal width"),
        "turned-by-hand": _("plate turned by hand"),
        "colour": _("colour"),
        "weight": _("weight"),
        "balanced": _("perfectly balanced"),
    },
    "made": {
        "wood": _("wood"),
        "plastic": _("plastic"),
        "metal": _("metal"),
        "ivory": _("ivory"),
        "ivorine": _("ivorine"),
        "resin": _("resin"),
        "acetal": _("acetal"),
        "nylon": _("nylon"),
        "teflon": _("teflon"),
        "bone": _("bone"),
        "glass": _("glass"),
        "steel": _("steel"),
        "slightly-concave": _("slightly concave"),
        "deeply-concave": _("deeply concave"),
        "flat": _("flat"),
        "convex": _("convex"),
        "pivot": _("a pivot"),
        "ball-bearing": _("a ball bearing"),
        "white": _("white"),
        "yellow": _("yellow"),
        "red": _("red"),
        "green": _("green"),
        "blue": _("blue"),
        "grey": _("grey"),
        "black": _("black"),
        "other": _("another"),
        "yes": _("yes"),
        "no": _("no"),
    },
    "slip": {"fill": _("fill"), "credit": _("credit")},
    "slip_step": {
        "requested": _("requested"),
        "issued": _("issued"),
        "sent_for": _("sent for"),
        "carried": _("carried"),
        "handed_over": _("handed over"),
        "received": _("received"),
        "voided": _("voided"),
    },
    "slip_status": {
        "requested": _("requested"),
        "issued": _("issued"),
        "sent_for": _("sent for"),
        "carried": _("on its way to the table"),
        "handed_over": _("handed over at the table"),
        "received": _("received"),
        "voided": _("voided"),
    },
    "box_status": {"waiting": _("waiting"), "counted": _("counted"), "accepted": _("accepted")},
    "box_stands": {
        "in_place": _("at the table"),
        "left_in_place": _("stayed at the table over its closing"),
        "waiting": _("waits for its count"),
        "counted": _("counted"),
        "accepted": _("accepted"),
    },
    "figure_label": {"counted": _("counted"), "estimated": _("estimated"), "absent": _("absent")},
    "violation_status": {
        "raised": _("raised"),
        "acknowledged": _("acknowledged"),
        "explained": _("explained"),
        "upheld": _("upheld"),
        "dismissed": _("dismissed"),
        "reopened": _("reopened"),
    },
    "deed": {
        "issued": _("issued"),
        "withdrawn": _("withdrawn"),
        "exchanged": _("exchanged"),
        "given": _("given"),
        "sold": _("sold"),
        "redeemed": _("redeemed"),
        "counted": _("counted"),
    },
    "phase": {
        "closed": _("Closed"),
        "idle": _("Between coups"),
        "betting": _("Faites vos jeux"),
        "launched": _("Ball launched"),
        "bets_closed": _("Rien ne va plus"),
        "paying": _("Paying"),
    },
    "counted": {
        "pieces": _("number of pieces"),
        "days": _("number of days"),
        "tables": _("number of tables"),
        "coup": _("coup of the day"),
        "launch": _("launch of a coup"),
        "cash_entry": _("entry of cash"),
        "layout": _("layout of the table"),
        "number": _("number of the wheel"),
        "chips": _("number of chips"),
        "claim": _("number of a claim"),
        "change": _("number of a change"),
        "turns": _("number of turns"),
        "diameter": _("diameter in whole millimetres"),
        "deflectors": _("number of deflectors"),
        "box_version": _("version of a box"),
        "slip_version": _("version of a slip"),
        "day_version": _("version of a gaming day"),
        "seats": _("number of seats"),
        "minutes": _("number of minutes"),
        "per_cent": _("number of per cent"),
    },
    "json_type": {
        "int": _("a whole number"),
        "float": _("a decimal number"),
        "str": _("text"),
        "bool": _("true or false"),
        "null": _("null"),
        "array": _("a list"),
        "object": _("an object"),
        "datetime": _("a time such as 2031-05-17T21:30:00Z"),
        "date": _("a date such as 2031-05-17"),
        "uuid": _("a UUID"),
        "decimal": _("a decimal number"),
    },
    "json_fault": {
        "value": _("a value is missing"),
        "key": _("a key in double quotes is missing"),
        "colon": _("a colon is missing"),
        "comma": _("a comma is missing"),
        "control": _("a control character stands in a text; write it as an escape"),
        "unterminated": _("a text has no end"),
        "escape": _("this escape does not exist"),
        "extra": _("more follows after the end"),
        "mark": _("a byte order mark stands before it"),
        "other": _("this cannot stand here"),
        "encoding": _("it is not UTF-8"),
        "digits": _("a number has too many digits"),
        "depth": _("it is nested too deeply"),
    },
    "table_word": {"name": _("name"), "symbol": _("symbol"), "pit": _("pit")},
    "inspection_sheet": {
        "opening": _("opening count"),
        "closing": _("closing count"),
        "minimums": _("minimum bet"),
        "audit": _("daily audit"),
        "video": _("drop on video"),
    },
    "found_table": {
        "open": _("open"),
        "closed": _("closed"),
        "unexplained": _("closed, not explained"),
    },
    "table_stood": {
        "not opened": _("not opened"),
        "open": _("open"),
        "suspended": _("suspended"),
        "closed": _("closed"),
    },
    "violation_words": {
        "explanation": _("explanation"),
        "upholding": _("the reason for upholding it"),
        "dismissal": _("the reason for dismissing it"),
        "reopening": _("why it is opened again"),
    },
}
"""Words of each key, by kind.

A slip's `slip_step` is the last step, its `slip_status` the present state; `counted` is the thing counted by a whole
number; `made` is the make of an `equipment_part`; `moment` continues `before`; an `inspection_sheet` is of one kind,
`found_table` is the state of a table found by an inspection, `table_stood` its state by the record; `no_position`
describes numbers without a position for a kind of bet.
"""

UNNAMED: Mapping[str, str] = {
    "name": _("without a name"),
    "serial": _("without a serial"),
    "number": _("without a number"),
    "person": _("nobody"),
    "currency": _("no currency"),
    "opened_day": _("no day"),
    "place": _("in the store"),
}
"""Text for an empty value, by kind; any other stays as it is, a place with `at` before it."""


def word(kind: str, key: str) -> str:
    """Return the word of a key, in the reader's language."""
    text = WORDS[kind].get(key)
    return key if text is None else gettext(text)


def seat_label(label: str, layout: int | None) -> str:
    """Return a position of the staff by its label, with its layout at a table that has two."""
    if layout is None:
        return label
    return gettext("{position}, layout {layout}").format(position=label, layout=layout)


def named(kind: str, value: str) -> str:
    """Return the value, or that there is none."""
    if not value:
        return gettext(UNNAMED[kind])
    return gettext("at {table}").format(table=value) if kind == "place" else value
