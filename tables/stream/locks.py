"""The advisory locks of the record: the first of each pair of keys; the second is the casino's id."""

SEQUENCER = 0x5EA1
"""Held by a casino's active sequencer for as long as its session lives."""

REBUILD_GATE = 0x6A7E
"""Shared by all appends to a casino until they commit; a rebuild's swap takes it alone."""

WEBHOOKS = 0x3EB0
"""Held by whoever brings a stretch of the feed to a webhook; the second key is the stretch's id."""
