"""Months of the record that have left the database: each casino's days of a month in one file, with their proofs.

- `months` knows which months there are, and which are archived.
- `archiving` writes a month's files, reads them again, and takes the month out of the database.
- `attaching` brings it back.
- `packing` makes a month that is over smaller where it is.
- `month_file` reads a file and holds it against the tree, which never leaves the database.

docs/retention.md lists the periods and describes an archive.
"""
