"""References within a day: a letter and a number of its own, above those that the day inherited.

`b` is a bet, `v` an advance of chips, `h` what nobody claimed and is held, `r` the receipt of what was set
aside, `x` a payment that differs from what was worked out.
"""

BETS, ADVANCES, HELD, RECEIPTS, DIFFERENCES = "b", "v", "h", "r", "x"


def reference(number: int, prefix: str = BETS) -> str:
    """The reference of the bet, or of what else the prefix stands for, with this number."""
    return f"{prefix}{number}"


def number_in(ref: str, prefix: str = BETS) -> int:
    """The number in a reference; 0 for a reference of another make, which takes no number from ours."""
    number = ref.removeprefix(prefix)
    return int(number) if number.isdecimal() else 0
