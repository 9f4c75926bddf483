"""Requests about inspection sheets; all of them are judged and signed. The first signature is that of the person who
enters the sheet.
"""

from tables.compliance.inspections.figures import Content
from tables.play.command import Request, Signed


class SheetCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a sheet."""


class EnterSheet(SheetCommand, frozen=True, kw_only=True, tag="enter-inspection-sheet"):
    """Key in a sheet that was filled in on paper."""

    content: Content


class CorrectSheet(SheetCommand, frozen=True, kw_only=True, tag="correct-inspection-sheet"):
    """Enter the right content of the sheet, with the reason."""

    content: Content
    reason: str


class OpenVideoPlan(SheetCommand, frozen=True, kw_only=True, tag="open-video-plan"):
    """Draw the days of a month (`2026-11`), and of each the share of the tables (per cent), whose drop is seen on
    video."""

    month: str
    share: int


AnySheetCommand = EnterSheet | CorrectSheet
