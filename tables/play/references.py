"""References within a day: a letter and a number of its own, above those that the day inherited.

`b` is a bet, `v` an advance of chips, `h` held money that nobody claimed, `r` the receipt of a set-aside amount, `x`
a payment that differs from the computed one.
"""

BETS, ADVANCES, HELD, RECEIPTS, DIFFERENCES = "b", "v", "h", "r", "x"


def reference(number: int, prefix: str = BETS) -> str:
    """Return the reference with this number: of a bet, or of the kind with this prefix."""
    return f"{prefix}{number}"


def number_in(ref: str, prefix: str = BETS) -> int:
    """Return the number in a reference; 0 for a reference of another make, which takes no number from ours."""
    number = ref.removeprefix(prefix)
    return int(number) if number.isdecimal() else 0
