"""`python -m casino.languages.compiling`: the catalogues as gettext reads them, where Django looks for them.

`make setup` runs this. It knows no Django, since settings read secrets that a mere setup must not make.
"""

import os
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent.parent / "locale"
SOURCE_LANGUAGE = "en"


def stale_catalogues(locale: Path = LOCALE) -> list[Path]:
    """The sources (.po) whose compiled catalogue (.mo) is missing or older; English needs none."""
    sources = sorted(locale.glob("*/LC_MESSAGES/django.po"))
    return [path for path in sources if path.parent.parent.name != SOURCE_LANGUAGE and _is_stale(path)]


def compile_catalogues(locale: Path = LOCALE) -> list[Path]:
    """Compile what is stale; the sources that were compiled. A process that reads meanwhile sees the old or the new."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    stale = stale_catalogues(locale)
    for path in stale:
        with path.open("rb") as source:
            catalogue = read_po(source, locale=path.parent.parent.name)
        beside = path.with_name(f"django.{os.getpid()}.part")
        with beside.open("wb") as compiled:
            write_mo(compiled, catalogue)
        beside.replace(path.with_suffix(".mo"))
    return stale


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


if __name__ == "__main__":
    compile_catalogues()
