"""Inspection sheets: what an inspection counted or saw at a table, as it was written on paper and keyed in afterwards,
and the month's plan of the drop to be seen on video."""
