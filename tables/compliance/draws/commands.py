"""Requests about the tables to inspect on a gaming day; an inspector signs each of them."""

from tables.play.command import Request, Signed


class DrawCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a day's draw."""


class CommitDraw(DrawCommand, frozen=True, kw_only=True, tag="commit-draw"):
    """Fix the draw of a day before anybody knows it: so many `tables`. `days` (ISO dates) are committed together."""

    days: tuple[str, ...]
    tables: int


class RevealDraw(DrawCommand, frozen=True, kw_only=True, tag="reveal-draw"):
    """Publish the seed and the drawn tables. `words` are the inspector's own, and part of the draw."""

    words: str = ""


class AskForTable(DrawCommand, frozen=True, kw_only=True, tag="ask-for-table"):
    """Have a table inspected that was not drawn."""

    table: str
    reason: str


AnyDrawCommand = CommitDraw | RevealDraw | AskForTable
