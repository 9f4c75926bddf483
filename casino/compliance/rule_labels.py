"""Labels of the rules of violations."""

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _
from tables.compliance.rules import DEADLINES, SEQUENCES

RULE_LABELS = {
    **{rule.name: rule.label for rule in DEADLINES},
    **{rule.name: rule.label for rule in SEQUENCES},
    "chips-of-another-table": _("Chips of another table"),
    "more-chips-than-outstanding": _("More chips than outstanding"),
    "over-the-maximum": _("Over the maximum"),
    "spins-at-two-tables": _("Dealer at two tables"),
    "unfit-equipment": _("Unfit equipment"),
}
"""The shift rules, and the rules whose breach play itself raises."""


def rule_label(rule: str) -> str:
    """Return a rule's name as a person reads it; a rule of an older version by its code."""
    label = RULE_LABELS.get(rule)
    return gettext(label) if label else rule.replace("-", " ").capitalize()
