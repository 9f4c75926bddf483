"""Wire between a simulated wheel and its listener: silence, bursts, rubbish, cut and joined lines."""

from collections.abc import Callable
from typing import Final

LINE_ENDING: Final = b"\r\n"
TICKS_A_SECOND: Final = 2
GAME_TICKS: Final = 80
"""For so long at most a disturbance lasts: about a game."""
REPLIES: Final = (b"*P OK", b"*P NO", b"*u OK", b"*o BUSY", b"*T h 161")
RUBBISH: Final = (b"00;0", b"* NO", b"*X;2;094", b"\xff\x00;;", b"*X;9;012;22;0;138;0", b"*X;2;0")


class SimulatedWire:
    """Carries each tick's lines as pieces, each of which arrives in a read of its own."""

    def __init__(self) -> None:
        self.drops_connections = False
        """True if the connection breaks with the next piece; the sender clears it."""
        self._ticks = 0
        self._mute_until = 0
        self._hold_until = 0
        self._disturbed_until = 0
        self._held: list[bytes] = []
        self._half = b""
        self._disturb: Callable[[list[bytes], bytes], list[bytes]] | None = None

    def mute(self, seconds: float) -> None:
        self._mute_until = self._ticks + round(seconds * TICKS_A_SECOND)

    def disturb(self, fault: str | None) -> None:
        """Let this fault of the wire act on the coming game; None ends the last one."""
        self._disturbed_until = self._ticks + GAME_TICKS
        self._disturb = None
        if fault == "burst":
            self._hold_until = self._ticks + 60 * TICKS_A_SECOND
        elif fault == "broken-connection":
            self.drops_connections = True
        elif fault is not None:
            self._disturb = {
                "rubbish": self._rubbish,
                "cut-lines": self._cut_lines,
                "joined-lines": self._joined_lines,
                "bare-without-ending": self._bare_without_ending,
                "foreign-replies": self._foreign_replies,
                "line-feeds-only": self._line_feeds_only,
            }[fault]

    def carry(self, extra: list[bytes], line: bytes) -> list[bytes]:
        """Return the pieces in which a tick's lines arrive: those in `extra`, then the status line."""
        self._ticks += 1
        if self._ticks <= self._mute_until:
            return []
        if self._disturb is not None and self._ticks <= self._disturbed_until:
            pieces = self._disturb(extra, line)
        else:
            pieces = [self._half + b"".join(each + LINE_ENDING for each in [*extra, line])]
            self._half = b""
        if self._ticks <= self._hold_until:
            self._held += pieces
            return []
        held, self._held = self._held, []
        return [b"".join(held), *pieces] if held else pieces

    def _rubbish(self, extra: list[bytes], line: bytes) -> list[bytes]:
        rubbish = RUBBISH[self._ticks % len(RUBBISH)]
        return [b"".join(each + LINE_ENDING for each in [rubbish, *extra, line])]

    def _cut_lines(self, extra: list[bytes], line: bytes) -> list[bytes]:
        whole = b"".join(each + LINE_ENDING for each in [*extra, line])
        at = self._ticks % len(whole)
        return [whole[:at], whole[at:]]

    def _joined_lines(self, extra: list[bytes], line: bytes) -> list[bytes]:
        """Two ticks' status lines in one read, without an ending between them."""
        if not self._half:
            self._half = b"".join(each + LINE_ENDING for each in extra) + line
            return []
        joined, self._half = self._half + b"".join(each + LINE_ENDING for each in extra) + line, b""
        return [joined + LINE_ENDING]

    def _bare_without_ending(self, extra: list[bytes], line: bytes) -> list[bytes]:
        return [b"".join(extra) + line + LINE_ENDING]

    def _foreign_replies(self, extra: list[bytes], line: bytes) -> list[bytes]:
        return [b"".join(each + LINE_ENDING for each in [REPLIES[self._ticks % len(REPLIES)], *extra, line])]

    def _line_feeds_only(self, extra: list[bytes], line: bytes) -> list[bytes]:
        return [b"".join(each + b"\n" for each in [*extra, line])]


WIRE_FAULTS: Final = (
    "burst",
    "rubbish",
    "cut-lines",
    "joined-lines",
    "bare-without-ending",
    "foreign-replies",
    "line-feeds-only",
    "broken-connection",
)
