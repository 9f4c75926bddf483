"""The forms of a table's page: a file for each topic, with `FORMS` by the command's name in the address."""

from casino.floor.forms import betting, cash, change, colours, corrections, coup, day, direction, held, staff
from casino.floor.forms.table import TableForm

OF_THE_TABLE: dict[str, type[TableForm]] = {
    **coup.FORMS,
    **betting.FORMS,
    **staff.FORMS,
    **colours.FORMS,
    **corrections.FORMS,
    **change.FORMS,
    **cash.FORMS,
    **held.FORMS,
    **day.FORMS,
}
"""Forms of commands for the person who runs the table."""
OF_THE_DIRECTION: dict[str, type[TableForm]] = direction.FORMS
"""For those who open and close tables."""
