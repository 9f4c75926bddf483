"""Beat's schedule on disk: when each task ran last."""

from pathlib import Path

from celery.beat import PersistentScheduler
from celery.schedules import schedule

from casino.embedded.data_folder import make_private_folder


class Schedule(PersistentScheduler):
    """Schedule of Celery's beat that makes its own folder: the data folder is empty at the first start.

    A task that never ran is due at once, and not an interval later: nothing was swept before.
    """

    def setup_schedule(self) -> None:
        make_private_folder(Path(self.schedule_filename).parent)  # type: ignore[attr-defined]  # the stubs lack it
        super().setup_schedule()
        for entry in self.schedule.values():
            if not entry.total_run_count and isinstance(entry.schedule, schedule):
                entry.last_run_at -= entry.schedule.run_every  # type: ignore[attr-defined]  # the stubs lack it
