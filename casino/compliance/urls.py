"""Addresses of the violations and the compliance report."""

from django.urls import path

from casino.compliance.views import answer, report, report_csv, violations

app_name = "compliance"
urlpatterns = [
    path("", violations, name="violations"),
    path("report/", report, name="report"),
    path("report.csv", report_csv, name="report_csv"),
    path("<str:table>/<str:day>/<str:name>/<slug:command>", answer, name="answer"),
]
