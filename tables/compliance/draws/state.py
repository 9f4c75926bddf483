"""State of a gaming day's draw of tables to inspect, evolved from its own stream."""

import msgspec

from tables.compliance.draws.events import DrawCommitted, DrawRevealed


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """The draw of a day as far as it has come, and the tables that were asked for beside it."""

    version: int = 0
    committed: DrawCommitted | None = None
    revealed: DrawRevealed | None = None
    asked: tuple[str, ...] = ()

    @property
    def drawn(self) -> tuple[str, ...]:
        """The tables that were drawn; none before it is revealed."""
        return self.revealed.tables if self.revealed else ()


def draw_stream(day: str) -> str:
    """Return the stream of the tables to inspect on a gaming day (ISO date): `draw/2026-11-20`."""
    return f"draw/{day}"
