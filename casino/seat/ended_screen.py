"""What a terminal without a seat says to a player, in each language: nobody knows which is theirs."""

from django.conf import settings
from django.utils.translation import gettext, override


def words_of_an_ended_screen() -> dict[str, str]:
    """The sentence by language."""
    said = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            said[language] = gettext("This screen is not open. Please ask the staff at the table.")
    return said
