"""Pictures of pages, in both themes and in the sizes of the screens in a pit, and what is cut on them."""

from collections.abc import Collection
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from testkit.browsers import DESKTOP, TABLET, TELEPHONE

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screens"
CUT = (ROOT / "testkit" / "cut_text.js").read_text()
SIZES: dict[str, ViewportSize] = {
    "desktop": DESKTOP,
    "tablet": TABLET,
    "telephone": TELEPHONE,
    "upright": {"width": 768, "height": 1024},
}
USUAL_SIZES = ("desktop", "tablet", "telephone")
THEMES = ("dark", "light")


class Pictures:
    """Pictures in a folder, of each page one for each of these themes."""

    def __init__(self, folder: Path, themes: Collection[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.themes, self.taken = folder, themes, 0

    def take(self, page: Page, name: str, *, full_page: bool = False) -> list[str]:
        """Take a picture of the page; return the texts that are cut or covered, which no theme changes."""
        page.evaluate("() => document.fonts.ready")
        for theme in self.themes:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.screenshot(path=self.folder / f"{name}-{theme}.png", full_page=full_page)
            self.taken += 1
        cut: list[str] = page.evaluate(CUT)
        return cut
