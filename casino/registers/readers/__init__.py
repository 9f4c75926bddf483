"""Pages of the wheel readers: the list, the page of one with its raw lines, and the wizard that connects a new one.

`connecting/` is the wizard, step by step. casino/registers changes registered values.
"""
