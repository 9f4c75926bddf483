"""The register of people, pure: who is engaged, in which role and language, suspended or gone, and whose secrets were
set or taken away.

A secret is in no command and in no event: its hash is in the person's row, and is written in the same transaction. The
aggregate is in `casino.people.register`.
"""
