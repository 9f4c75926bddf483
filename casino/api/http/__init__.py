"""What all resources share: query, body, response, problem, preconditions and idempotency. It knows no resource."""
