"""Numbers: declared, in discrepancy, in doubt, corrected."""
