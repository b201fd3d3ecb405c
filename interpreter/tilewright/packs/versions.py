"""Ranges of versions, as the Python world writes them."""

from __future__ import annotations

ANY = "*"


def fits(version: str, wanted: str) -> bool | None:
    """Whether a version is in a range; None if the range cannot be read."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    if wanted.strip() in (ANY, ""):
        return True
    try:
        return SpecifierSet(wanted).contains(version, prereleases=True)
    except InvalidSpecifier:
        return None
