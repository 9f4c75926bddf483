"""Draws of tables to inspect: reasons against drawing, revealing or asking for a table."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "draw-unsigned": _(
        "tables are drawn and asked for by an inspector: {roles:role} has to sign, and neither did"
    ),
    "draw-changed-meanwhile": _("something happened to the draw meanwhile: look at it, and send it again"),
    "draw-committed-already": _(
        "{day:short_day} has its draw: a day is drawn once, and more tables are asked for on demand"
    ),
    "draw-day-over": _("{day:short_day} is over: a draw is committed before its day ends"),
    "draw-too-far-ahead": _("{day:short_day} is too far ahead: {last:short_day} is the last day right now"),
    "draw-day-missing": _("say for which gaming day"),
    "draw-day-malformed": _("“{entered}” is no gaming day; it is written 2031-05-17"),
    "draw-of-too-many-days": _("1 to {limit} days in a row are right"),
    "draw-without-tables": _("say how many tables are drawn for each day: 1 at least"),
    "draw-of-too-many-tables": ngettext_noop(
        "{value} tables cannot be drawn: the casino has {limit} table in use",
        "{value} tables cannot be drawn: the casino has {limit} tables in use",
        by="limit",
    ),
    "draw-not-committed": _("{day:short_day} has no draw that could be revealed"),
    "draw-revealed-already": _("the draw of {day:short_day} is revealed"),
    "draw-day-not-begun": _(
        "{day:short_day} has not begun: from {begins:clock} on that day its tables are revealed and asked for"
    ),
    "draw-seed-lost": _(
        "the seed of {day:short_day} is lost, and nobody can reveal its draw: ask for tables on demand, and say so"
    ),
    "draw-seed-changed": _(
        "the seed that was kept for {day:short_day} is not the one that was committed: "
        "ask for tables on demand, and say so"
    ),
    "draw-words-too-long": _("words of your own: {limit} characters at most are right"),
    "draw-table-missing": _("choose a table"),
    "draw-table-unknown": _("the casino has no table {table} in use"),
    "draw-table-drawn": _("{table} is drawn for {day:short_day} already"),
    "draw-table-asked-already": _("{table} is asked for on {day:short_day} already"),
    "draw-reason-missing": _("say why this table is to be inspected"),
}
