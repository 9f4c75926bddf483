"""The SQL of the record, one important statement to a file, each with its name and its reason in front."""

from pathlib import Path

FOLDER = Path(__file__).parent


def statement(name: str) -> bytes:
    """The statement in `<name>.sql`, as bytes: psycopg takes those as they are."""
    return (FOLDER / f"{name}.sql").read_bytes()
