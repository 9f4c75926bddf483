"""The pages of the registers: one view an address."""
