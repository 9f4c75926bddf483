"""A paper as the answer to a request."""

from django.http import HttpResponse

from casino.kit.documents.document import Paper


def pdf_response(paper: Paper, name: str) -> HttpResponse:
    """The PDF as an answer that browsers show, and keep under `name` (without its ending)."""
    from casino.kit.documents.pdf import as_pdf  # it loads slowly, and few print

    answer = HttpResponse(as_pdf(paper), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
