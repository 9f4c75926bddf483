"""Operations: the shared behaviour of all views' methods, and their description in the OpenAPI document."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from types import MappingProxyType
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from casino.api.http.body import document_of, read
from casino.api.http.idempotency import respond_once
from casino.api.http.preconditions import read_response
from casino.api.http.query import check_known
from casino.api.openapi.components import body_of_shape, responds_with

NO_OTHERS: Mapping[Any, Any] = MappingProxyType({})


def operation(
    operation_id: str,
    tag: str,
    response: type,
    *,
    parameters: Sequence[OpenApiParameter] = (),
    body: type | tuple[type, ...] | None = None,
    status: int = 200,
    other_responses: Mapping[Any, Any] = NO_OTHERS,
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Describe a view's method, refuse query parameters that it does not have, and send what it returns.

    A method with a body refuses none, unless it has parameters.
    """
    known = [each.name for each in parameters if each.location == OpenApiParameter.QUERY]
    bodies = body if isinstance(body, tuple) else (body,) if body else ()

    def described(method: Callable[..., Any]) -> Callable[..., HttpResponse]:
        @wraps(method)
        def checked(view: Any, request: Request, **where: Any) -> HttpResponse:
            if known or not bodies:
                check_known(request, known)
            result = method(view, request, **where)
            return result if isinstance(result, HttpResponse) else read_response(request, result)

        return extend_schema(
            operation_id=operation_id,
            tags=[tag],
            parameters=list(parameters),
            request=body_of_shape(*bodies) if bodies else None,
            responses={**responds_with(response, status=status), **other_responses},
        )(checked)

    return described


def posting(
    operation_id: str, tag: str, response: type, body: type, *, status: int = 201
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Return an operation that takes its body as a struct, and runs once for each key, in the transaction that stores
    the response.
    """

    def described(method: Callable[..., Any]) -> Callable[..., HttpResponse]:
        @wraps(method)
        def post(view: Any, request: Request, **where: Any) -> HttpResponse:
            work = partial(method, view, request, read(document_of(request), body), **where)
            return respond_once(request, work, status=status)

        return operation(operation_id, tag, response, body=body, status=status)(post)

    return described
