"""A bet's reference: `b` and a number of its own within the day, above those that the day inherited."""

PREFIX = "b"


def reference(number: int) -> str:
    """The reference of the bet with this number."""
    return f"{PREFIX}{number}"


def number_in(ref: str) -> int:
    """The number in a reference; 0 for a reference of another make, which takes no number from ours."""
    number = ref.removeprefix(PREFIX)
    return int(number) if number.isdecimal() else 0
