"""Bench of a page of 1,000 events of the feed, compared with a bare Django view that returns the same bytes.

`manage.py with_database bench.feed` records a simulated day of each rulebook in a database of its own. It starts the
web server as `make run` starts it, and asks it over HTTP, with a token, one page after the other. No ANALYZE of the
tables has run by then, as after an import. Nothing else uses this package.
"""
