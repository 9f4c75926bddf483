"""What happened at the tables: the record, the game, a table's day, its shift rules and its wheels."""
