"""Reports in JSON, CSV, XLSX and PDF: the columns and the rows of each for a gaming day (`days/`), one renderer for
each format (`as_*.py`), and jobs that make long ones. A report reads the record and decides nothing; its addresses are
in `casino/api`.
"""
