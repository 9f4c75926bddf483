"""The pages of the floor: one view an address."""
