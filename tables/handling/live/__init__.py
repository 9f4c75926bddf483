"""The seats' unrecorded data at a live table: drafts, and confirmations that wait.

This package has only the rows, and reads and writes them. `tables.play` judges drafts, and the table's aggregate in
`tables.handling` takes the waiting confirmations into the record. If all of these rows were lost, nobody would lose
money.
"""
