"""Export of the record: a stretch of the feed in one archive that is checked without the platform.

- `archive` writes the file, and knows neither Django nor the database.
- `export` reads the stretch, its tree and its checkpoints for it.

docs/proof.md lists the contents of the archive; docs/examples/verify_record.py checks it.
"""
