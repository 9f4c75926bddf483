"""The catalogues of the screens' sentences: how they are gathered, checked and compiled.

The msgids are English. `locale/en` lists them all and needs no translation; each other language has its catalogue
beside it. Babel reads and writes them, so that neither a house nor a developer needs GNU gettext. Sentences themselves
are in the templates and in the faces that show them, not here.
"""
