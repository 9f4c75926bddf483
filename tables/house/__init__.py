"""The casino's tables and readers as registered, and what the command handler has to know of their streams."""
