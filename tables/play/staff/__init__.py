"""Who holds which position at the table, breaks, and who spins."""
