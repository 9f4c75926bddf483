"""The reports by name. Each module here has one: its columns, and its rows of a gaming day. Nothing here writes."""

from casino.reports.columns import Report
from casino.reports.days.compliance import COMPLIANCE
from casino.reports.days.drops import DROPS
from casino.reports.days.fills import FILLS
from casino.reports.days.held import HELD
from casino.reports.days.ledger import LEDGER
from casino.reports.days.permanence import PERMANENCE
from casino.reports.days.permanence_printed import PERMANENCE_FOR_CUSTOMERS, PERMANENCE_PRINTED
from casino.reports.days.violations import VIOLATIONS

REPORTS: dict[str, Report] = {
    report.name: report
    for report in (
        COMPLIANCE,
        VIOLATIONS,
        PERMANENCE,
        PERMANENCE_PRINTED,
        PERMANENCE_FOR_CUSTOMERS,
        LEDGER,
        FILLS,
        DROPS,
        HELD,
    )
}
