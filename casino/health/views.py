"""/healthz, /readyz and /version."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.health.checks import ask_all
from casino.people.gate import permission_required
from casino.web.liveness import why_stuck


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers requests, else 503 with the reason. A database that is away is not its fault."""
    reason = why_stuck()
    return HttpResponse(f"{reason or 'ok'}\n", content_type="text/plain", status=503 if reason else 200)


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Return 200 if every check holds, else 503; the body has the name and the finding of each check."""
    answers = ask_all()
    missing = [name for name, answer in answers.items() if not answer.ok]
    checks = {
        name: {"ok": answer.ok, "detail": answer.detail}
        | ({} if answer.seconds is None else {"seconds": answer.seconds})
        for name, answer in answers.items()
    }
    return JsonResponse(
        {"ready": not missing, "missing": missing, "checks": checks},
        status=503 if missing else 200,
        json_dumps_params={"indent": 2},
    )


@never_cache
@require_safe
@permission_required("account.keep")
def version(request: HttpRequest) -> JsonResponse:
    """Return the version of the code. Only signed-in people see it, because it reveals known faults."""
    return JsonResponse({"version": settings.CODE_VERSION})
