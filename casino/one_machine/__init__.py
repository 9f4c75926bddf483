"""Installation on one machine: its own PostgreSQL and the supervisor of all parts."""
