"""A catalogue that is not compiled shows English to people who read another language: the checks say so."""

from typing import Any

from django.core.checks import Warning as CheckWarning
from django.core.checks import register

from casino.languages.compiling import stale_catalogues


@register()
def catalogues_are_compiled(**_: Any) -> list[CheckWarning]:
    """A warning for each language whose compiled catalogue is missing or older than its source."""
    return [
        CheckWarning(
            f"locale/{path.parent.parent.name} is not compiled: its screens would be in English.",
            hint="Run `make setup`.",
            id="languages.W001",
        )
        for path in stale_catalogues()
    ]
