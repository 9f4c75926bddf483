"""Chip colours of American tables: assigned, counted, handed back, late."""
