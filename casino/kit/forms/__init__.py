"""Reading a form: what may come in at all, its fields one by one, and counts of chips and notes."""
