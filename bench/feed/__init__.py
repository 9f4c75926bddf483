"""How long a page of 1,000 events of the feed takes, beside a bare Django view that returns the same bytes.

`manage.py with_database bench.feed` records a simulated day of each rulebook in a database of its own,
starts the web server as `make run` starts it, and asks it over HTTP, with a token, one page after the other. Nothing
has counted the tables by then (ANALYZE), as is so after an import. Nothing in here is used by anything else.
"""
