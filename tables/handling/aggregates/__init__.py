"""`Aggregate` of each kind of stream, except those that other packages declare."""
