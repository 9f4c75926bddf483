"""How a violation is named: its stream, and what its name says of the event behind it."""

PREFIX = "violation/"


def violation_stream(table: str, day: str, name: str) -> str:
    """The stream of a violation's life: `violation/RF1/2026-11-20/12-same-ball-again`."""
    return f"{PREFIX}{table}/{day}/{name}"


def table_day_and_name(stream_id: str) -> tuple[str, str, str]:
    """The table's code, the gaming day and the name within it, of a violation's stream."""
    _, table, day, name = stream_id.split("/", 3)
    return table, day, name


def cause_version(name: str) -> int | None:
    """The version, in its table's stream, of the event behind the violation of this name.

    Of a breach (`12-same-ball-again`) it is the event that broke the clause, the next one after the version that the
    name begins with. Of a missed deadline (`ball-change-12`) it is the event that opened the case, where the case is
    named for one; else None.
    """
    before, _, _ = name.partition("-")
    if before.isdecimal():
        return int(before) + 1
    _, _, opened_by = name.rpartition("-")
    return int(opened_by) if opened_by.isdecimal() else None
