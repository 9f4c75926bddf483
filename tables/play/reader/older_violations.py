"""Violations as they were recorded before they had codes: an English sentence in `detail`.

A payment out of turn named the bets in the casino's language, so it keeps its words.
"""

from tables.codec import Data
from tables.older_words import coded

PATTERNS = (
    ("ball-not-changed", r"ball (?P<ball>\w+) not changed within (?P<minutes>\d+) minutes"),
    ("same-ball-again", r"ball (?P<ball>\w+) was put back into play"),
    ("ball-change-unannounced", r"the change was not announced"),
    ("launched-before-payments", r"ball launched while payments of coup (?P<unpaid>[\d, ]+) were open"),
    (
        "launched-before-payments-and-change",
        r"ball launched while payments of coup (?P<unpaid>[\d, ]+) were open and the change of "
        r"(?P<player>.+) \((?P<receipt>[^()]+)\) was being made",
    ),
    (
        "launched-during-change",
        r"ball launched while the change of (?P<player>.+) \((?P<receipt>[^()]+)\) was being made",
    ),
    ("ball-seen-with-wheel", r"the reader saw the ball run with the wheel"),
    ("ball-with-wheel", r"ball and wheel both ran (?P<direction>\w+)"),
    (
        "launches-do-not-alternate",
        r"the wheel ran (?P<direction>\w+) in this launch and in the one before",
    ),
    ("control-not-told", r"control not told of the suspension within (?P<minutes>\d+) minutes"),
    (
        "sign-not-confirmed",
        r"the sign not confirmed changed within (?P<minutes>\d+) minutes of the notice",
    ),
    ("too-few-turns", r"the ball made (?P<turns>\d+) full turns?, and (?P<least>\d+) are the least"),
    ("spinner-not-replaced", r"(?P<spinner>.+) not replaced at the ball within (?P<minutes>\d+) minutes"),
    (
        "ball-passed-early",
        r"(?P<spinner>.+) passed the ball after (?P<minutes>\d+) minutes without notice",
    ),
    (
        "ball-unfit",
        r"ball (?P<ball>\w+), (?P<serial>.+), was found unfit: it is replaced(?: \((?P<remarks>.+)\))?",
    ),
    (
        "wheel-unfit",
        r"wheel (?P<serial>.+) was found unfit while it is played on(?: \((?P<remarks>.+)\))?",
    ),
    (
        "chips-of-another-table",
        r"(?P<count>\d+) chips with the symbol (?P<symbol>.+) were seen with (?P<player>.+): "
        r"they are played at their own table alone",
    ),
    (
        "more-chips-than-outstanding",
        r"(?P<count>\d+) (?P<colour>(?!late )\w+) chips were presented, but (?P<outstanding>\d+) are out",
    ),
    (
        "more-late-chips-than-outstanding",
        r"(?P<count>\d+) late (?P<colour>\w+) chips were presented, but (?P<outstanding>\d+) are out",
    ),
)


def from_detail(data: Data) -> Data:
    """Return the data of `violation_raised` in schema version 2: code and parameters, or the words as they were."""
    rest = {name: value for name, value in data.items() if name != "detail"}
    return rest | (coded(data["detail"], PATTERNS) or {"words": data["detail"]})
