"""`manage.py pack_months`: the indexes of months that are over, without the room that nobody needs any more."""

from datetime import UTC, datetime
from typing import Any

from tables.management_command import ManagementCommand
from tables.stream.archiving.months import written_month
from tables.stream.archiving.packing import pack_months
from tables.stream.management.preconditions import database_needed, owner_needed


class Command(ManagementCommand):
    help = (
        "Builds the indexes of months that are over for 35 days anew, while the house goes on; once a month."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with database_needed(), owner_needed("pack_months"):
            packed = pack_months(datetime.now(UTC), progress=self.stderr.write)
        self.stdout.write(
            f"packed: {', '.join(map(written_month, packed))}" if packed else "nothing is left to be packed"
        )
