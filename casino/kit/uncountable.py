"""Primary keys that leave the installation: in addresses, in answers of the API, in identifiers of the record.

Casinos of an installation share its tables. Keys in order would show each of them the number of people, clients or
webhooks of the others.
"""

import secrets
from typing import Any

from django.db import models

LEAST_KEY, MOST_KEYS = 10**11, 9 * 10**11
"""Twelve digits: fewer than a million rows hardly ever draw the same key, and a JSON number holds it."""


def new_key() -> int:
    """Return a key that nobody can guess the next one from."""
    return LEAST_KEY + secrets.randbelow(MOST_KEYS)


class UncountableKey(models.BigAutoField):  # type: ignore[type-arg]  # Django's own class takes none
    """Primary key that is drawn by chance. Older rows keep their keys.

    A key that is taken already fails the INSERT: nothing is overwritten. The column is that of Django's own key, so a
    model changes to this field without a migration.
    """

    def __init__(self, **options: Any) -> None:
        if "primary_key" not in options:  # else it is a copy, which has all its options
            options = {"auto_created": True, "serialize": False, "verbose_name": "ID", **options}
        super().__init__(**{**options, "primary_key": True, "default": new_key})

    def deconstruct(self) -> Any:
        name, _, arguments, options = super().deconstruct()
        options.pop("default")
        return name, "django.db.models.BigAutoField", arguments, options
