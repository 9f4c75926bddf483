"""A mail backend with one deadline for the whole exchange with the server.

Django's own time-out counts for each single read: a server that sends a byte now and then holds its sender for hours.
"""

import smtplib
import socket
from contextlib import suppress
from threading import Timer
from typing import Any

from django.core.mail.backends import smtp

EXCHANGE_S = 30.0
"""Seconds from the connection to the last answer."""


class _InTime:
    """The part of both clients that ends an exchange. Raises TimeoutError in the thread that waits."""

    sock: socket.socket | None

    def __init__(self, *args: Any, **options: Any) -> None:
        self.sock = None
        self._is_overdue = False
        self._timer = Timer(EXCHANGE_S, self._cut)
        self._timer.daemon = True
        self._timer.start()
        try:
            super().__init__(*args, **options)
        except BaseException:
            self.close()
            raise

    def getreply(self) -> tuple[int, bytes]:
        try:
            answer: tuple[int, bytes] = super().getreply()  # type: ignore[misc]  # smtplib.SMTP has it
        except (OSError, smtplib.SMTPException):
            if not self._is_overdue:
                raise
        if self._is_overdue:
            raise TimeoutError(f"the mail server did not finish within {EXCHANGE_S:g} s")
        return answer

    def close(self) -> None:
        self._timer.cancel()
        super().close()  # type: ignore[misc]  # smtplib.SMTP has it

    def _cut(self) -> None:
        self._is_overdue = True
        if self.sock is not None:
            with suppress(OSError):
                # Not by the SSL object: the waiting thread is using its state.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


class TimedSMTP(_InTime, smtplib.SMTP):
    """Client of a mail server."""


class TimedSecureSMTP(_InTime, smtplib.SMTP_SSL):
    """Client of a mail server over TLS."""


class TimedBackend(smtp.EmailBackend):
    """Django's backend for SMTP with the clients above."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return TimedSecureSMTP if self.use_ssl else TimedSMTP

    def open(self) -> bool | None:
        """Connect, agree on TLS and sign in. Return True for a new connection. Raises the client's errors.

        A connection that comes to an error is closed at once, without a word to a server that has no good certificate.
        Django leaves such a connection open.
        """
        try:
            return super().open()
        except BaseException:
            connection: smtplib.SMTP | None = self._partial_connection  # type: ignore[has-type]  # no stub has it
            if connection is not None:
                connection.close()
            self._partial_connection = None
            raise
