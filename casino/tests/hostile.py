"""Hostile values, and requests that leave nothing behind, for the tests of every address."""

from collections.abc import Callable, Mapping, Sequence
from http.cookies import SimpleCookie
from itertools import cycle
from typing import Any

from django.conf import settings
from django.db import transaction
from django.test import Client

TIMES = (
    "0001-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59.999999Z",
    "2026-11-20T21:30:00+23:59",
    "2026-11-20T21:30:00+24:00",
    "2026-11-20T24:00:00Z",
    "2026-02-30T00:00:00Z",
)
DAYS = (
    *("0001-01-01", "0001-01-02", "9999-12-31", "9999-12-30", "2026-02-30", "20261120", "2026-W47-5"),
    "-001-01-01",
)
NUMBERS = (
    *("-1", "0", "2147483648", "9223372036854775807", "9223372036854775808", "1" * 25, "1" * 5000, "1e308"),
    *("٣", "²", "+1", "0x1", "1_0", "NaN", "Infinity", "0" * 4000 + "1"),
)
TEXTS = (
    *("", " ", ",", ",,", "\0", "a\0b", "%", "%00", "%FF", "../../etc/passwd", "x" * 4000, "'\"<script>"),
    *("{}", "[]", "null", "\u202e", "😀", "*", "\\", "socket://[::1", "http://[::1", "(" * 500),
)
HOSTILE = (*TIMES, *DAYS, *NUMBERS, *TEXTS)
IN_PATHS = tuple(each for each in HOSTILE if each.strip(" .") and "/" not in each and len(each) < 2000)
HEADERS: Mapping[str, Sequence[str]] = {
    "Accept": ("", "*", "text/html;q=9", "a" * 4000, "application/json;version=\0", "text/csv;q=nan", ",;=/"),
    "Accept-Language": ("", "*", "xx-" * 500, "en;q=1e9", "\0", "-" * 4000, ",".join(["de"] * 2000)),
    "Accept-Encoding": ("", "gzip;q=nan", "br;q=-1", "identity;q=0, *;q=0", "\0"),
    "Authorization": (
        "",
        "Bearer",
        "Bearer ",
        "Bearer \0",
        "Bearer " + "a" * 4000,
        "Basic !!!",
        "Basic /w==",
        "\x80",
    ),
    "Content-Length": ("", "-1", "x", "99999999999999999999"),
    "Content-Type": (
        "",
        "x",
        "text/html; charset=none",
        "multipart/form-data",
        "application/json; charset=utf-7",
    ),
    "Cookie": (
        "",
        "sessionid=",
        "sessionid=\0",
        "sessionid=" + "x" * 4000,
        "csrftoken=<",
        "language=xx; language=\0",
        "=;=;",
    ),
    "Forwarded": ('for="[::1"', "\0"),
    "Host": ("", "[::1", "a:b", "localhost:99999", "\0", "a" * 300, "xn--"),
    "HX-Current-URL": ("", "http://[::1", "\0", "%FF", "javascript:alert(1)"),
    "HX-Request": ("true", "\0"),
    "HX-Target": ("\0", "x" * 4000),
    "HX-Trigger": ("\0", "%FF"),
    "Idempotency-Key": ("", "\0", "x" * 4000, "\x80"),
    "If-Match": ("", "*", '"', 'W/"1"', '"\0"', "1" * 4000),
    "If-Modified-Since": (
        *("", "0", "Thu, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 99999 23:59:59 GMT"),
        "Mon, 30 Feb 2026 25:61:61 GMT",
    ),
    "If-None-Match": ("", "*", '"', 'W/"1"', '"' + "a" * 4000),
    "Last-Event-ID": ("", "-1", "x", "1" * 5000, "\0"),
    "Origin": ("", "null", "http://[::1", "\0"),
    "Range": ("", "bytes=", "bytes=9-1", "bytes=-" + "9" * 4000, "lines=1-2"),
    "Referer": ("", "http://[::1", "%FF", "\0"),
    "X-Forwarded-For": ("", "[::1", "a" * 4000, ",,,"),
    "X-Forwarded-Proto": ("", "x", "https,http"),
    "X-HTTP-Method-Override": ("DELETE", "\0"),
}


class Tries:
    """Values to try, the next few of them each time, and more for a name that is new; in the long form, always all."""

    def __init__(self, of: Sequence[Any], *, first: int, few: int, thorough: bool) -> None:
        self._of, self._first, self._few, self._thorough = of, first, few, thorough
        self._turns = cycle(of)
        self._known: set[str] = set()

    def of(self, name: str) -> Sequence[Any]:
        if self._thorough:
            return self._of
        count = self._few if name in self._known else self._first
        self._known.add(name)
        return [next(self._turns) for _ in range(count)]


def answer(browser: Client, path: str, headers: Mapping[str, str] = {}) -> Any:
    """What a GET is answered; whatever it did is undone."""
    return undone(browser, lambda: browser.get(path, headers=dict(headers)))


def undone(browser: Client, ask: Callable[[], Any]) -> Any:
    """What is answered, with the record and the browser's cookies as they were before."""
    cookies = browser.cookies.output()
    with transaction.atomic():
        response = ask()
        transaction.set_rollback(True)
    if browser.cookies.output() != cookies:
        browser.cookies = SimpleCookie(cookies.replace("Set-Cookie: ", ""))
    return response


def sent_to_sign_in(response: Any) -> bool:
    return str(response.headers.get("Location", "")).startswith(settings.LOGIN_URL)
