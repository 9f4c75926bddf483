"""/healthz and /readyz."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.health.checks import ask_all


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. Touches nothing: a slow database must not have the process killed."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when every check holds, else 503; the body names each check and what it saw."""
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
