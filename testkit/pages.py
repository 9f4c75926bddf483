"""Pages as tests read them: elements found by CSS selectors, their text and their attributes.

Each page of a table has hundreds of elements, and tests read thousands of pages: so an element is a thin layer over
lxml, which parses a page in a millisecond.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, overload

from cssselect import HTMLTranslator
from django.http import HttpResponse
from lxml import etree, html

# Response of a test's browser.
if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response = _MonkeyPatchedWSGIResponse
else:
    Response = HttpResponse

NO_TEXT = frozenset({"script", "style", "template"})
"""Elements whose text nobody reads on the page."""


class Element:
    """An element of a page; a page is its `html`."""

    def __init__(self, node: Any) -> None:
        self._node = node

    @property
    def name(self) -> str:
        return str(self._node.tag)

    @property
    def attrs(self) -> Mapping[str, str]:
        return dict(self._node.attrib)

    @property
    def classes(self) -> list[str]:
        return self.get("class", "").split()

    @property
    def parent(self) -> "Element":
        """The element around it. Raises AssertionError for a page."""
        around = self._node.getparent()
        assert around is not None, "nothing is around a page"
        return Element(around)

    @property
    def text(self) -> str:
        return self.get_text()

    @property
    def texts(self) -> list[str]:
        """Return the text piece by piece, as elements come between them."""
        return list(_pieces(self._node))

    def __getitem__(self, attribute: str) -> str:
        return str(self._node.attrib[attribute])

    @overload
    def get(self, attribute: str) -> str | None: ...

    @overload
    def get(self, attribute: str, default: str) -> str: ...

    def get(self, attribute: str, default: str | None = None) -> str | None:
        value = self._node.attrib.get(attribute)
        return default if value is None else str(value)

    def has_attr(self, attribute: str) -> bool:
        return attribute in self._node.attrib

    def select(self, selector: str) -> list["Element"]:
        """The elements inside this one that the selector finds; as in a browser, it may begin outside."""
        root = self._node.getroottree().getroot()
        found = _compiled(selector)(root)
        if self._node is root:
            return [Element(node) for node in found]
        inside = set(self._node.iterdescendants())
        return [Element(node) for node in found if node in inside]

    def select_one(self, selector: str) -> "Element | None":
        """The first of them; None where there is none."""
        found = self.select(selector)
        return found[0] if found else None

    def closest(self, selector: str) -> "Element | None":
        """The nearest element around this one that the selector finds; None where there is none."""
        found = set(_compiled(selector)(self._node.getroottree().getroot()))
        return next((Element(node) for node in self._node.iterancestors() if node in found), None)

    def remove(self) -> None:
        """Take it off the page."""
        self._node.drop_tree()

    def get_text(self, separator: str = "", *, strip: bool = False) -> str:
        """Return the text of the element and of all inside it; `strip` drops the white space around each piece."""
        pieces = _pieces(self._node)
        if strip:
            pieces = filter(None, (piece.strip() for piece in pieces))
        return separator.join(pieces)

    def __str__(self) -> str:
        return str(etree.tostring(self._node, encoding="unicode", method="html", with_tail=False))

    __repr__ = __str__


@cache
def _compiled(selector: str) -> etree.XPath:
    return etree.XPath(HTMLTranslator().css_to_xpath(selector))


def _pieces(node: Any) -> Iterator[str]:
    if node.text:
        yield node.text
    for child in node:
        if isinstance(child.tag, str) and child.tag not in NO_TEXT:
            yield from _pieces(child)
        if child.tail:
            yield child.tail


def read_page(content: bytes | str) -> Element:
    """Return a page, or a piece of one in a `body`; an answer without content gives an empty page."""
    data = (content.encode() if isinstance(content, str) else content) or b"<html></html>"
    return Element(html.document_fromstring(data, parser=html.HTMLParser(encoding="utf-8")))


def stream_of(response: Any) -> AsyncIterator[bytes]:
    """Return the stream of an answer. The test client types it as an answer without a stream."""
    content: AsyncIterator[bytes] = response.streaming_content
    return content


def find(page: Element, selector: str) -> Element:
    """The first element that the selector finds; fails the test where there is none."""
    found = page.select_one(selector)
    assert found is not None, f"nothing on the page is {selector}"
    return found


def one(page: Element, selector: str) -> Element:
    """The only element that the selector finds; fails the test where there is none, or another."""
    found = page.select(selector)
    assert len(found) == 1, f"{len(found)} elements on the page are {selector}"
    return found[0]
