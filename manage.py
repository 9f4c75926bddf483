#!/usr/bin/env python
"""Permanence's command line: `python manage.py help` lists what it can do."""

import gc
import os
import signal
import sys
from types import FrameType
from typing import Any


def main() -> None:
    if "run_house" in sys.argv[1:2]:
        end_quietly_when_told()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    # Modules stay as long as the process: searching them for garbage while they load finds nothing.
    gc.disable()
    from django.core.management import ManagementUtility

    from tables.python_runtime import call_with_room

    class CommandLine(ManagementUtility):
        """Collects garbage from the moment that all apps are loaded."""

        def fetch_command(self, subcommand: str) -> Any:
            gc.freeze()
            gc.enable()
            return super().fetch_command(subcommand)

    call_with_room(CommandLine(sys.argv).execute)


def end_quietly_when_told() -> None:
    """Until the supervisor takes the signals itself there is nothing to stop: no trace, and no error for make."""

    def end(_number: int, _frame: FrameType | None) -> None:
        os._exit(0)

    for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(stop, end)


if __name__ == "__main__":
    main()
