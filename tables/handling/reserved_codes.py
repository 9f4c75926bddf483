"""Words that no table may have as its code, because an address has them in the place of a table's code.

The words are read from the URL configuration, so a new address reserves its word by itself.
"""

import re
from collections.abc import Iterator
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver

_CODE = re.compile(r"<(?:\w+:)?(?:code|table)>")
"""The parameter of an address that is a table's code."""
_ANY = re.compile(r"<(?:\w+:)?\w+>")


@cache
def reserved_codes() -> frozenset[str]:
    return reserved_in(get_resolver())


def reserved_in(resolver: URLResolver) -> frozenset[str]:
    """Return every fixed word of an address at a place where another address has a table's code.

    Words with a dot, such as file names, are left out: no code has one.
    """
    addresses = [tuple(route.split("/")) for route in _routes(resolver)]
    found = set()
    for address in addresses:
        for place, part in enumerate(address):
            if _CODE.search(part):
                before = address[:place]
                found |= {other[place] for other in addresses if _begins_like(other, before)}
    return frozenset(word for word in found if word and "." not in word and not _ANY.search(word))


def _begins_like(address: tuple[str, ...], before: tuple[str, ...]) -> bool:
    return len(address) > len(before) and all(
        mine == theirs or _ANY.search(mine) or _ANY.search(theirs)
        for mine, theirs in zip(address, before, strict=False)
    )


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        route = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from _routes(each, route)
        elif isinstance(each, URLPattern) and "(?P" not in route:
            yield route
