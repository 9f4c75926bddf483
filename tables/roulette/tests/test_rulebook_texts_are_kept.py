"""The rulebooks of the project: a version's text is never changed, because days in casinos were opened by its hash."""

from tables.roulette.loader import HOUSE_FOLDER, all_versions

TEXTS = {
    ("it-campione", 1): "b0f1cafb8d66652391650c81f1e6da1a9a637286a9519a5cceb7a17ade749e88",
    ("it-campione", 2): "0cf7912899193b1ef88a84551b0544bdce08feb73e6cf5aeeb2aa74582beef4f",
    ("it-campione", 3): "ba97c8c3ad8a5200cf28d40bb898699dabb51bfd6fba7407cfd1b70f69cffcf8",
    ("it-live", 1): "1bb409b5aa3237f91d90debb04cc5a6c086aafc1f3fbab84b1cbbf414609d3c8",
    ("it-live", 2): "ca5e349bad0a59d783aadf64b9fe208c899e4799aa8abf4df0851079216e85d7",
    ("it-live", 3): "e73f2e0d89c10d4d6ff295f883bff10e357fdf6a787408f47996542276c36590",
    ("it-venezia", 1): "ceb5f3601b665eda57e9aee0fa2eefd7d12434af8f41b89095acc81d8ab40b48",
    ("it-venezia", 2): "85be8a6315352ab680b20e98f3b0e16332ebc5f5df47fb6fe0dd6daf2cdf5d52",
    ("it-venezia", 3): "38ea21cf8fe7f7c64afa182e170be1d7b9d53fd95af3d535b42f8787b6663142",
    ("pt-americana", 1): "9591a1c1b80a0f3802c4a0bc1c8e3138644a1b3a95272f1c3d81d84ede79ccee",
    ("pt-americana", 2): "be445255c0f765a83ee25cabf9dc4a8b439b570c51db583e1a3370c73747dd7a",
    ("pt-americana", 3): "6d4955f0a8412d2f5f4133cd0797bff9e3138cc1b6cffd9414427adf282dca50",
    ("pt-francesa", 1): "2b56b3132bbcc9a8047e4d41146718c7c5e6d9e177541e78038ef0c0bc823dc6",
    ("pt-francesa", 2): "5f3e9a88d24b775afcf06637d197b6a58f3b7a39377e2bed30fdef72df9ddc3c",
    ("pt-francesa", 3): "23faf4927291674b65b5737b99e3d5212d22dda0ca637fa4b3a42cb9c160bc46",
}


def test_a_shipped_version_keeps_its_text() -> None:
    """A changed rule, name or reading is a new version in a file of its own; add its hash here."""
    found = {
        (id_, version): rulebook.sha256
        for id_, versions in all_versions(HOUSE_FOLDER).items()
        for version, rulebook in versions.items()
    }
    assert found == TEXTS
