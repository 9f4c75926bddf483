"""What seats of a live table have not in the record yet: drafts, and confirmations that wait.

Only rows and how they are read and written: what they may be is decided in `tables.play`, and the table's aggregate in
`tables.handling` takes what waits into the record. All of it may be lost without anybody losing money.
"""
