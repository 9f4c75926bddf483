"""Numbers on screen: the permanence of a table's day, also as files, the statistics of each wheel, and the alerts of
the watch.

The only write here is the acknowledgement of an alert.
"""
