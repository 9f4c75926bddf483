"""Staff of a table: the positions, breaks, and the dealer at the ball."""
