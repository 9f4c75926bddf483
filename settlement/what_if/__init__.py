"""Comparison with another rulebook: a recorded coup or day, settled by it and compared with its payment. Pure.

`coup` settles one coup's stakes by the other rulebook. `day` follows the prison by it from coup to coup, and `compared`
compares the two sides line by line. Nothing here writes or reads: `settlement.played_coups` has the recorded play.
"""
