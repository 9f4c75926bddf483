"""Who may call: clients, tokens, scopes, wrong secrets, and how many requests a minute."""
