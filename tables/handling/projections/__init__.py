"""Rows derived from the record, and how they are read. Thrown away, they are derived again."""
