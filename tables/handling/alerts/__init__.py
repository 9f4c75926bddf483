"""Alerts: the watch that raises them, and their rows.

Celery looks each minute (`tasks.py`). It reads what stands at the tables, the last hours of their numbers and one row
for each wheel, and has the table's day record what is so by the thresholds of the table, and what is so no longer. What
it found is in the record: it may come late, twice, or die at any instant, and the next one goes on.
"""
