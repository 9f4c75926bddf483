"""A document as a PDF for a browser."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from casino.kit.documents.document import Document


def pdf_response(document: Document, name: str, *others: Document) -> HttpResponse:
    """Return the PDF of a document for a browser to show, and to keep under `name` (without its ending).

    Each of `others` begins a page.
    """
    from casino.kit.documents.pdf import as_pdf  # fpdf2 loads slowly, and few requests print

    response = HttpResponse(as_pdf(document, *others), content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, f"{name}.pdf") or "inline"
    return response
