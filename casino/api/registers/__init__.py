"""/api/v1/registers: what the casino has registered, for machines; a change is signed by an administrator."""
