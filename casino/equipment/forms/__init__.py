"""Forms of the registers and their commands."""
