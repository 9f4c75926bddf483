"""Django's PostgreSQL backend with a deadline for every wait: `ENGINE` of the project's databases."""
