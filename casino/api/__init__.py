"""The integration API: what cash systems, displays and other machines meet, under /api/v1/.

Each resource is a module of its own: what it answers, as msgspec structs, and the views that answer it. What all of
them share lies beside them: clients and tokens, problems, bodies, idempotency, the schema. The structs are what is sent
and what the schema is made from. Nothing is decided here: views ask the pure packages and the doors of the record. What
is published changes by addition only.
"""
