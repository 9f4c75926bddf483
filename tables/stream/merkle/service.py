"""The sealer's part in the evidence: the tree follows the feed, and at a set interval it is signed."""

import logging
import time
from collections.abc import Collection
from datetime import UTC, datetime

from django.conf import settings

from tables.stream.merkle.checkpoints import sign_checkpoint
from tables.stream.merkle.house_key import NO_KEY, KeyRefused, house_key
from tables.stream.merkle.note import SigningKey
from tables.stream.merkle.tiles import TreeBroken, extend_tree

log = logging.getLogger(__name__)

SAID_AGAIN_S = 3600.0
"""How often a house without a key is told so."""


class Checkpointer:
    """Signs for the casinos that its session is the sealer of. A key that is made meanwhile is soon found."""

    def __init__(self) -> None:
        self._due_at = 0.0
        self._behind: set[int] = set()
        """Casinos whose tree has not caught up with the feed, and is signed as soon as it has."""
        self._say_at = 0.0

    def step(self, casinos: Collection[int]) -> None:
        """Extend the trees a little, and sign those that are due. Takes so long that sealing does not wait for it."""
        if time.monotonic() >= self._due_at:
            self._due_at = time.monotonic() + settings.CHECKPOINT_SECONDS
            self._behind = set(casinos)
        if not self._behind:
            return
        key = self._key()
        for casino_id in sorted(self._behind & set(casinos)):
            try:
                if extend_tree(casino_id):
                    self._behind.discard(casino_id)
                    if key:
                        sign_checkpoint(casino_id, key, now=datetime.now(UTC))
            except TreeBroken as broken:
                self._behind.discard(casino_id)
                log.error("nothing is signed: %s; manage.py verify_record finds out what was changed", broken)
        self._behind &= set(casinos)

    def sign_all(self, casinos: Collection[int]) -> None:
        """What is not signed yet, before the sealer goes: nothing lies unsigned while the house is closed."""
        self._due_at = 0.0
        self.step(casinos)

    def _key(self) -> SigningKey | None:
        wrong: object = NO_KEY
        try:
            if key := house_key():
                return key
        except KeyRefused as refused:
            wrong = refused
        if time.monotonic() >= self._say_at:
            self._say_at = time.monotonic() + SAID_AGAIN_S
            log.warning("%s", wrong)
        return None
