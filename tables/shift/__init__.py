"""What time and sequence demand: deadlines opened and closed by events, and the sweep that sees what is due and what was missed."""
