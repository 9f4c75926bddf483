"""Emergency closes from the time before their blockers had codes: English words in `what`."""

from tables.codec import Data
from tables.older_words import MONEY, coded_or_in_words

PATTERNS = (
    ("slip-left-open", r"slip (?P<slip>\S+)"),
    ("box-left-open", r"box (?P<serial>\S+)"),
    ("notes-left-open", rf"(?P<amount>{MONEY}) in notes, in no box"),
    ("closing-count-left-open", r"the closing count of the float"),
    ("float-left-with-more", rf"the float, counted (?P<difference>{MONEY}) more than was handed on"),
    ("float-left-with-less", rf"the float, counted (?P<difference>{MONEY}) less than was handed on"),
    (
        "float-left-with-other-chips",
        r"the float, counted with other chips than were handed on, worth as much together",
    ),
    ("colour-chips-left-open", r"(?P<count>\d+) (?P<colour>\w+) chips of (?P<player>.+)"),
)


def closing_from_words(data: Data) -> Data:
    """Return the data of `table_closed` in schema version 2: open blockers by code and parameters."""
    return _from_words(data, "forced")


def opening_from_words(data: Data) -> Data:
    """Return the data of `table_opened` in schema version 2: the last day's open blockers by code and parameters."""
    return _from_words(data, "forced_close")


def _from_words(data: Data, field: str) -> Data:
    forced = data.get(field)
    if not forced:
        return data
    left = [{"kind": each["kind"]} | coded_or_in_words(each["what"], PATTERNS) for each in forced["left"]]
    return data | {field: forced | {"left": left}}
