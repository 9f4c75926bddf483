"""What a wheel reader observes, and the deadlines and violations that are recorded beside it."""
