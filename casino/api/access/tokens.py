"""/oauth/token/: where a client asks for its token."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import TokenView

from casino.api.access.secrets import TooManyWrong
from casino.web import problem_response as problem


@method_decorator(csrf_exempt, name="dispatch")
class ClientTokenView(TokenView):  # type: ignore[misc]  # django-oauth-toolkit has no types
    """An access token for client credentials (RFC 6749, section 4.4); no other grant is known here."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return a token, or an error in the words of RFC 6749; too many wrong secrets are 429, as everywhere."""
        try:
            token: HttpResponse = self.authorization_flow_token_response(request)
            return token
        except TooManyWrong as refused:
            detail = gettext(
                "Too many wrong secrets came from this address, or for this client; ask again in {wait} s."
            ).format(wait=refused.wait)
            response = problem.problem_response(problem.document(429, detail))
            response["Retry-After"] = str(refused.wait)
            return response

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return a problem as everywhere; faults of a request for a token are in the words of RFC 6749."""
        response = problem.problem_response(
            problem.document(
                405,
                gettext("{method} is not taken here; a token is asked for with POST.").format(
                    method=request.method
                ),
            )
        )
        response["Allow"] = "POST"
        return response
