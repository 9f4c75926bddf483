"""What one machine needs to run the whole house: its own PostgreSQL and the supervisor of all parts."""
