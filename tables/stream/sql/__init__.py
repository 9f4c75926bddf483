"""The SQL of the record, one important statement to a file, each with its name and its reason in front."""

from pathlib import Path

from tables.stream.database import Statement

FOLDER = Path(__file__).parent


def statement(name: str) -> Statement:
    """Return the statement in `<name>.sql`."""
    return Statement(name, (FOLDER / f"{name}.sql").read_text())
