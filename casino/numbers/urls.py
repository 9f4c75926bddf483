"""Addresses of the permanences, of the statistics of the wheels, and of the alerts."""

from django.urls import path

from casino.numbers.import_views import ImportPermanence
from casino.numbers.views import acknowledge_alert, alerts, permanence, permanence_file, wheel_pdf, wheels

app_name = "numbers"
urlpatterns = [
    path("", permanence, name="permanence"),
    path("wheels.pdf", wheel_pdf, name="wheel_pdf"),
    path("<str:report>.<str:form>", permanence_file, name="file"),
    path("wheels/", wheels, name="wheels"),
    path("wheels/import", ImportPermanence.as_view(), name="import"),
    path("alerts/", alerts, name="alerts"),
    path("alerts/<str:table>/<str:day>/<str:name>", acknowledge_alert, name="acknowledge"),
]
