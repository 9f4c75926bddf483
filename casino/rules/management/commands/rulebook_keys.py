"""`manage.py rulebook_keys`: the keys of a rulebook file, written into docs/rulebooks.md from the types."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from tables.management_command import ManagementCommand
from tables.roulette.loader import HOUSE_FOLDER, files_in
from tables.roulette.rulebook_key_examples import example_of
from tables.roulette.rulebook_keys import Key, KeySection, sections
from tables.roulette.toml_text import read_toml

BEGIN, END = "<!-- made by manage.py rulebook_keys -->", "<!-- end of what it made -->"


class Command(ManagementCommand):
    help = (
        "Write every key of a rulebook file into docs/rulebooks.md, with type, unit, meaning and an example."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only check that the page is up to date")

    def handle(self, *args: Any, check: bool = False, **options: Any) -> None:
        page = Path(settings.BASE_DIR) / "docs/rulebooks.md"
        text = page.read_text(encoding="utf-8")
        before, begin, rest = text.partition(BEGIN)
        _, end, after = rest.partition(END)
        if not (begin and end):
            raise CommandError(f"{page} has no place for the keys, between {BEGIN} and {END}")
        made = f"{before}{BEGIN}\n\n{keys_in_words()}\n{END}{after}"
        if check and made != text:
            raise CommandError("docs/rulebooks.md has other keys than the types: run manage.py rulebook_keys")
        if not check:
            page.write_text(made, encoding="utf-8")
        self.stdout.write(f"docs/rulebooks.md has all {sum(len(each.keys) for each in sections())} keys.")


def documents() -> tuple[Mapping[str, Any], ...]:
    """Return the rulebooks for examples: those of the package, then the invented ones of the tests."""
    invented = Path(settings.BASE_DIR) / "tables/roulette/tests"
    ours = [path for path in files_in(HOUSE_FOLDER) if ".v" not in path.stem]
    return tuple(read_toml(path) for path in (*ours, *files_in(invented)))


def keys_in_words() -> str:
    files = documents()
    return "\n".join(line for section in sections() for line in _section(section, files))


def _section(section: KeySection, files: tuple[Mapping[str, Any], ...]) -> Iterator[str]:
    yield f"### `{section.heading}`" if section.heading else "### The top of a file"
    yield ""
    yield section.meaning + ("" if section.needed else " It may be left out.")
    yield ""
    if section.keys:
        yield "| key | type | unit | needed | meaning | example |"
        yield "|---|---|---|---|---|---|"
        yield from (_key(key, files) for key in section.keys)
        yield ""


def _key(key: Key, files: tuple[Mapping[str, Any], ...]) -> str:
    needed = "yes" if key.needed else ""
    cells = (f"`{key.name}`", key.type, key.unit, needed, key.meaning, f"`{example_of(key, files)}`")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
