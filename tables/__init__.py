"""Tables of a casino: the record, the game, a table's day, its shift rules and its wheels."""
