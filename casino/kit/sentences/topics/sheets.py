"""Lists from spreadsheet programs: files that cannot be read, and lines that cannot be loaded."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "sheet-missing": _("no file is chosen. Choose a file"),
    "sheet-too-large": _("the file has more than {limit} bytes. Split it"),
    "sheet-too-long": _("the list has more than {limit} lines. Split it"),
    "sheet-too-wide": _(
        "this line has too many cells. Save the list again, with one column for each heading"
    ),
    "sheet-workbook": _(
        "this is a workbook. Save the sheet as CSV in the spreadsheet program, and choose that file"
    ),
    "sheet-empty": _("the file is empty. Choose a file with a line of headings and a line for each entry"),
    "sheet-not-text": _("this is not a text file. Save the sheet as CSV in the spreadsheet program"),
    "sheet-not-csv": _("this line is not CSV: a quotation mark is missing. Save the list again as CSV"),
    "sheet-columns-missing": _(
        "the columns {missing} are missing; the file has {found}. Add a heading for each"
    ),
    "sheet-column-twice": _("the columns {columns} come twice. Keep one of each"),
    "sheet-line-long": _(
        "this line has {found} cells, the line of headings {right}. Write one cell for each heading"
    ),
    "entry-listed-twice": _("{entry} is in line {line} already. Keep one of the lines"),
    "entry-cell-no-number": _("{field}: {entered} is not a number. Write 800 or 20.5"),
    "entry-cell-not-whole": _("{field}: {entered} is not a whole number. Write 800"),
    "entry-cell-too-fine": _("{field}: {entered} has more than two decimals. Write 20.55"),
    "entry-cell-no-yes": _("{field}: {entered} is neither yes nor no. Write yes or no"),
    "sheet-preview-expired": _("this preview is too old, or of somebody else. Choose the file again"),
}
