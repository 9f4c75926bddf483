"""The pages of signing in: the second step, one's own second factors and password, the lock, being asked again."""
