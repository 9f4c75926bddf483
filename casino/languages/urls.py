"""The address at which a language is chosen."""

from django.urls import path

from casino.languages.views import choose_language

urlpatterns = [path("language/", choose_language, name="choose_language")]
