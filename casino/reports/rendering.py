"""The formats of every report: names, media types, writers, and the greatest number of rows."""

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from hashlib import file_digest
from io import BytesIO
from tempfile import TemporaryFile
from typing import BinaryIO

import msgspec
from django.utils.translation import gettext
from msgspec.structs import replace

from casino.kit.money import count
from casino.kit.sentences.lists import with_or
from casino.reports import as_csv, as_json, as_pdf, as_xlsx
from casino.reports.columns import MadeReport, Report, Row


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form, and how many rows a file of it has at most; `most_sheets` where each is a sheet on paper.

    A worker is at the longest file for half a minute or so, and has its other work to do.
    """

    name: str
    media_type: str
    write: Callable[[MadeReport, BinaryIO], None]
    most: int
    most_sheets: int
    ending: str = ""
    """Ending of the file's name, if it is not the form's name."""

    @property
    def file_ending(self) -> str:
        """Return the ending of the file's name."""
        return self.ending or self.name

    def most_of(self, report: Report) -> int:
        return self.most_sheets if report.sheets else self.most


MOST = 250_000
FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        Form(name="json", media_type=as_json.MEDIA_TYPE, write=as_json.write, most=MOST, most_sheets=MOST),
        Form(name="csv", media_type=as_csv.MEDIA_TYPE, write=as_csv.write, most=MOST, most_sheets=MOST),
        Form(
            name="xlsx", media_type=as_xlsx.MEDIA_TYPE, write=as_xlsx.write, most=100_000, most_sheets=100_000
        ),
        Form(name="pdf", media_type=as_pdf.MEDIA_TYPE, write=as_pdf.write, most=5_000, most_sheets=400),
    )
}
"""The first is the usual one. A client of the API has these."""
SPREADSHEET = Form(
    name="csv-sheet",
    media_type=as_csv.MEDIA_TYPE,
    write=as_csv.write_for_spreadsheets,
    most=MOST,
    most_sheets=MOST,
    ending="csv",
)
FORMS_FOR_PEOPLE: Mapping[str, Form] = ChainMap(FORMS, {SPREADSHEET.name: SPREADSHEET})


def format_words(name: str) -> str:
    """Return the name of a form as a person chooses it."""
    return gettext("CSV for spreadsheets") if name == SPREADSHEET.name else name.upper()


class TooLong(Exception):
    """A report has more rows than a file of this form; in words for the client."""

    def __init__(self, report: Report, form: Form) -> None:
        longer = [other.name for other in FORMS.values() if other.most > form.most]
        words = (
            gettext(
                "it has more than {most} rows, the most that this report has as {form}; "
                "ask for fewer days, for one table, or as {others}"
            )
            if longer
            else gettext(
                "it has more than {most} rows, the most that this report has as {form}; "
                "ask for fewer days, for one table"
            )
        )
        super().__init__(
            words.format(most=count(form.most_of(report)), form=form.name, others=with_or(longer))
        )


def rendered(made: MadeReport, form: Form) -> bytes:
    """The report in this form: the same rows, the same bytes, with their hash where the form has a place for it. Raises
    TooLong."""
    return written(hashed(made, form), form)


def written(made: MadeReport, form: Form) -> bytes:
    """A report that has its hash, in this form."""
    out = BytesIO()
    form.write(made, out)
    return out.getvalue()


def hashed(made: MadeReport, form: Form) -> MadeReport:
    """The report with the hash of its rows: SHA-256 of the CSV of these rows, in whatever form. Raises TooLong."""
    with TemporaryFile() as file:
        as_csv.write(replace(made, rows=_at_most(made, form)), file)
        file.seek(0)
        return replace(made, hash=file_digest(file, "sha256").hexdigest())


def _at_most(made: MadeReport, form: Form) -> Iterator[Row]:
    for turn, row in enumerate(made.rows):
        if turn == form.most_of(made.report):
            raise TooLong(made.report, form)
        yield row
