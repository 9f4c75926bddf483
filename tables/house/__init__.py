"""The casino's tables and readers as registered, and the one door through which a command reaches a table's stream."""
