"""Fonts of papers: the project's own face, and faces of other scripts for the letters that it lacks.

The own face is Inter, for Latin with its extensions, Greek and Cyrillic. Noto has the other scripts, each in a file of
its own, and `PDF_FALLBACK_FONTS` is a folder with more. A face is read when a letter first needs it.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import get_ident

import msgspec
from django.conf import settings
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tables.text import code_point, visible

VENDOR = Path(settings.BASE_DIR) / "static" / "vendor"
OWN_SCRIPTS = ("latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext")
"""Scripts of Inter, as its files are named. The first one is the font of the paper."""
OTHER_SCRIPTS = (
    "noto-sans-arabic-400",
    "noto-sans-hebrew-hebrew-wght",
    "noto-sans-devanagari-devanagari-wght",
    "noto-sans-bengali-bengali-wght",
    "noto-sans-tamil-tamil-wght",
    "noto-sans-thai-thai-wght",
    "noto-sans-armenian-armenian-wght",
    "noto-sans-georgian-georgian-wght",
    "noto-sans-sc-chinese-simplified-400",
    "noto-sans-jp-japanese-400",
    "noto-sans-kr-korean-400",
    "noto-sans-math-400",
    "noto-sans-symbols-2-symbols-400",
    "noto-emoji-400",
)
WEIGHTS = {"": 400, "B": 650}
OPTICAL_SIZE = 14
FOR_SHAPING = ("GDEF", "GPOS", "GSUB")
"""Tables of Inter that no text here is set with: cutting them takes longer than all the rest."""
FONT_FILES = "*.[ot]t[fc]"
LETTERS_KEPT = 10_000


class Face(msgspec.Struct, frozen=True):
    """A font file, and the name of its family in a PDF."""

    family: str
    file: Path

    @property
    def is_own(self) -> bool:
        return self.file.parent.name == "inter"


@cache
def faces() -> tuple[Face, ...]:
    """Return all faces, in the order in which a letter is looked for."""
    own = (Face(f"inter-{of}", VENDOR / "inter" / f"inter-{of}-opsz-normal.woff2") for of in OWN_SCRIPTS)
    noto = (Face(name, VENDOR / "noto" / f"{name}-normal.woff2") for name in OTHER_SCRIPTS)
    folder: Path | None = settings.PDF_FALLBACK_FONTS
    files = sorted(folder.glob(FONT_FILES), key=_regular_first) if folder else ()
    return (*own, *noto, *(Face(f"more-{turn}", file) for turn, file in enumerate(files)))


def _regular_first(file: Path) -> tuple[bool, str]:
    return "Regular" not in file.stem, file.name


@lru_cache(LETTERS_KEPT)
def face_of(letter: str) -> Face | None:
    """Return the first face that has the letter; None if no face has it."""
    return next((face for face in faces() if ord(letter) in _letters(face)), None)


def is_plain(words: str) -> bool:
    """Return True if the font of the paper has every letter of the words."""
    return _letters(faces()[0]).issuperset(map(ord, words))


def in_fonts(words: str) -> str:
    """Return the words with a placeholder such as `[U+4E00]` for each character without a letter in any font, or that
    does not show.
    """
    shown = visible(words)
    if is_plain(shown):
        return shown
    return "".join(letter if face_of(letter) else f"[{code_point(letter)}]" for letter in shown)


def other_faces(words: str) -> Iterator[Face]:
    """Yield the faces besides the font of the paper that these words need."""
    for letter in dict.fromkeys(words):
        face = face_of(letter)
        if face is not None and face != faces()[0]:
            yield face


@cache
def cut(face: Face, style: str) -> Path:
    """Return a font file of that style, cut once for the process out of the one that has all weights.

    A face with one weight has the same file for every style.
    """
    font = TTFont(face.file, recalcTimestamp=False, fontNumber=0)
    axes = {axis.axisTag for axis in font["fvar"].axes} if "fvar" in font else set()
    file = Path(_folder().name) / f"{face.family}{style if axes else ''}.ttf"
    if file.exists():
        return file
    if face.is_own:
        _remove(font, FOR_SHAPING)
    if axes:
        place = {"wght": WEIGHTS[style], "opsz": OPTICAL_SIZE}
        instantiateVariableFont(font, {axis: place.get(axis) for axis in axes}, inplace=True)
    font.flavor = None
    whole = file.with_suffix(f".{get_ident()}")
    font.save(whole)
    return whole.replace(file)


@cache
def _folder() -> TemporaryDirectory[str]:
    """Return the folder of the cut fonts; it goes with the process."""
    return TemporaryDirectory(prefix="fonts-")


@cache
def _letters(face: Face) -> frozenset[int]:
    with TTFont(face.file, fontNumber=0) as font:
        return frozenset(font.getBestCmap())


def _remove(font: TTFont, tables: Iterable[str]) -> None:
    for table in tables:
        if table in font:
            del font[table]
