"""Every text that a rulebook file of the project ever had, in one archive: days may have been played by each.

`python -m testkit.shipped_rulebooks` adds the texts of today. Run it before a text changes that has shipped.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from tables import roulette
from tables.roulette.loader import HOUSE_FOLDER, files_in

TESTS = Path(roulette.__file__).parent / "tests"
ARCHIVE = TESTS / "shipped.tar.xz"


def shipped_texts() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of every text in the archive: `<beginning of its SHA-256>/<id>.toml`."""
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file is not None, f"{member.name} is no file"
            yield member.name, file.read()


def texts_of_today() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of the rulebooks of the project, and of the invented ones that a house copies."""
    for path in (*files_in(HOUSE_FOLDER), *files_in(TESTS)):
        content = path.read_bytes()
        yield f"{sha256(content).hexdigest()[:12]}/{path.name.partition('.')[0]}.toml", content


def pack(texts: dict[str, bytes]) -> None:
    """Write these texts as the archive, the same bytes for the same texts."""
    with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
        # Texts of one rulebook next to each other pack best.
        for name in sorted(texts, key=lambda each: (each.rpartition("/")[2], each)):
            member = tarfile.TarInfo(name)
            member.size = len(texts[name])
            archive.addfile(member, BytesIO(texts[name]))


if __name__ == "__main__":
    pack({**dict(shipped_texts()), **dict(texts_of_today())})
