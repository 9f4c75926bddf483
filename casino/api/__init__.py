"""Integration API under /api/v1/ for cash systems, displays and other machines.

Each topic is a package, and each resource a module: its requests and responses as msgspec structs, and its views. All
topics share `http`, `access`, `commands` and `openapi`. The OpenAPI document is made from the sent structs. No rule is
decided here: views read projections and hand commands to the command handler. The published API changes by addition
only.
"""
