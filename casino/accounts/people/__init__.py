"""The pages of the register of people, of access, of one's own account, and of the one-time link."""
