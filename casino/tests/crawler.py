"""A person's browser that follows every link of the house, breadth first, and says which of them lead nowhere."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import msgspec
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, ResolverMatch, resolve

from casino.people.gate import permission_of
from casino.people.permissions import RULES

OF_EACH_PATTERN = 5
"""How many addresses of one pattern are fetched: each table's page, and some of what there are dozens."""
OF_EACH_KIND = 2
"""The same of those that name a kind, as of a register or of equipment: each kind has a page of its own."""
OF_EACH_QUERY = 2
"""The same of those that ask for another day, language or shift of a page."""
KIND = ":kind>"
ONE_IS_ENOUGH = ("pdf", "csv", "rules/", "compliance/report/")
"""What takes long to make; one of each."""
FILES = ("pdf", "csv")
"""What is the same for everybody who may have it: fetched once by those who crawl together, by whoever comes to it
first. Of the others the gate is asked."""
LONG_REPORT = "compliance/report"
"""Pages of every line of a day or of a week, up to four seconds each. What is chosen of them by more than one thing is
fetched as a file is; the rest by everybody who may."""
STREAM = "/live"
"""How the address of a stream ends, which does not. Whether the person may listen is asked of the gate."""
_TAG = re.compile(r"<([a-z][\w-]*)\b((?:[^>\"]|\"[^\"]*\")*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w:-]+)=\"([^\"]*)\"")
_LINKS = ("href", "src", "hx-get", "data-stream")
_POSTS = ("hx-post", "formaction")


class Fault(msgspec.Struct, frozen=True, order=True):
    """A link, where it was found, and what is wrong with it."""

    address: str
    found_on: str
    what: str

    def __str__(self) -> str:
        return f"{self.what}: {self.address} (on {self.found_on})"


class Crawl(msgspec.Struct):
    """What a person's browser saw: pages as text by address, the patterns of what links and forms lead to, how often
    each was met (`looks`: by the kind that it names), the faults, and the patterns of which one of those who crawl
    together had one."""

    pages: dict[str, str] = {}
    patterns: Counter[str] = msgspec.field(default_factory=Counter)
    looks: Counter[str] = msgspec.field(default_factory=Counter)
    forms: set[str] = set()
    faults: set[Fault] = set()
    fetched_together: set[str] = set()


class _Tag(msgspec.Struct):
    name: str
    attributes: dict[str, str]


def crawl(
    client: Client,
    person: Any,
    first: str = "/",
    *,
    together: set[str] | None = None,
) -> Crawl:
    """Follow every link of the same origin from the first page on, some of each pattern of addresses.

    `together`: the patterns of files and of the long report that others fetched, to which this crawl adds its own.
    """
    shared = set() if together is None else together
    seen, crawled = {first}, Crawl(fetched_together=shared)
    waiting = deque([(first, "the address bar")])
    while waiting:
        address, found_on = waiting.popleft()
        for link, fault in _look_at(client, person, crawled, address, found_on):
            if fault:
                crawled.faults.add(Fault(link, address, fault))
            elif link not in seen:
                seen.add(link)
                waiting.append((link, address))
    return crawled


@cache
def _resolved(path: str) -> ResolverMatch | None:
    """Where a path leads; the forms of a table alone are asked about a thousand times over."""
    try:
        return resolve(path)
    except Resolver404:
        return None


def pattern_of(address: str) -> str:
    """The pattern that an address follows, with the names of what its query asks. Raises Resolver404."""
    parts = urlsplit(address)
    asked = ",".join(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}))
    if (found := _resolved(parts.path)) is None:
        raise Resolver404(parts.path)
    return found.route + (f"?{asked}" if asked else "")


def _look_at(
    client: Client, person: Any, crawled: Crawl, address: str, found_on: str
) -> Iterator[tuple[str, str]]:
    """Fetch an address unless enough of its pattern were; each link there, with what is wrong with it."""
    path = urlsplit(address).path
    if path.startswith("/static/"):
        if finders.find(path.removeprefix("/static/")) is None:
            crawled.faults.add(Fault(address, found_on, "no such file"))
        return
    try:
        pattern = pattern_of(address)
    except Resolver404:
        crawled.faults.add(Fault(address, found_on, "no such address"))
        return
    crawled.patterns[pattern] += 1
    once_for_all = _is_fetched_together(pattern)
    if path.endswith(STREAM) or (once_for_all and pattern in crawled.fetched_together):
        if (needs := _refused(path, person)) is not None:
            crawled.faults.add(Fault(address, found_on, f"what the role may not have, it needs {needs}"))
        return
    look = _look(pattern, path)
    crawled.looks[look] += 1
    if crawled.looks[look] > _most(pattern):
        return
    if once_for_all:
        crawled.fetched_together.add(pattern)
    response = client.get(address)
    if response.status_code >= 400:
        crawled.faults.add(Fault(address, found_on, str(response.status_code)))
    elif response.status_code >= 300:
        yield urljoin(address, response["Location"]), ""
    elif response["Content-Type"].startswith("text/html"):
        text = response.content.decode()
        crawled.pages[address] = text
        yield from _links(text, address, person, crawled)


def _most(pattern: str) -> int:
    """How many addresses of a pattern are fetched by one person."""
    if any(kind in pattern for kind in ONE_IS_ENOUGH):
        return 1
    if "?" in pattern:
        return OF_EACH_QUERY
    return OF_EACH_KIND if KIND in pattern else OF_EACH_PATTERN


def _look(pattern: str, path: str) -> str:
    """A pattern with the kind that the address names."""
    found = _resolved(path)
    return f"{pattern} {found.kwargs.get('kind', '') if found else ''}"


def _is_fetched_together(pattern: str) -> bool:
    return any(kind in pattern for kind in FILES) or (pattern.startswith(LONG_REPORT) and "," in pattern)


def _refused(path: str, person: Any) -> str | None:
    """The permission for which the gate would turn this person away; None where it lets them in."""
    found = _resolved(path)
    needs = permission_of(found.func) if found else None
    return needs if needs and not RULES[needs](person) else None


def _links(text: str, address: str, person: Any, crawled: Crawl) -> Iterator[tuple[str, str]]:
    tags = [_Tag(name, dict(_attributes(attributes))) for name, attributes in _TAG.findall(text)]
    ids = {tag.attributes.get("id") for tag in tags}
    for tag in tags:
        at = tag.attributes
        for target in (at.get("popovertarget", ""), at.get("href", "").partition("#")[2]):
            if target and target not in ids and not at.get("href", "#").partition("#")[0]:
                yield target, "nothing on the page has this id"
        posts = [at[name] for name in _POSTS if name in at]
        links = [at[name] for name in _LINKS if at.get(name)]
        if tag.name == "form" and "action" in at:
            (posts if at.get("method", "").lower() == "post" else links).append(at["action"])
        for form in posts:
            yield from _refused_form(urljoin(address, form), person, crawled)
        for link in links:
            whole = urljoin(address, link).partition("#")[0]
            if not urlsplit(whole).scheme:
                yield whole, ""


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    for name, value in _ATTRIBUTE.findall(text):
        yield name, unescape(value)


def _refused_form(address: str, person: Any, crawled: Crawl) -> Iterator[tuple[str, str]]:
    """A form that leads nowhere, or that the gate would refuse to this person. Nothing is sent."""
    path = urlsplit(address).path
    if (found := _resolved(path)) is None:
        yield address, "no such address to send a form to"
        return
    crawled.forms.add(found.route)
    if (needs := _refused(path, person)) is not None:
        yield address, f"a form that the role may not send, it needs {needs}"
