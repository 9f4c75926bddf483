"""Bench of the API's reads and commands a second, compared with two bare Django views in the same server.

`manage.py with_database bench.load` opens a hundred tables in a database of its own. It starts the web server as `make
run` starts it, and lets clients (locust) ask it. The four kinds of clients take turns in short rounds, so that a noisy
neighbour disturbs all of them alike; each figure is the median of the rounds. `bare_views` has the views for
comparison, `clients` the requests, `hundred_tables` the tables. Nothing else uses this package: it is an app of the
bench's own settings alone.
"""
