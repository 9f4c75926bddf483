"""Rulebooks and clauses that there are not."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "rulebook-unknown": _("{rulebook}: no such rulebook; there are {rulebooks}"),
    "rulebook-version-unknown": _("{rulebook}: no version {version}; there are {versions}"),
    "rulebook-name-malformed": _(
        "{name}: names no rulebook; right would be its id, or id@version as in it-venezia@1"
    ),
    "clause-unknown": _("{clause_asked}: no such clause in {rulebook}; there are {clauses}"),
}
