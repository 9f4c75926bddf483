"""Reports in JSON, CSV, XLSX and PDF: what each has in its columns, its rows of a gaming day (`days/`), one renderer
for each form (`as_*.py`), and jobs that make long ones. A report reads what is there and decides nothing; the addresses
under which it is asked for are in `casino/api`.
"""
