"""The deciders of day."""

from tables.play import commands as c
from tables.play.day.decide.closing import close_table
from tables.play.day.decide.forced_close import explain_forced_close
from tables.play.day.decide.opening import open_table
from tables.play.day.decide.reopening import reopen_table
from tables.play.pending import Deciders

DECIDERS: Deciders = {
    c.OpenTable: open_table,
    c.CloseTable: close_table,
    c.ReopenTable: reopen_table,
    c.ExplainForcedClose: explain_forced_close,
}
