"""Beat's schedule on disk: when each task ran last."""

from pathlib import Path

from celery.beat import PersistentScheduler

from casino.embedded.data_folder import make_folder


class Schedule(PersistentScheduler):
    """Schedule of Celery's beat that makes its own folder: the data folder is empty at the first start."""

    def setup_schedule(self) -> None:
        make_folder(Path(self.schedule_filename).parent)  # type: ignore[attr-defined]  # the stubs lack it
        super().setup_schedule()
