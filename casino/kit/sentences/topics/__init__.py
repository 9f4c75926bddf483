"""A file for each topic, whose `SENTENCES` has the English sentence of each of its codes.

A sentence begins with a small letter and has no full stop: screens capitalise it, and others put it behind a place.
`SUBJECTS`, where a topic has some, are what other sentences are about: what is signed, which chips are counted.
"""
