"""Beat's schedule on disk: when each task ran last."""

import signal
from functools import partial
from pathlib import Path
from typing import Any

from celery.beat import PersistentScheduler, Service
from celery.schedules import schedule
from celery.signals import beat_init

from casino.installation.data_folder import make_private_folder


class Schedule(PersistentScheduler):
    """Schedule of Celery's beat that makes its own folder: the data folder is empty at the first start.

    A task that never ran is due at once, and not an interval later: nothing was swept before.
    """

    _is_sending = False
    _is_to_stop = False

    def setup_schedule(self) -> None:
        make_private_folder(Path(self.schedule_filename).parent)  # type: ignore[attr-defined]  # the stubs lack it
        super().setup_schedule()
        for entry in self.schedule.values():
            if not entry.total_run_count and isinstance(entry.schedule, schedule):
                entry.last_run_at -= entry.schedule.run_every  # type: ignore[attr-defined]  # the stubs lack it

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        """Send one task. Raises SystemExit afterwards if a signal to stop came meanwhile."""
        self._is_sending = True
        try:
            return super().apply_async(*args, **kwargs)
        finally:
            self._is_sending = False
            if self._is_to_stop:
                raise SystemExit

    def stop_after_sending(self) -> bool:
        """Stop once the message in hand is sent or given up. Return False if none is."""
        self._is_to_stop = True
        return self._is_sending


@beat_init.connect
def finish_message_first(sender: Service, **_: Any) -> None:
    """Let beat finish its message before it stops.

    Celery's own handler closes the connection to the broker at once, in the middle of an answer perhaps, and waits for
    ever for the rest of it: one stop in seventy did not end.
    """
    if isinstance(sender.scheduler, Schedule):
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, partial(_stop, sender.scheduler, signal.getsignal(number)))


def _stop(scheduler: Schedule, stop_now: Any, number: int, frame: Any) -> None:
    if not scheduler.stop_after_sending():
        stop_now(number, frame)
