"""The advisory locks of the record: the first of each pair of keys; the second is the casino's id."""

SEALER = 0x5EA1
"""Held by a casino's active sealer for as long as its session lives."""

REBUILD_GATE = 0x6A7E
"""Shared by all appends to a casino until they commit; a rebuild's swap takes it alone."""
