"""What if: a coup or a day that was played, settled by another rulebook beside what was paid. Pure.

`coup` settles one coup's stakes by the other rulebook, `day` follows the prison by it from coup to coup, `compared`
holds the two sides line by line. Nothing here writes or reads: what was played comes from `settlement.played_coups`.
"""
