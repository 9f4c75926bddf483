"""The rulebooks of the project: a version's text is never changed, because days in casinos were opened by its hash."""

from tables.roulette.loader import HOUSE_FOLDER, all_versions

TEXTS = {
    ("it-campione", 1): "b0f1cafb8d66652391650c81f1e6da1a9a637286a9519a5cceb7a17ade749e88",
    ("it-campione", 2): "0cf7912899193b1ef88a84551b0544bdce08feb73e6cf5aeeb2aa74582beef4f",
    ("it-campione", 3): "738fb9dc793b31b97175434e1f622fe462d9990bf6a563eb5ac0bad1e94ef600",
    ("it-live", 1): "1bb409b5aa3237f91d90debb04cc5a6c086aafc1f3fbab84b1cbbf414609d3c8",
    ("it-live", 2): "ca5e349bad0a59d783aadf64b9fe208c899e4799aa8abf4df0851079216e85d7",
    ("it-live", 3): "4c483f8e8c300bab126e32b83f6a4cbcc3fc94df16b0e8907c5db97ee9e100e8",
    ("it-venezia", 1): "ceb5f3601b665eda57e9aee0fa2eefd7d12434af8f41b89095acc81d8ab40b48",
    ("it-venezia", 2): "85be8a6315352ab680b20e98f3b0e16332ebc5f5df47fb6fe0dd6daf2cdf5d52",
    ("it-venezia", 3): "66d329b3c367fdb55238d3f0f9aeb7e34b2b169bc4cde8ea0f0e7caed8ff25d9",
    ("pt-americana", 1): "9591a1c1b80a0f3802c4a0bc1c8e3138644a1b3a95272f1c3d81d84ede79ccee",
    ("pt-americana", 2): "be445255c0f765a83ee25cabf9dc4a8b439b570c51db583e1a3370c73747dd7a",
    ("pt-americana", 3): "3decc9b79ab7d9f7b9926cdd595d70b0fc36df5bd9ac59965a6c2eaf4aa9e113",
    ("pt-francesa", 1): "2b56b3132bbcc9a8047e4d41146718c7c5e6d9e177541e78038ef0c0bc823dc6",
    ("pt-francesa", 2): "5f3e9a88d24b775afcf06637d197b6a58f3b7a39377e2bed30fdef72df9ddc3c",
    ("pt-francesa", 3): "7e43d07d59a099a2c15fc7beea30e48348c6f2b8a62f68aa5857a62f079ac1fb",
}


def test_a_shipped_version_keeps_its_text() -> None:
    """A changed rule, name or reading is a new version in a file of its own; add its hash here."""
    found = {
        (id_, version): rulebook.sha256
        for id_, versions in all_versions(HOUSE_FOLDER).items()
        for version, rulebook in versions.items()
    }
    assert found == TEXTS
