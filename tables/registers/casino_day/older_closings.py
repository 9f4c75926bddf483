"""Emergency closes from the time before their blockers had codes: English words in `what`."""

from tables.codec import Data
from tables.older_words import MONEY, coded_or_in_words

PATTERNS = (
    ("dispute-undecided", r"(?P<dispute>\S+) of (?P<table>\S+) about coup (?P<coup>\d+) is not decided"),
    ("held-without-receipt", r"(?P<held>\S+), held at (?P<table>\S+) since (?P<day>\S+), has no receipt"),
    ("slip-left-on-its-way", r"slip (?P<slip>\S+) of (?P<table>\S+) is on its way"),
    (
        "slip-left-unreceived",
        r"slip (?P<slip>\S+) of (?P<table>\S+) has left the table and is not received",
    ),
    ("slip-left", r"slip (?P<slip>\S+) of (?P<table>\S+) is (?P<status>requested|issued|sent for)"),
    ("box-not-counted", r"box (?P<box>\S+) of (?P<table>\S+) is not counted"),
    ("box-count-not-accepted", r"the count of box (?P<box>\S+) of (?P<table>[^\s,]+) is not accepted"),
    *(
        (
            f"box-count-{code}-not-accepted",
            rf"the count of box (?P<box>\S+) of (?P<table>\S+), (?P<difference>{MONEY}) {more} than recorded, "
            r"is not accepted",
        )
        for code, more in (("higher", "more"), ("lower", "less"))
    ),
)
"""Blockers of a table's forced close were recorded in words, so they keep their words."""


def closing_from_words(data: Data) -> Data:
    """Return the data of `house_day_closed` in schema version 2: open blockers by code and parameters."""
    forced = data.get("forced")
    if not forced:
        return data
    left = [
        {name: each[name] for name in ("kind", "ref", "table")} | coded_or_in_words(each["what"], PATTERNS)
        for each in forced["left"]
    ]
    return data | {"forced": forced | {"left": left}}
