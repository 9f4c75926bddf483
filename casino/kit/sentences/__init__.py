"""Sentences of refusals, violations and warnings: made where they are shown, in the reader's language.

The record and the rules hold a code with parameters. `catalogue` has the sentence of every code, gathered from a file
for each topic; `formatting` puts the parameters in. The msgids are English; gettext has the other languages.
"""

from casino.kit.sentences.catalogue import listed, notes_in_words, sentence, sentence_of
from casino.kit.sentences.names import CODES, Names
from casino.kit.sentences.table_names import SeatNames, TableNames

__all__ = ["CODES", "Names", "SeatNames", "TableNames", "listed", "notes_in_words", "sentence", "sentence_of"]
