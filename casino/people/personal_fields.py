"""Texts about a person in events, besides the name.

They are kept beside the record like the name (tables/stream/pseudonyms.py), so that a person can be erased
(docs/people.md).
"""

from collections.abc import Mapping

PERSONAL_FIELDS: Mapping[str, tuple[str, ...]] = {
    "person_engaged": ("sign_in",),
    "person_renamed": ("before",),
    "person_suspended": ("reason",),
    "person_left": ("reason",),
    "second_factor_added": ("name",),
    "second_factor_removed": ("name",),
}
"""Fields by the type of the event. The text is about the person in the event's field `person`."""
