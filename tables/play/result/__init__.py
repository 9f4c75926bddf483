"""Numbers: declared, in discrepancy, in doubt, put right."""
