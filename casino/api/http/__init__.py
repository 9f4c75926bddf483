"""Base of all resources: query, body, response, problem, preconditions and idempotency. It imports no resource."""
