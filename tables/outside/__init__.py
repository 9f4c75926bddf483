"""The one reader for files that come from outside: named on a command line, carried in by somebody, found in a folder.

- `files` opens a plain file and reads no more of it than its kind may have.
- `toml_bounds` finds content in linear time that would cost the parser of TOML too much.
- `spreadsheet` reads a table that a person saved as text from a spreadsheet program.
- `zip_file` opens a ZIP file whose members a manifest names, and reads them within bounds.

Standard library only. `docs/examples/verify_record.py`, which runs without this code, has the same limits in itself.
"""
