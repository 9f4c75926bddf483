"""The rows of each report for a gaming day, read from the record and what is derived of it. Nothing here writes."""
