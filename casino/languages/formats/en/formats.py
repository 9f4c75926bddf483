from casino.languages.formats.plain import *  # noqa: F403  what Django asks of each language
