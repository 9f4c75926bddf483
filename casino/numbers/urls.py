"""Addresses of the permanences and of the statistics of the wheels."""

from django.urls import path

from casino.numbers.views import permanence, permanence_file, wheels

app_name = "numbers"
urlpatterns = [
    path("", permanence, name="permanence"),
    path("<str:report>.<str:form>", permanence_file, name="file"),
    path("wheels/", wheels, name="wheels"),
]
