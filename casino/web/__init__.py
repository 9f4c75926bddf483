"""Web process: it takes requests, holds streams open, and checks that it still works.

No module here knows a page. `handler.py` takes each request through Django, and gives its database connection back
before a byte is sent. `capacity.py` counts requests and streams of the process. `http_protocol.py` cuts connections
that are too slow. `liveness.py` checks that the process still answers.
"""
