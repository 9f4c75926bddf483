"""`manage.py list_months`: the months of the record, in the database and in files."""

from typing import Any

from tables.management_command import ManagementCommand
from tables.stream.archiving.months import RecordMonth, archived_months, record_months, written_month
from tables.stream.management.preconditions import database_needed


class Command(ManagementCommand):
    help = "Lists the months of the record: what each takes in the database, and which lie in files."

    def handle(self, *args: Any, **options: Any) -> None:
        with database_needed():
            for part in record_months():
                if not part.archived:
                    self.stdout.write(_line(part))
            for each in archived_months():
                self.stdout.write(
                    f"{written_month(each.month)}  archived: {each.file}, {each.events:,} events of casino"
                    f" {each.casino_id}, SHA-256 {each.sha256.hex()}"
                )


def _line(part: RecordMonth) -> str:
    name = {None: "rest", 0: "lasting"}.get(part.month) or written_month(part.month or 0)
    return f"{name:<8} {part.events:>12,} events, about {part.bytes / 1_000_000:,.1f} MB"
