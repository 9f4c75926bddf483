"""The casino's tables and readers as registered, and the one door through which commands reach a table's stream."""
