"""Pages of the wheel readers: all of them, one with its raw lines as they come, and the way to connect a new one.

`connecting/` is that way, step by step. What is registered is changed in casino/registers.
"""
