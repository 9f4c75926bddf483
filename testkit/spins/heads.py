"""Reader heads: the bytes that a wheel's reader sends."""

from random import Random
from typing import NamedTuple, Protocol

from testkit.spins.true_wheel import TrueWheel


class Message(NamedTuple):
    """Bytes that a head sends. `coup` is the coup whose number they give: 0 of none, None of a status line."""

    data: bytes
    coup: int | None = None


class Head(Protocol):
    """A device at the wheel."""

    def messages(self, lines: list[bytes], fallen: int, wheel: TrueWheel) -> list[Message]:
        """Return the messages of this half second, before which so many balls had fallen.

        `lines` are those of a SlingShot 2.
        """
        ...

    def spurious(self, number: int) -> Message:
        """Return a message with a number that has not fallen."""
        ...


class Slingshot2Head:
    """The head of the simulated wheel itself; without `bare` it sends no number on a line of its own."""

    def __init__(self, *, bare: bool = True) -> None:
        self._bare = bare

    def messages(self, lines: list[bytes], fallen: int, wheel: TrueWheel) -> list[Message]:
        if self._bare:
            return [Message(piece) for piece in lines]
        parts = (piece.splitlines(keepends=True) for piece in lines)
        kept = (b"".join(part for part in piece if part.startswith(b"*")) for piece in parts)
        return [Message(piece) for piece in kept if piece]

    def spurious(self, number: int) -> Message:
        return Message(b"%2d\r\n" % number)


class PlainHead:
    """A display that sends each number after a moment, with this ending; padded to two characters, or not."""

    def __init__(self, chance: Random, ending: bytes = b"\r\n", *, padded: bool = True) -> None:
        self._chance = chance
        self._form = (b"%2d" if padded else b"%d") + ending
        self._waiting: list[tuple[int, Message]] = []

    def messages(self, lines: list[bytes], fallen: int, wheel: TrueWheel) -> list[Message]:
        self._waiting = [(ticks - 1, message) for ticks, message in self._waiting]
        for coup, spin in enumerate(wheel.spins[fallen:], start=fallen + 1):
            message = Message(self._written(spin.number), coup)
            self._waiting.append((self._chance.randint(0, 5), message))
        sent = [message for ticks, message in self._waiting if ticks <= 0]
        self._waiting = [each for each in self._waiting if each[0] > 0]
        return sent

    def spurious(self, number: int) -> Message:
        return Message(self._written(number), 0)

    def _written(self, number: int) -> bytes:
        return self._form % number
