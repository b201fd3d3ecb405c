"""A pack of texts in a new language, for somebody's game: every text as a comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.problems import UsageError
from tilewright.translating.in_yaml import entry
from tilewright.translating.po import english_of, keys_to_translate
from tilewright.wording.flat import USUAL

if TYPE_CHECKING:
    from tilewright.translating.work import Work

HEAD = "# Take the sign # away where you translate; the rest is told in English.\n"


def begun(work: Work) -> dict[str, str]:
    """The files of the pack, by their names in it."""
    if work.given:
        raise UsageError(f"'{work.id}' has texts in '{work.lang}' already; "
                         f"see: tilewright text {work.id} --lang {work.lang}")
    lines = [entry(key, {USUAL: english_of(work, key)}, work.model.get(key))
             for key in keys_to_translate(work)]
    title = work.english.get("game", work.id)
    said = [line if line.startswith("game:") else f"# {line}" for line in lines]
    if "game" not in work.english:
        said.insert(0, entry("game", {USUAL: title}, None))
    manifest = (f"language: 2\nid: {pack_id(work)}\nversion: 1.0.0\nvariant_of: {work.id}\n"
                f"texts: {{{work.lang}: text/{work.lang}.yaml}}\n")
    return {"variant.yaml": manifest,
            f"text/{work.lang}.yaml": HEAD + "\n".join(said) + "\n"}


def pack_id(work: Work) -> str:
    return f"{work.id}_{work.lang}".lower()
