"""Access to the API: clients, tokens, scopes, wrong secrets and rate limits."""
