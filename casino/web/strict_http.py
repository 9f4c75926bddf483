"""Requests that h11 takes and that HTTP forbids: two readers could take each for another request.

RFC 9112 lets a server refuse both lengths in one request (section 6.1) and another major version (section 2.3). CONNECT
is for proxies (RFC 9110, section 9.3.6). The connection is closed with the answer, so that nothing behind such a
request is read as one more.
"""

from typing import Any

import h11


class StrictConnection(h11.Connection):
    """The server's side of one connection."""

    has_unknown_version = False
    """The request that was refused is of another major version of HTTP."""

    def next_event(self) -> Any:
        """Return the next event of h11. Raises RemoteProtocolError also for a request of the kinds above."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._check(event)
        return event

    def _check(self, request: h11.Request) -> None:
        if request.method == b"CONNECT":
            # An answer 2xx would end HTTP on this connection.
            raise h11.RemoteProtocolError("CONNECT is for proxies")
        names = {name for name, _ in request.headers}
        if not request.http_version.startswith(b"1."):
            self.has_unknown_version = True
            raise h11.RemoteProtocolError("another major version of HTTP", error_status_hint=505)
        if b"transfer-encoding" in names and (b"content-length" in names or request.http_version == b"1.0"):
            raise h11.RemoteProtocolError("two lengths of one body")
