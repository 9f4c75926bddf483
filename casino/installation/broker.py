"""The embedded broker: kombu's filesystem transport, which an unreadable file does not stop.

A full disk or a power cut leaves files that are empty or cut short. kombu's own channel raises on one, and the worker
dies. Here the file becomes a dead letter, named in the log. No readable message is lost; and a task only starts a look,
so the next one does the work.
"""

import logging
import os
import uuid
from fcntl import LOCK_SH, flock
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

from casino.installation.data_folder import DEAD_LETTERS
from tables.stream.heartbeat import beat

log = logging.getLogger(__name__)

PARTS_OF_A_MESSAGE = frozenset({"body", "headers", "properties"})


class Channel(filesystem.Channel):
    """Channel whose messages appear whole or not at all, and that moves unreadable messages to the dead letters."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # so is kombu's
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        path = Path(self.data_folder_out) / name
        draft = path.with_name(f"{name}.new")
        try:
            draft.write_text(dumps(payload))
            draft.replace(path)
        except OSError as refused:
            draft.unlink(missing_ok=True)
            raise ChannelError(f"the message {path} cannot be written: {refused.strerror}") from refused

    def _get(self, queue: str) -> Any:  # type: ignore[override]  # so is kombu's
        beat()  # the worker has ended the task of the message before
        for name in sorted(os.listdir(self.data_folder_in)):  # noqa: PTH208  names, not paths
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            path = Path(self.data_folder_in) / name
            try:
                payload = _message(path)
                path.unlink()  # of several workers, one succeeds
            except FileNotFoundError:
                continue
            except ValueError as unreadable:
                _set_aside(path, str(unreadable))
                continue
            except OSError as refused:
                raise ChannelError(f"the message {path} cannot be read: {refused.strerror}") from refused
            return payload
        raise Empty

    def get_table(self, exchange: str) -> Any:
        """Return the queues bound to an exchange; an unreadable table is created again at the next binding."""
        self._set_table_aside(exchange)
        return super().get_table(exchange)

    def _queue_bind(self, exchange: str, *args: Any) -> None:
        self._set_table_aside(exchange)
        super()._queue_bind(exchange, *args)

    def _set_table_aside(self, exchange: str) -> None:
        path: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]  # the stubs lack it
        try:
            with path.open("rb") as file:
                # The table is written under a lock: in the middle of that it is not broken.
                flock(file, LOCK_SH)
                loads(file.read().decode())
        except FileNotFoundError:
            pass
        except ValueError as unreadable:
            _set_aside(path, str(unreadable))


class Transport(filesystem.Transport):
    Channel = Channel


def use_own_transport() -> None:
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"


def _message(path: Path) -> Any:
    """Return the message in a file. Raises ValueError for another content."""
    content = path.read_bytes()
    if not content:
        raise ValueError("it is empty")
    payload = loads(content.decode())
    if not isinstance(payload, dict) or not payload.keys() >= PARTS_OF_A_MESSAGE:
        raise ValueError("it is no message")
    return payload


def _set_aside(path: Path, why: str) -> None:
    place = path.parent.with_name(DEAD_LETTERS) / path.name
    try:
        place.parent.mkdir(exist_ok=True)
        path.replace(place)
    except FileNotFoundError:
        return  # another worker was first
    except OSError as refused:
        log.error("%s cannot be read (%s) nor set aside (%s)", path, why, refused.strerror)
        return
    log.error("%s cannot be read (%s); it is a dead letter now: %s", path, why, place)
