"""Every sentence that is marked in Python and in templates, as one catalogue in a stable order."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from tokenize import TokenError

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

FACES = ("casino", "settlement", "tables")
"""The packages whose sentences people read."""
NOT_SHOWN = {"tests", "migrations"}

KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
"""The functions whose arguments are msgids; `ngettext_noop` is of casino/kit/sentences/marks.py."""

MARKED = re.compile(rf"\b({'|'.join(KEYWORDS)})\(")
"""Any call of these functions. Most files of Python have none, and reading tokens is slow."""

_NOT_KEPT = (
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
)
"""Headers without meaning here, or with a new value each time."""


class NotRead(Exception):
    """A file whose sentences cannot be gathered; the message names it with the reason."""


def gather(root: Path, language: str) -> Catalog:
    """Each msgid of the project below `root` once, without translations."""
    catalogue = Catalog(locale=language, fuzzy=False)
    for path in _sources(root):
        for message, context in _messages(path, path.stat().st_mtime_ns):
            catalogue.add(message, context=context)
    return catalogue


def as_text(catalogue: Catalog) -> str:
    """The catalogue as a .po file: sorted, without places in the sources, without dates and names."""
    catalogue.header_comment = ""
    written = BytesIO()
    write_po(written, catalogue, no_location=True, sort_output=True, width=110, ignore_obsolete=True)
    lines = written.getvalue().decode().splitlines()
    kept = [line for line in lines if not line.startswith(tuple(f'"{name}:' for name in _NOT_KEPT))]
    return "\n".join(kept).strip("\n") + "\n"


def brought_up_to_date(source: Path, gathered: Catalog, language: str) -> str:
    """The .po file `source` with the msgids that there are now: its translations stay, new ones are empty.

    A translation is never guessed from a similar sentence.
    """
    if not source.exists():
        return as_text(gathered)
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language)
    catalogue.update(gathered, no_fuzzy_matching=True)
    return as_text(catalogue)


def _sources(root: Path) -> Iterator[Path]:
    yield from sorted((root / "templates").rglob("*.html"))
    for package in FACES:
        for path in sorted((root / package).rglob("*.py")):
            if NOT_SHOWN.isdisjoint(path.relative_to(root).parts):
                yield path


@cache
def _messages(path: Path, changed_at: int) -> list[tuple[str | tuple[str, ...], str | None]]:
    """Return the messages of one file, once for all languages while the file stays as it is."""
    text = path.read_text()
    if path.suffix == ".py":
        if not MARKED.search(text):
            return []
        _refuse_marks_in_f_strings(path, text)
    if path.suffix == ".html":
        # The output of templatize is not indented as Python, which does not matter between brackets.
        text = f"(\n{templatize(text, origin=str(path))}\n)"
    try:
        found = extract("python", BytesIO(text.encode()), KEYWORDS)
        return [(message, context) for _, message, _, context in found]
    except (TokenError, SyntaxError) as why:
        raise NotRead(f"{path}: {why}") from why


def _refuse_marks_in_f_strings(path: Path, text: str) -> None:
    """Raise NotRead for a mark within an f-string: some versions of Python do not show it to the extraction."""
    for string in ast.walk(ast.parse(text)):
        if isinstance(string, ast.JoinedStr):
            for call in ast.walk(string):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in KEYWORDS:
                    raise NotRead(f"{path}:{call.lineno}: a sentence is marked within an f-string")
