"""What a coup made of the chips of colours that are out, noted on its sheet.

`tables.play.colours.chips_out` counts how many are out at the table. A prize beyond the chips that the table has of a
colour was paid in chips with a face value, and the table owes for no chip that nobody has.
"""

from settlement.models import PayoutSheet
from settlement.table_day import TableDay
from tables.play.colours.chips_out import all_chips_out, chips_played


def colours_settled(day: TableDay, sheet: PayoutSheet) -> None:
    """Notes on the sheet of the last coup what its players have more in chips of colours, or less.

    What a coup did to the chips is done once the next one is settled or its colour is another's: what it comes to
    otherwise from then on is paid in chips with a face value.
    """
    table = day.after
    colours = {stake["colour"] for stake in sheet.stakes if stake.get("colour") and stake.get("chip")}
    if not colours:
        return
    out, worth = all_chips_out(table, day.rulebook), chips_played(table)
    before = {each.colour: each.chips for each in table.colours.in_play}
    for colour in colours:
        if colour in worth:
            sheet.in_colours[colour] = (out[colour] - before[colour]) * worth[colour]
        else:
            sheet.in_colours.setdefault(colour, 0)
