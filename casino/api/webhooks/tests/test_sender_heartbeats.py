"""A sender of webhooks is not well while one of its turns does not end."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.api.webhooks import sender as sending
from casino.api.webhooks.sender import Sender
from testkit.house import OpenHouse
from testkit.stream import sequence_all, wait_until
from testkit.webhooks import Receiver


@pytest.mark.django_db(transaction=True)
def test_sender_is_not_well_while_a_turn_does_not_end(
    subscribe: Callable[..., Any], house: OpenHouse, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "STUCK_AFTER_S", 0.2)
    subscribe()
    sequence_all(house.casino_id)
    receiver.hangs = True
    sender = Sender()
    try:
        assert sender.is_well()
        sender.step()
        wait_until(lambda: not sender.is_well(), "the turn takes too long")
        receiver.hangs = False
        receiver.let_go.set()
        wait_until(sender.is_well, "the turn has ended")
    finally:
        receiver.let_go.set()
        sender.stop()
