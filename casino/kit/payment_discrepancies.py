"""What became of a payment discrepancy, in words."""

UNDONE = "undone"
"""In place of a decision: it is no difference any more."""
DECIDED: dict[str, str] = {
    "stands": "it stands",
    "made_good": "the rest was paid",
    "given_back": "given back",
    UNDONE: "undone",
}
