"""Reports of a gaming day or of many, and violations."""
