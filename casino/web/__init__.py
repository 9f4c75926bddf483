"""The web process: how it takes requests, holds streams open, and knows that it still works.

Nothing here knows a page. `handler.py` takes each request through Django and gives its database connection back before
a byte is sent; `capacity.py` counts what the process holds; `http_protocol.py` cuts connections that are too slow;
`liveness.py` checks whether the process still answers.
"""
