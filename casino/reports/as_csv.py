"""A report as CSV: for programs under a head of keys, and for spreadsheet programs under headings.

For programs, money is in major units (`1245.00`, without a thousands separator), its currency in `currency`; times are
RFC 3339 in UTC; a flag is `yes` or empty, and an unknown value is empty. casino/kit/csv_form.py has both forms. Words
never begin a formula.
"""

from typing import BinaryIO

from casino.kit.csv_form import MACHINE, SPREADSHEET, CsvForm, write_table
from casino.reports.columns import MadeReport, currency_in

MEDIA_TYPE = "text/csv"


def write(made: MadeReport, out: BinaryIO, form: CsvForm = MACHINE) -> None:
    columns = made.report.columns
    write_table(out, columns, made.rows, form, currency_of=lambda row: currency_in(columns, tuple(row)))


def write_for_spreadsheets(made: MadeReport, out: BinaryIO) -> None:
    """Write the report for the spreadsheet program of a person, in the language in force."""
    write(made, out, SPREADSHEET)
