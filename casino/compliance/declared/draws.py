"""The draws of tables to inspect."""

from typing import Any

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry
from casino.kit.sentences.marks import gettext_noop as _
from tables.compliance.draws import events as d

DRAW = _("Draw")


def _committed(r: DayEvent) -> str:
    return r.sentence(
        _("a draw of {tables} out of {candidates} tables committed, SHA-256 {short}"),
        candidates=len(r.event.candidates),
        short=r.event.commitment[:16],
    )


def _revealed(r: DayEvent) -> str:
    drawn = r.sentence(_("the draw revealed: {tables:names}; seed {seed}"))
    return drawn + (r.sentence(_(", words “{words}”")) if r.event.words else "")


ENTRIES: dict[type[Any], Entry] = {
    d.DrawCommitted: Entry(kind=DRAW, words=_committed),
    d.DrawRevealed: Entry(kind=DRAW, words=_revealed),
    d.TableAskedFor: Entry(kind=DRAW, words=_("{table} to be inspected on demand: {reason}")),
}
