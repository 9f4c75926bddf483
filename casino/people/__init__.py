"""Who works here: sign-in, roles, and who may do what."""
