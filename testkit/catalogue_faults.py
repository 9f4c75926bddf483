"""Faults in the translations of a catalogue: missing or fuzzy ones, and differences from the source."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib

PLACE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*(?::\w+)?\}")
TAG = re.compile(r"</?[a-z][^>]*>")
FORMS = re.compile(r"nplurals\s*=\s*(\d+)")


def faults(catalogue: Path) -> Iterator[str]:
    """Each fault of a .po file, with the sentence that has it."""
    entries = polib.pofile(str(catalogue))
    declared = FORMS.search(entries.metadata.get("Plural-Forms", ""))
    if declared is None:
        yield "it does not say how many plural forms there are"
        return
    for entry in entries:
        if not entry.obsolete:
            for fault in _faults_of(entry, int(declared[1])):
                yield f"{fault}: {entry.msgid[:90]!r}"


def _faults_of(entry: polib.POEntry, forms: int) -> Iterator[str]:
    if entry.fuzzy:
        yield "fuzzy"
    sources = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
    written = [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]
    if entry.msgid_plural and len(written) != forms:
        yield f"{len(written)} plural forms where the language has {forms}"
    if not all(written):
        yield "untranslated"
        return
    for text in written:
        if all(_marks(PLACE, text) != _marks(PLACE, source) for source in sources):
            yield f"other placeholders than its source ({', '.join(_marks(PLACE, text)) or 'none'})"
        if all(_marks(TAG, text) != _marks(TAG, source) for source in sources):
            yield "other tags than its source"
    ends = {source[-1:] for source in sources}
    if not entry.msgid_plural and (ends <= set(" \n")) != (written[0][-1:] in (" ", "\n")):
        yield "another blank at its end than its source"


def _marks(of: re.Pattern[str], text: str) -> list[str]:
    return sorted(of.findall(text))
