"""What became of a payment discrepancy, in words."""

from django.utils.translation import gettext_noop

UNDONE = "undone"
"""In place of a decision: it is no discrepancy any more."""
DECIDED: dict[str, str] = {
    "stands": gettext_noop("it stands"),
    "made_good": gettext_noop("the rest was paid"),
    "given_back": gettext_noop("given back"),
    UNDONE: gettext_noop("undone"),
}
