"""A paper that is fetched as a PDF: its words, and what every paper of the casino holds."""

import re
from io import BytesIO

from django.test import Client
from pypdf import PdfReader


def words_of_pdf(client: Client, path: str) -> str:
    """All words of a PDF, as one line."""
    response = client.get(path)
    assert response.status_code == 200, (path, response.content[-500:])
    assert response["Content-Type"] == "application/pdf"
    return " ".join(" ".join(pages_of_pdf(response.content)).split())


def pages_of_pdf(content: bytes) -> list[str]:
    """The words of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def hash_in_foot(client: Client, path: str) -> str:
    """Return the hash of the record from which a paper was made.

    It is on every page with the page's number, and the paper made again is the same to the byte.
    """
    first, again = client.get(path), client.get(path)
    assert first.content == again.content, f"{path} is another file each time"
    pages = pages_of_pdf(first.content)
    found: set[str] = set()
    for place, words in enumerate(pages, start=1):
        assert f"Page {place} of {len(pages)}" in words, path
        found.update(re.findall(r"hash ([0-9a-f]{64})", words))
        assert "Made from the record up to" in words, path
    (of_all,) = found
    return of_all
