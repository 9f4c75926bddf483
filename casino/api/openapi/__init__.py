"""The OpenAPI document, made from the structs that are received and sent, and its page."""
