"""The preview of an uploaded list: how the file was understood, before anything is stored.

The page has the file again, signed and packed. So the second step reads the very bytes that the person saw, and nothing
is kept between the two.
"""

from collections.abc import Mapping, Sequence

import msgspec
from django.core import signing
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from casino.kit.sentences import sentence_of
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sheets import LARGEST_SHEET, ReadList, SheetMistake, SheetRefused, mistake
from tables.outside.spreadsheet import Sheet
from tables.refusal import Refused

FILE, PREVIEWED = "file", "previewed"
"""Fields of the two steps: the file, and the file as the preview sends it on."""
VALID_S = 3600
ROWS_SHOWN = 10
MISTAKES_SHOWN = 200
SEPARATORS = {";": _("semicolon"), "\t": _("tab"), ",": _("comma")}


class ShownMistake(msgspec.Struct, frozen=True):
    """A mistake in words, with its line, or 0."""

    line: int
    words: str


class ShownColumn(msgspec.Struct, frozen=True):
    """A column of the file: its heading there, and its meaning; empty for one that is left out."""

    found: str
    meaning: str


class SheetPreview(msgspec.Struct, frozen=True, kw_only=True):
    """Preview of a list before it is loaded. `says` are sentences about the changes that loading would make."""

    encoding: str = ""
    separator: str = ""
    columns: tuple[ShownColumn, ...] = ()
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()
    lines: int = 0
    says: tuple[str, ...] = ()
    mistakes: tuple[ShownMistake, ...] = ()
    content: str = ""
    """The file for the second step; empty for a list with mistakes."""


def content_of(request: HttpRequest, purpose: str) -> tuple[bytes, bool]:
    """Return the file of the request, and True if it comes from a preview. Raises SheetRefused."""
    if token := request.POST.get(PREVIEWED):
        return _unsealed(token, _salt(request, purpose)), True
    file = request.FILES.get(FILE)
    if file is None:
        raise SheetRefused([mistake(Refused("sheet-missing"))])
    if (file.size or 0) > LARGEST_SHEET:
        raise SheetRefused([mistake(Refused("sheet-too-large", limit=LARGEST_SHEET))])
    return file.read(), False


def preview_of(
    request: HttpRequest,
    purpose: str,
    content: bytes,
    found: ReadList,
    *,
    meanings: Mapping[str, str],
    says: Sequence[str],
) -> SheetPreview:
    """Return the preview of a list without mistakes. `meanings` are the headings by key. Raises SheetRefused."""
    sealed = signing.dumps(content.decode("latin-1"), salt=_salt(request, purpose), compress=True)
    if len(sealed) > LARGEST_SHEET:
        raise SheetRefused([mistake(Refused("sheet-too-large", limit=LARGEST_SHEET))], found.sheet)
    columns = (
        ShownColumn(cell, gettext(meanings[key]) if key else "")
        for cell, key in zip(found.sheet.head.cells, found.keys, strict=True)
    )
    return msgspec.structs.replace(
        _of_sheet(found.sheet), columns=tuple(columns), says=tuple(says), content=sealed
    )


def refused_preview(refused: SheetRefused) -> SheetPreview:
    """Return the preview of a list with mistakes, as far as the file was understood."""
    shown = _all_shown(refused.mistakes)
    sheet = refused.sheet
    if sheet is None:
        return SheetPreview(mistakes=shown)
    columns = tuple(ShownColumn(cell, "") for cell in sheet.head.cells)
    return msgspec.structs.replace(_of_sheet(sheet), mistakes=shown, columns=columns)


def _of_sheet(sheet: Sheet) -> SheetPreview:
    return SheetPreview(
        encoding=sheet.encoding,
        separator=gettext(SEPARATORS[sheet.separator]),
        rows=tuple((row.line, row.cells) for row in sheet.body[:ROWS_SHOWN]),
        lines=len(sheet.body),
    )


def _all_shown(mistakes: Sequence[SheetMistake]) -> tuple[ShownMistake, ...]:
    """Return the first mistakes of the file in words, and the number of the others."""
    ordered = sorted(mistakes, key=lambda each: each.line)
    shown = [_shown(each) for each in ordered[:MISTAKES_SHOWN]]
    if more := len(ordered) - len(shown):
        words = ngettext("{count} more line has a mistake.", "{count} more lines have mistakes.", more)
        shown.append(ShownMistake(0, words.format(count=more)))
    return tuple(shown)


def _shown(each: SheetMistake) -> ShownMistake:
    return ShownMistake(each.line, capfirst(sentence_of(each.refusal)))


def _salt(request: HttpRequest, purpose: str) -> str:
    return f"casino.kit.sheet_preview/{purpose}/{request.user.pk}"


def _unsealed(token: str, salt: str) -> bytes:
    try:
        text: str = signing.loads(token, salt=salt, max_age=VALID_S)
    except signing.BadSignature:
        raise SheetRefused([mistake(Refused("sheet-preview-expired"))]) from None
    return text.encode("latin-1")
