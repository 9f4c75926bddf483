"""Inspection sheets on the compliance pages: printed empty, keyed in afterwards, and held against the record."""
