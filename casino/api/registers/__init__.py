"""/api/v1/registers: the registers of the casino, for machines; an administrator signs each change."""
