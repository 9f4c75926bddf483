"""Permits of open streams, checked again in the database when a revocation is heard.

All streams that ask at the same time are answered with one check of their kind. So a stream may ask before each send: a
hundred pages of a table with a new number cost two statements.
"""

import asyncio
import contextvars
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Hashable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.db import Error

from casino.web.background import in_thread

log = logging.getLogger(__name__)

Check = Callable[[frozenset[Any]], Collection[Any]]
"""Function that returns the keys whose streams may go on. It reads the database, for all keys together."""


class Terms(NamedTuple):
    """Conditions of a stream: its key in the check of its kind, and the rows that decide (subjects.py)."""

    check: Check
    key: Hashable
    subjects: frozenset[str]


class Permit:
    """Permission for one stream to go on."""

    def __init__(self, terms: Terms, wake: Callable[[], None]) -> None:
        self.terms = terms
        self.wake = wake
        """Called when the permit ends, so that a waiting stream notices."""
        self.has_ended = False
        self.is_doubted = False
        """True after a revocation was heard, until the database answers."""


class Permits:
    """The permits of all open streams of one event loop."""

    def __init__(self) -> None:
        self._of_subjects: defaultdict[str, set[Permit]] = defaultdict(set)
        self._asked: dict[Permit, asyncio.Future[bool | Error]] = {}
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def hold(self, terms: Terms, wake: Callable[[], None]) -> AsyncIterator[Permit]:
        """Yield a permit for as long as its stream is open."""
        permit = Permit(terms, wake)
        for subject in terms.subjects:
            self._of_subjects[subject].add(permit)
        try:
            yield permit
        finally:
            for subject in terms.subjects:
                self._of_subjects[subject].discard(permit)
                if not self._of_subjects[subject]:
                    del self._of_subjects[subject]

    def doubt(self, subject: str | None = None) -> None:
        """Ask again about the permits that depend on this subject; without one about all."""
        concerned = self._of_subjects.values() if subject is None else [self._of_subjects.get(subject, ())]
        for permit in {each for permits in concerned for each in permits}:
            permit.is_doubted = True
            self._ask(permit)

    async def confirm(self, permit: Permit) -> bool:
        """Return True if the stream may go on, by the database as it is now. Raises what the database raises."""
        if permit.has_ended:
            return False
        answer = await asyncio.shield(self._ask(permit))
        if isinstance(answer, Error):
            raise answer
        return answer

    def _ask(self, permit: Permit) -> "asyncio.Future[bool | Error]":
        """Put the permit into the next check: one that has begun may have read before the revocation."""
        asked = self._asked.get(permit)
        if asked is None:
            asked = self._asked[permit] = asyncio.get_running_loop().create_future()
        if self._task is None or self._task.done():
            # A context of its own: the request that happens to come first must not lend the task its database thread.
            self._task = asyncio.create_task(self._answer_all(), context=contextvars.Context())
        return asked

    async def _answer_all(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, {}
            for check in {permit.terms.check for permit in asked}:
                await self._answer(
                    check, {p: answer for p, answer in asked.items() if p.terms.check == check}
                )

    async def _answer(self, check: Check, asked: "dict[Permit, asyncio.Future[bool | Error]]") -> None:
        try:
            valid = await in_thread(check, frozenset(permit.terms.key for permit in asked))
        except Error as error:
            # Nobody was shut out by a database that is away. The permits stay doubted, and are asked for again.
            log.warning("streams could not ask whether they may go on (%s)", error)
            for answer in asked.values():
                answer.set_result(error)
            return
        except Exception:
            log.exception("the permits of streams could not be checked; they end")
            valid = ()
        for permit, answer in asked.items():
            if permit not in self._asked:
                permit.is_doubted = False
            answer.set_result(permit.terms.key in valid)
            if permit.terms.key not in valid:
                permit.has_ended = True
                permit.wake()


_permits: WeakKeyDictionary[asyncio.AbstractEventLoop, Permits] = WeakKeyDictionary()


def permits() -> Permits:
    """Return the permits of the running event loop: a web process has one."""
    return _permits.setdefault(asyncio.get_running_loop(), Permits())
