"""How many reads and commands the API takes in a second, beside two bare Django views in the same server.

`manage.py with_database bench.load` opens a hundred tables in a database of its own, starts the web server
as `make run` starts it, and lets clients (locust) ask it. The four kinds of clients take turns in short rounds, so that
a noisy neighbour disturbs all of them alike; each figure is the median of the rounds. `bare_views` says what they are
measured against, `clients` what is asked, `hundred_tables` of whom. Nothing in here is used by anything else: it is an
app of the bench's own settings alone.
"""
