"""Reading of a form: permitted input, single fields, and counts of chips and notes."""
