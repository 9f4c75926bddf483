"""Alerts: the watch that raises them, and their rows.

Celery looks each minute (`tasks.py`). The watch reads the state of the tables, the last hours of their numbers and
one row for each wheel. By the thresholds of the table, it has the table's day record each alert that begins or ends.
Its findings are in the record: the watch may come late, run twice or die at any instant, and the next one goes on.
"""
