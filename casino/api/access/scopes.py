"""Scopes of the API, and the scopes that a client has."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop as _
from oauth2_provider.scopes import BaseScopes

from casino.people.acts import act_named
from settlement.blind_count import Sight
from tables.registers.entries.kinds import outward

if TYPE_CHECKING:
    from casino.api.models import ApiClient

TABLES_READ = "tables:read"
TABLES_WRITE = "tables:write"
CASH_READ = "cash:read"
CASH_WRITE = "cash:write"
DROP_READ = "drop:read"
FEED_READ = "feed:read"
CHECKPOINTS_COSIGN = "checkpoints:cosign"
REPORTS_READ = "reports:read"
READERS_WRITE = "readers:write"
ADMINISTRATION = outward.ADMINISTRATION
REGISTERS_READ = "registers:read"
REGISTERS_WRITE = "registers:write"
PEOPLE_READ = "people:read"
PEOPLE_WRITE = "people:write"

SCOPES = {
    TABLES_READ: _("Rules, settlements worked out without a table, tables and what happened at them"),
    TABLES_WRITE: _("Register tables and send them commands"),
    CASH_READ: _("Fills, credits, drops and the ledger"),
    CASH_WRITE: _("The cash desk's side of fills, credits and drops"),
    DROP_READ: _("The cash of drop boxes before their count; without effect beside cash:write, which counts"),
    FEED_READ: _("The feed of events, its proofs and its subscriptions"),
    CHECKPOINTS_COSIGN: _("Read the record's checkpoints and cosign them, as a witness"),
    REPORTS_READ: _("Violations and reports"),
    READERS_WRITE: _("Observations of a wheel reader of one's own"),
    REGISTERS_READ: _("What the casino has registered, and who changed it"),
    REGISTERS_WRITE: _("Request changes of the registers; also needs the scope of administration"),
    PEOPLE_READ: _("Who works at the house, in which role"),
    PEOPLE_WRITE: _("Request changes of people; also needs the scope of administration"),
    ADMINISTRATION: _("Request acts of administration; an officer confirms each on a screen"),
}


CHANGING = ("POST", "PUT", "DELETE")


def scopes_by_method(*, read: str, write: str, act: str = "") -> Any:
    """Return the `required_scopes` of a view that takes other scopes to change than to read; a change is this act."""
    changing = scopes_of_act(write, act) if act else [write]

    def required_scopes(view: Any) -> list[str]:
        return changing if view.request is not None and view.request.method in CHANGING else [read]

    return property(required_scopes)


def scopes_of_act(scope: str, act: str) -> list[str]:
    """Return the scopes that a client needs for an act of `casino/people/acts.py`."""
    return [scope, ADMINISTRATION] if act_named(act).administration else [scope]


def sight_of_client(client: "ApiClient") -> Sight:
    """Return the figures that a client may see: no system with which boxes are counted sees an uncounted drop."""
    return Sight(uncounted_drop=DROP_READ in client.scopes and CASH_WRITE not in client.scopes)


class ClientScopes(BaseScopes):  # type: ignore[misc]  # django-oauth-toolkit has no types
    """Each client has the scopes that it was made with; a token requested without any has all of them."""

    def get_all_scopes(self) -> dict[str, str]:
        return SCOPES

    def get_available_scopes(
        self, application: Any = None, request: Any = None, *args: Any, **kwargs: Any
    ) -> list[str]:
        return list(application.scopes)

    def get_default_scopes(
        self, application: Any = None, request: Any = None, *args: Any, **kwargs: Any
    ) -> list[str]:
        return list(application.scopes)
