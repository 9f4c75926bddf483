"""The sequencer's part in the evidence: the tree follows the feed, and at a set interval it is signed."""

import logging
import time
from collections import deque
from collections.abc import Collection
from datetime import UTC, datetime

from django.conf import settings

from tables.stream.database import run
from tables.stream.merkle.checkpoints import sign_checkpoint
from tables.stream.merkle.house_key import NO_KEY, KeyRefused, house_key
from tables.stream.merkle.note import SigningKey
from tables.stream.merkle.tiles import TreeBroken, extend_tree
from tables.stream.sql import statement

log = logging.getLogger(__name__)

READ_POSITIONS = statement("read_positions")

STEP_S = 0.05
"""Longest wait of the sequencing for a step, except for the first casino."""

LAST_S = 3.0
"""Longest time for which a stopping sequencer signs its sequenced events."""

WARN_AGAIN_S = 3600.0
"""Interval between two log lines about a missing key."""


class Checkpointer:
    """Signs for the casinos that its session is the sequencer of. A key that is made meanwhile is soon found."""

    def __init__(self) -> None:
        self._due_at = 0.0
        self._unsigned: deque[tuple[int, int]] = deque()
        """Casinos that are due, each with its position in the feed; the next interval begins only when all had their
        turn, so none is passed over."""
        self._signed: dict[int, int] = {}
        """The position up to which each casino was found signed. A row in the database could be anybody's."""
        self._warn_at = 0.0

    def step(self, casinos: Collection[int]) -> None:
        """Extend the trees a little, and sign those that are due and have caught up with their feed."""
        if not self._unsigned and time.monotonic() >= self._due_at:
            self._due_at = time.monotonic() + settings.CHECKPOINT_SECONDS
            self._unsigned = self._unsigned_of(casinos)
        self._work(casinos, STEP_S)

    def sign_last(self, casinos: Collection[int]) -> None:
        """Sign the rest before the sequencer ends, so that little is unsigned while the casino is closed."""
        self._unsigned = self._unsigned_of(casinos)
        self._work(casinos, LAST_S)

    def _work(self, casinos: Collection[int], seconds: float) -> None:
        until = time.monotonic() + seconds
        key = self._key() if self._unsigned else None
        while self._unsigned:
            casino_id, position = self._unsigned.popleft()
            if casino_id in casinos:
                self._work_on(casino_id, position, key)
            if time.monotonic() >= until:
                break

    def _work_on(self, casino_id: int, position: int, key: SigningKey | None) -> None:
        """Extend the tree of a casino by a step, and sign it once it has caught up and there is a key."""
        try:
            if not extend_tree(casino_id):
                self._unsigned.append((casino_id, position))
            elif key:
                sign_checkpoint(casino_id, key, now=datetime.now(UTC))
                self._signed[casino_id] = position
        except TreeBroken as broken:
            log.error("nothing is signed: %s; manage.py verify_record finds out what was changed", broken)

    def _unsigned_of(self, casinos: Collection[int]) -> deque[tuple[int, int]]:
        rows = run(READ_POSITIONS, casino_ids=list(casinos))
        return deque(
            (casino_id, position) for casino_id, position in rows if self._signed.get(casino_id) != position
        )

    def _key(self) -> SigningKey | None:
        wrong: object = NO_KEY
        try:
            if key := house_key():
                return key
        except KeyRefused as refused:
            wrong = refused
        if time.monotonic() >= self._warn_at:
            self._warn_at = time.monotonic() + WARN_AGAIN_S
            log.warning("%s", wrong)
        return None
