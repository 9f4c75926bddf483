"""Selection of the tests that a change can affect, nearest first.

A test is near a change if few imports separate them. Three kinds of links are followed:

- a file imports a module;
- a file names a file that is not Python: a template, a statement, a script, a rulebook;
- the tests of a package look at the package through its addresses, and import none of its views.

The last kind makes the selection wide: a change at the core reaches nearly every test. The order makes it useful.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import grimp
import msgspec

from testkit.order import is_browser_file

PACKAGES = ("bench", "casino", "settlement", "tables", "testkit")
TESTED = ("casino", "settlement", "tables")
READ_AS_TEXT = (
    ".css",
    ".html",
    ".js",
    ".json",
    ".md",
    ".po",
    ".sh",
    ".sql",
    ".svg",
    ".toml",
    ".txt",
    ".yaml",
)
SLOW = (
    "casino/api/tests/test_schemathesis",
    "casino/one_machine/",
    "casino/tests/test_every_page_of_the_house",
    "casino/tests/test_two_casinos_in_one_database",
    "casino/tests/test_while_the_database_is_away",
)
"""Places of tests that open whole installations, walk over every page, or ask all that the API answers."""


class AffectedTests(msgspec.Struct, frozen=True):
    """Files of tests that a change can affect, nearest first, and the slow ones among them.

    Slow are browsers, whole houses and walks over every page. A changed file of tests is never among the slow ones.
    """

    quick: tuple[str, ...]
    slow: tuple[str, ...]


def is_slow(file: str) -> bool:
    """Return whether the tests of this file drive a browser, open a whole house or walk over every page."""
    return is_browser_file(file) or file.startswith(SLOW)


class Links:
    """Links between the files of a checkout. Paths are relative to its `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, str] = {}
        self._dependents: dict[str, set[str]] = defaultdict(set)
        self._link_packages()
        self._link_test_folders()

    def tests_affected_by(self, changed: Iterable[str]) -> AffectedTests:
        """Return the files of tests that these changed files can affect.

        Of files at one distance, those come first whose names share most words with the changed files.
        """
        changed = set(changed)
        distances = self._distances(changed)
        words = {word for file in changed for word in _words(file)}
        ranked = sorted(
            distances, key=lambda file: (distances[file], -len(words.intersection(_words(file))), file)
        )
        slow = {file for file in ranked if is_slow(file) and file not in changed}
        return AffectedTests(
            quick=tuple(file for file in ranked if file not in slow),
            slow=tuple(file for file in ranked if file in slow),
        )

    def _distances(self, changed: Iterable[str]) -> dict[str, int]:
        """Return the files of tests that depend on the changed ones, each with its number of links from them."""
        found: dict[str, int] = {}
        reached: set[str] = set()
        wave = set(changed)
        wave |= {file for each in changed if _is_text(each) for file in self._naming(each)}
        distance = 0
        while wave:
            reached |= wave
            for file in wave:
                if _is_test(file):
                    found[file] = min(distance, found.get(file, distance))
            for file, between in self._beside(wave):
                found[file] = min(distance + 1 + between, found.get(file, distance + 1 + between))
            wave = {each for file in wave for each in self._dependents[file]} - reached
            distance += 1
        return {file: far for file, far in found.items() if (self._root / file).exists()}

    def _link_packages(self) -> None:
        graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        self._modules = {module: _path_of(self._root, module) for module in graph.modules}
        for module, path in self._modules.items():
            for importer in graph.find_modules_that_directly_import(module):
                self._dependents[path].add(self._modules[importer])

    def _link_test_folders(self) -> None:
        """Add the imports of the test folders, which the graph of packages lacks."""
        files = [path for tested in TESTED for path in (self._root / tested).rglob("tests/**/*.py")]
        modules = self._modules | {
            ".".join(path.relative_to(self._root).with_suffix("").parts): str(path.relative_to(self._root))
            for path in files
        }
        self._tests: dict[str, set[str]] = defaultdict(set)
        for path in files:
            file = str(path.relative_to(self._root))
            for module in _imported(path.read_text(encoding="utf-8"), modules):
                self._dependents[modules[module]].add(file)
            if _is_test(file):
                self._tests[file.partition("/tests/")[0]].add(file)
        for folder in self._root.rglob("tests/conftest.py"):
            conftest = str(folder.relative_to(self._root))
            self._dependents[conftest] |= self._tests[conftest.partition("/tests/")[0]]
        self._dependents["conftest.py"] |= {file for files in self._tests.values() for file in files}

    def _beside(self, files: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Yield the tests of each package around these files, with the number of packages between."""
        for folder in {str(Path(file).parent) for file in files if _is_tested(file)}:
            tested = [each for each in (folder, *map(str, Path(folder).parents)) if each in self._tests]
            for between, package in enumerate(tested):
                yield from ((file, between) for file in self._tests[package])

    def _naming(self, changed: str) -> Iterator[str]:
        """Yield the files whose text names this file, directly or through templates."""
        named, waiting = {changed}, [changed]
        while waiting:
            words = re.compile(rf"""["'/]{re.escape(_name_of(waiting.pop()))}["']""")
            for file, text in self._readable().items():
                if file not in named and words.search(text):
                    named.add(file)
                    yield file
                    if _is_text(file):
                        waiting.append(file)

    def _readable(self) -> Mapping[str, str]:
        if not self._texts:
            folders = (*PACKAGES, "templates")
            self._texts = {
                str(path.relative_to(self._root)): path.read_text(encoding="utf-8")
                for folder in folders
                for path in (self._root / folder).rglob("*")
                if path.suffix in (".py", ".html")
            }
        return self._texts


def _words(file: str) -> set[str]:
    """Return the words of a file's name, without words that hundreds of names share."""
    return set(Path(file).stem.strip("_").split("_")) - {"test", "a", "an", "and", "of", "on", "the"}


def _is_test(file: str) -> bool:
    return "/tests/" in file and Path(file).name.startswith("test_") and file.endswith(".py")


def _is_tested(file: str) -> bool:
    return file.startswith(TESTED) and "/tests/" not in file


def _is_text(file: str) -> bool:
    return Path(file).suffix in READ_AS_TEXT


def _name_of(file: str) -> str:
    """Return the name by which the code calls a file: a template by its path, a statement without its suffix."""
    path = Path(file)
    if path.parts[0] in ("templates", "static"):
        return "/".join(path.parts[1:])
    return path.stem if path.suffix == ".sql" else path.name


def _path_of(root: Path, module: str) -> str:
    path = Path(*module.split("."))
    return str(path / "__init__.py" if (root / path).is_dir() else path.with_suffix(".py"))


def _imported(text: str, modules: Mapping[str, str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in modules else node.module for name in inside]
        yield from (name for name in names if name in modules)
