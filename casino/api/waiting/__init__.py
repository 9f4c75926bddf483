"""Requests of clients that wait until an officer confirms them on a screen.

- `operations` has the ways to carry them out, `asking` stores a request and answers 202;
- `deciding` confirms or refuses one, for the page /requests/;
- `views` gives a client the state of its request.
"""
