"""Pages as tests read them: what a test looks for is on the page, or the test fails and names it."""

from bs4 import BeautifulSoup, Tag
from bs4.element import AttributeValueList


def read_page(content: bytes | str) -> BeautifulSoup:
    """Parse a page. lxml takes a third of the time of Python's own parser, which read half of all pages' tests."""
    return BeautifulSoup(content, "lxml")


def read_fragment(content: bytes | str) -> BeautifulSoup:
    """Parse a piece of a page as it stands: lxml would put `html` and `body` around it."""
    return BeautifulSoup(content, "html.parser")


def first(page: Tag, selector: str) -> Tag:
    """The first element that the selector finds; fails the test where there is none."""
    found = page.select_one(selector)
    assert found is not None, f"nothing on the page is {selector}"
    return found


def one(page: Tag, selector: str) -> Tag:
    """The only element that the selector finds; fails the test where there is none, or another."""
    found = page.select(selector)
    assert len(found) == 1, f"{len(found)} elements on the page are {selector}"
    return found[0]


def attribute(element: Tag, name: str) -> str:
    """What an attribute says; fails the test where the element has none."""
    value = element.get(name)
    assert value is not None, f"<{element.name}> has no {name}"
    return " ".join(value) if isinstance(value, AttributeValueList) else value
