"""Addresses of the API. A resource that is added adds its lines before the last."""

from collections.abc import Callable, Mapping

from django.http import HttpResponseBase
from django.urls import URLPattern, include, path, re_path
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.views import SpectacularAPIView

from casino.api.cash.drops import BOX_STEP_VIEWS, BoxesView, BoxView
from casino.api.cash.slips import SLIP_STEP_VIEWS, SlipsView, SlipView
from casino.api.feed.cosignatures import CosignaturesView
from casino.api.feed.proofs import ConsistencyProofView, EventProofView, LatestCheckpointView
from casino.api.feed.views import feed
from casino.api.openapi import document  # noqa: F401  has the scheme by which clients sign in
from casino.api.openapi.page import documentation
from casino.api.people import PEOPLE_COMMAND_VIEWS, PeopleView
from casino.api.registers.series import SERIES_COMMAND_VIEWS, SeriesView
from casino.api.registers.views import (
    EntryHistoryView,
    EntrySecretView,
    EntryWithdrawView,
    RegisterEntryView,
    RegistersView,
    RegisterView,
)
from casino.api.reports.alerts import ALERT_COMMAND_VIEWS, AlertsView
from casino.api.reports.draws import DrawsView, DrawView
from casino.api.reports.inspections import InspectionsView, InspectionView
from casino.api.reports.jobs import ReportJobsView, ReportJobView, ReportResultView
from casino.api.reports.views import ReportsView, ReportView
from casino.api.reports.violations import ViolationsView
from casino.api.reports.wheels import WheelStatisticsView, WheelsView
from casino.api.rulebooks.bets import BetsView
from casino.api.rulebooks.settlements import SettlementsView
from casino.api.rulebooks.views import RulebooksView, RulebookView
from casino.api.tables.commands import COMMAND_VIEWS, NoSuchCommand
from casino.api.tables.coups import CoupView
from casino.api.tables.equipment import EQUIPMENT_COMMAND_VIEWS, EquipmentView
from casino.api.tables.ledgers import LedgerView
from casino.api.tables.reader_statistics import ReaderStatisticsView
from casino.api.tables.readers import ObservationsView, ReadersView
from casino.api.tables.views import DayEventsView, TablesView, TableView
from casino.api.tables.what_if import CoupWhatIfView, DayWhatIfView
from casino.api.waiting.views import RequestView
from casino.api.webhooks.log import AttemptsView
from casino.api.webhooks.replays import ReplaysView
from casino.api.webhooks.views import WebhookEnableView, WebhookSecretView, WebhooksView, WebhookView
from casino.web.problem_response import no_such_address


def _of_each(
    before: str, views: Mapping[str, Callable[..., HttpResponseBase]], called: str
) -> list[URLPattern]:
    return [path(f"{before}{name}", view, name=f"{called}-{name}") for name, view in views.items()]


BOX = "v1/drops/<str:table>/<str:date>/<str:serial>/<int:use>"
# Together, so that another address is not compared with each of them.
COMMANDS = [*_of_each("", COMMAND_VIEWS, "command"), path("<str:command>", NoSuchCommand.as_view())]

app_name = "api"
urlpatterns = [
    path(
        "v1/schema/",
        SpectacularAPIView.as_view(renderer_classes=[OpenApiJsonRenderer2, OpenApiYamlRenderer2]),
        name="schema",
    ),
    path("v1/docs/", documentation, name="documentation"),
    path("v1/rulebooks", RulebooksView.as_view(), name="rulebooks"),
    path("v1/rulebooks/<str:rulebook>", RulebookView.as_view(), name="rulebook"),
    path("v1/rulebooks/<str:rulebook>/bets", BetsView.as_view(), name="bets"),
    path("v1/rulebooks/<str:rulebook>/settlements", SettlementsView.as_view(), name="settlements"),
    path("v1/events", feed, name="feed"),
    path("v1/tables", TablesView.as_view(), name="tables"),
    path("v1/tables/<str:code>", TableView.as_view(), name="table"),
    path("v1/tables/<str:code>/days/<str:date>/events", DayEventsView.as_view(), name="day-events"),
    path("v1/tables/<str:code>/days/<str:date>/coups/<int:coup>", CoupView.as_view(), name="coup"),
    path("v1/tables/<str:code>/days/<str:date>/what-if", DayWhatIfView.as_view(), name="day-what-if"),
    path(
        "v1/tables/<str:code>/days/<str:date>/coups/<int:coup>/what-if",
        CoupWhatIfView.as_view(),
        name="coup-what-if",
    ),
    path("v1/tables/<str:code>/days/<str:date>/ledger", LedgerView.as_view(), name="ledger"),
    path("v1/tables/<str:code>/commands/", include(COMMANDS)),
    path("v1/equipment", EquipmentView.as_view(), name="equipment"),
    *_of_each("v1/equipment/", EQUIPMENT_COMMAND_VIEWS, "equipment"),
    path("v1/people", PeopleView.as_view(), name="people"),
    *_of_each("v1/people/", PEOPLE_COMMAND_VIEWS, "people"),
    path("v1/chip-series", SeriesView.as_view(), name="chip-series"),
    *_of_each("v1/chip-series/", SERIES_COMMAND_VIEWS, "chip-series"),
    path("v1/events/<str:id>/proof", EventProofView.as_view(), name="event-proof"),
    path("v1/checkpoints/latest", LatestCheckpointView.as_view(), name="latest-checkpoint"),
    path("v1/checkpoints/proof", ConsistencyProofView.as_view(), name="consistency-proof"),
    path("v1/checkpoints/cosignatures", CosignaturesView.as_view(), name="cosignatures"),
    path("v1/registers", RegistersView.as_view(), name="registers"),
    path("v1/registers/<str:kind>", RegisterView.as_view(), name="register"),
    path("v1/registers/<str:kind>/<str:code>", RegisterEntryView.as_view(), name="register-entry"),
    path("v1/registers/<str:kind>/<str:code>/history", EntryHistoryView.as_view(), name="entry-history"),
    path("v1/registers/<str:kind>/<str:code>/withdraw", EntryWithdrawView.as_view(), name="entry-withdraw"),
    path("v1/registers/<str:kind>/<str:code>/secret", EntrySecretView.as_view(), name="entry-secret"),
    path("v1/fills", SlipsView.as_view(), name="fills"),
    path("v1/fills/<str:number>", SlipView.as_view(), name="fill"),
    *_of_each("v1/fills/<str:number>/", SLIP_STEP_VIEWS, "fill"),
    path("v1/wheel-readers", ReadersView.as_view(), name="readers"),
    path("v1/wheel-readers/<str:reader>/observations", ObservationsView.as_view(), name="observations"),
    path(
        "v1/wheel-readers/<str:reader>/statistics",
        ReaderStatisticsView.as_view(),
        name="reader_statistics",
    ),
    path("v1/drops", BoxesView.as_view(), name="drops"),
    path(BOX, BoxView.as_view(), name="drop"),
    *_of_each(f"{BOX}/", BOX_STEP_VIEWS, "drop"),
    path("v1/inspections", InspectionsView.as_view(), name="inspections"),
    path(
        "v1/inspections/<str:kind>/<str:date>/<str:table>/<int:number>",
        InspectionView.as_view(),
        name="inspection",
    ),
    path("v1/violations", ViolationsView.as_view(), name="violations"),
    path("v1/draws", DrawsView.as_view(), name="draws"),
    path("v1/draws/<str:date>", DrawView.as_view(), name="draw"),
    path("v1/alerts", AlertsView.as_view(), name="alerts"),
    *_of_each("v1/alerts/<str:table>/<str:date>/<str:name>/", ALERT_COMMAND_VIEWS, "alert"),
    path("v1/wheels", WheelsView.as_view(), name="wheels"),
    path("v1/wheel-statistics", WheelStatisticsView.as_view(), name="wheel-statistics"),
    path("v1/reports", ReportsView.as_view(), name="reports"),
    path("v1/reports/jobs/<str:job>", ReportJobView.as_view(), name="report-job"),
    path("v1/reports/jobs/<str:job>/result", ReportResultView.as_view(), name="report-result"),
    path("v1/reports/<str:name>", ReportView.as_view(), name="report"),
    path("v1/reports/<str:name>/jobs", ReportJobsView.as_view(), name="report-jobs"),
    path("v1/webhooks", WebhooksView.as_view(), name="webhooks"),
    path("v1/webhooks/<str:webhook>", WebhookView.as_view(), name="webhook"),
    path("v1/webhooks/<str:webhook>/secret", WebhookSecretView.as_view(), name="webhook-secret"),
    path("v1/webhooks/<str:webhook>/enable", WebhookEnableView.as_view(), name="webhook-enable"),
    path("v1/webhooks/<str:webhook>/attempts", AttemptsView.as_view(), name="webhook-attempts"),
    path("v1/webhooks/<str:webhook>/replays", ReplaysView.as_view(), name="webhook-replays"),
    path("v1/requests/<str:waiting>", RequestView.as_view(), name="request"),
    # An address may have anything in it, even ends of lines.
    re_path(r"^(?P<rest>[\s\S]*)$", no_such_address),
]
