"""Check of a client's id and secret."""

from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator

from casino.api.access.secrets import Tries, is_quick


class ClientValidator(OAuth2Validator):  # type: ignore[misc]  # django-oauth-toolkit has no types
    """Validator of OAuth 2; an id that PostgreSQL cannot even store is an unknown one."""

    def authenticate_client(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        """Return True if the request has a client's id and its secret. Raises TooManyWrong."""
        attempt = _OneRequest(Tries(request.headers.get("REMOTE_ADDR", "")))
        return bool(attempt.authenticate_client(request, *args, **kwargs))

    def _load_application(self, client_id: str | None, request: Any) -> Any:
        return None if "\0" in (client_id or "") else super()._load_application(client_id, request)


class _OneRequest(ClientValidator):
    """Checker of the credentials of one request; counts wrong tries against the address of the sender."""

    def __init__(self, tries: Tries) -> None:
        super().__init__()
        self.tries = tries

    def authenticate_client(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(OAuth2Validator.authenticate_client(self, request, *args, **kwargs))

    def _load_application(self, client_id: str | None, request: Any) -> Any:
        self.client = super()._load_application(client_id, request)
        if self.client is None:
            self.tries.count(None)
        return self.client

    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        """Return True if the secret is right. Raises TooManyWrong.

        A slow hash is only computed if there is room for one more wrong try. A right secret with a slow hash is stored
        again with the quick one.
        """
        quick = is_quick(stored_secret)
        if quick and super()._check_secret(provided_secret, stored_secret):
            return True
        counted = self.tries.count(self.client.client_id)
        if quick or not super()._check_secret(provided_secret, stored_secret):
            return False
        self.tries.give_back(counted)
        self.client.client_secret = provided_secret
        self.client.save(update_fields=["client_secret"])
        return True
