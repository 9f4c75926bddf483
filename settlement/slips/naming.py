"""How a slip's stream is named, and what its name says."""

PREFIX = "slip/"


def slip_stream(number: str) -> str:
    """The stream of a slip's life: `slip/F-000123`."""
    return f"{PREFIX}{number}"


def number_of(stream_id: str) -> str:
    """The slip's number, of its stream."""
    return stream_id.removeprefix(PREFIX)
