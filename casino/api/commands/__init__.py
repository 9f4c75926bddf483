"""Base of all commands: a body made from the command's type, and the view that executes it."""
