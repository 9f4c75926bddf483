"""The rulebooks, and one of them in full. One address, one view, one template."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, override
from django.views.decorators.http import require_GET

from casino.kit.sentences import sentence_of
from casino.languages.language import current_language
from casino.people.gate import permission_required
from casino.rules.presenters.language import LANGUAGES, PageLanguage
from casino.rules.presenters.rulebook import rulebook_contents
from casino.rules.presenters.shelf import shelf_of
from tables.refusal import UnknownRulebook
from tables.roulette.loader import all_versions, get_rulebook
from tables.roulette.rulebook import Rulebook


@require_GET
@permission_required("rules.see")
def shelf(request: HttpRequest) -> HttpResponse:
    """/rules/: every rulebook with its versions side by side, in the reader's language or in ?lang=."""
    language = request.GET.get("lang", current_language())
    if language not in LANGUAGES:
        return _not_found(request, _no_such_language(language))
    with override(language):
        books = shelf_of(all_versions())
    context = {"lang": language, "languages": LANGUAGES, "shelf": books}
    return render(request, "rules/shelf.html", context)


@require_GET
@permission_required("rules.see")
def rulebook(request: HttpRequest, id_: str, version: str | None = None) -> HttpResponse:
    """/rules/it-venezia/ and /rules/it-venezia/1/: a rulebook in its own language or in ?lang=.

    ?chip=2.50 makes the payment table for chips of that value; a value that cannot be read is refused beside the field
    (422). ?only=payments leaves the payment table alone on the page, so that it is printed by itself.
    """
    try:
        edition = _edition(id_, version)
    except UnknownRulebook as unknown:
        return _not_found(request, f"{sentence_of(unknown.refusal)}.")
    language = request.GET.get("lang", edition.language)
    if language not in LANGUAGES:
        return _not_found(request, _no_such_language(language))
    with override(language):
        page = rulebook_contents(edition, PageLanguage(language), typed=request.GET.get("chip"))
    context = {
        "lang": language,
        "languages": LANGUAGES,
        "page": page,
        "chip": page.payments.in_address,
        "versions": sorted(all_versions()[edition.id]),
        "alone": request.GET.get("only") == "payments",
        "today": timezone.localdate(),
    }
    return render(request, "rules/rulebook.html", context, status=422 if page.payments.wrong else 200)


def _edition(id_: str, version: str | None) -> Rulebook:
    """Return the rulebook of an address. Raises UnknownRulebook with the existing names or versions."""
    newest = get_rulebook(id_)
    if version is None:
        return newest
    versions = {str(number): edition for number, edition in sorted(all_versions()[id_].items())}
    if version not in versions:
        raise UnknownRulebook(
            "rulebook-version-unknown", rulebook=id_, version=version[:20], versions=tuple(versions)
        )
    return versions[version]


def _no_such_language(language: str) -> str:
    return gettext("“{language}”: no such language; there are {languages}.").format(
        language=language[:20], languages=", ".join(LANGUAGES)
    )


def _not_found(request: HttpRequest, what: str) -> HttpResponse:
    return render(request, "rules/not_found.html", {"what": what}, status=404)
