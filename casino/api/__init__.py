"""The integration API: what cash systems, displays and other machines meet, under /api/v1/.

A package for each topic, with a module for each resource: its requests and responses as msgspec structs, and its views.
`http`, `access`, `commands` and `openapi` are what all topics share. The structs are what is sent and what the OpenAPI
document is made from. Nothing is decided here: views read projections and hand commands to the command handler. What is
published changes by addition only.
"""
