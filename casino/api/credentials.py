"""Whether a client's id and secret are right."""

from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator


class ClientValidator(OAuth2Validator):
    """As OAuth 2 has it; an id that PostgreSQL cannot even hold is an unknown one."""

    def _load_application(self, client_id: str | None, request: Any) -> Any:
        return None if "\0" in (client_id or "") else super()._load_application(client_id, request)
