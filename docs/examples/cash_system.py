#!/usr/bin/env python3
"""A cash system in a hundred lines: follows the feed, issues fills, verifies webhooks.

    export HOUSE=http://127.0.0.1:8000 CLIENT_ID=... CLIENT_SECRET=...
    python3 cash_system.py follow          every event once, also after this program was killed
    python3 cash_system.py issue F-000001 --carrier "Carrier 1"
    python3 cash_system.py verify whsec_... headers.json body.json

`manage.py create_api_client cash-desk --scope cash:read --scope cash:write --scope feed:read` makes the client. Python
3.11 is enough; for webhooks also the package `standardwebhooks`.
"""

import argparse
import base64
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TRY_AGAIN_AFTER_S = 2.0


class Refused(Exception):
    """A refusal of the house: its problem document (RFC 9457)."""

    def __init__(self, problem: dict[str, Any]) -> None:
        clause = f" ({problem['clause']})" if "clause" in problem else ""
        super().__init__(f"{problem['detail']}{clause}")
        self.problem = problem


class House:
    """A house's API, with a token that is renewed when it has expired."""

    def __init__(self, address: str, client_id: str, client_secret: str) -> None:
        self.address = address.rstrip("/")
        self._credentials = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self._token, self._expires = "", 0.0

    def get(self, path: str, **query: Any) -> Any:
        """Read. Raises Refused."""
        parameters = f"?{urllib.parse.urlencode(query)}" if query else ""
        return self._ask("GET", f"/api/v1/{path}{parameters}", None, self._signed())

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> Any:
        """Do something once: sent again under its key, it is not done again. Raises Refused."""
        keyed = {"Idempotency-Key": key or str(uuid.uuid4()), "Content-Type": "application/json"}
        data = json.dumps(body).encode()
        while True:
            try:
                return self._ask("POST", f"/api/v1/{path}", data, self._signed() | keyed)
            except (ConnectionError, urllib.error.URLError) as error:
                # Whether it was done nobody knows, and nobody needs to: the key says that it is the same request.
                print(f"the house does not answer ({error}); once more", file=sys.stderr)
                time.sleep(TRY_AGAIN_AFTER_S)

    def _signed(self) -> dict[str, str]:
        if time.monotonic() > self._expires:
            basic = {"Authorization": f"Basic {self._credentials}"}
            answer = self._ask("POST", "/oauth/token/", b"grant_type=client_credentials", basic)
            self._token = answer["access_token"]
            self._expires = time.monotonic() + answer["expires_in"] - 30
        return {"Authorization": f"Bearer {self._token}"}

    def _ask(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Any:
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)) from None


class Books:
    """The cash system's own database: what it has taken, and how far. Both in one transaction: that is all it takes."""

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path)
        self.db.execute(
            "CREATE TABLE IF NOT EXISTS taken (position INTEGER PRIMARY KEY, type TEXT, data TEXT)"
        )
        self.db.execute("CREATE TABLE IF NOT EXISTS read_to (position INTEGER)")

    def read_to(self) -> int:
        """The position after which to read on."""
        row = self.db.execute("SELECT position FROM read_to").fetchone()
        return row[0] if row else 0

    def take(self, events: list[dict[str, Any]], read_to: int) -> None:
        """Takes a page of events, wholly or not at all."""
        with self.db:
            for event in events:
                row = event["position"], event["type"], json.dumps(event["data"])
                self.db.execute("INSERT INTO taken VALUES (?, ?, ?)", row)
            self.db.execute("DELETE FROM read_to")
            self.db.execute("INSERT INTO read_to VALUES (?)", (read_to,))


def follow(house: House, books: Books, wait_s: int = 30) -> Iterator[dict[str, Any]]:
    """Every event of the house, each once and in its order, for ever; what was taken before is not given again."""
    while True:
        page = house.get("events", after=books.read_to(), limit=1000, wait=wait_s)
        books.take(page["events"], page["next"])
        yield from page["events"]


def issue(house: House, number: str, carrier: str) -> Any:
    """Issue what the pit has requested, and send a fill on its way; what is done is not done again."""
    slip = house.get(f"fills/{number}")
    if slip["status"] == "requested":
        slip = house.post(f"fills/{number}/issue", {"carrier": carrier}, key=f"issue-{number}")
    if slip["status"] == "issued" and slip["kind"] == "fill":
        slip = house.post(f"fills/{number}/carry", {}, key=f"carry-{number}")
    return slip


def verify(secret: str, headers: dict[str, str], body: bytes) -> Any:
    """The event that a webhook brings. Raises WebhookVerificationError unless the house sent it, and just now."""
    from standardwebhooks import Webhook

    return Webhook(secret).verify(body, headers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    follows = what.add_parser("follow")
    follows.add_argument("--books", default="cash.sqlite3")
    follows.add_argument("--wait", type=int, default=30)
    issues = what.add_parser("issue")
    issues.add_argument("number")
    issues.add_argument("--carrier", required=True)
    verifies = what.add_parser("verify")
    for name in ("secret", "headers", "body"):
        verifies.add_argument(name)
    arguments = parser.parse_args()
    if arguments.what == "verify":
        headers = json.loads(Path(arguments.headers).read_text(encoding="utf-8"))
        print(json.dumps(verify(arguments.secret, headers, Path(arguments.body).read_bytes())))
        return 0
    house = House(os.environ["HOUSE"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
    try:
        if arguments.what == "issue":
            print(json.dumps(issue(house, arguments.number, arguments.carrier)))
            return 0
        for event in follow(house, Books(arguments.books), arguments.wait):
            print(event["position"], event["type"], json.dumps(event["data"]), flush=True)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
