"""People of the casino: sign-in, roles and permissions."""
