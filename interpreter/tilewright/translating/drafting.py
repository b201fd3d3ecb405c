"""Drafts in the files of a pack: in English as texts, in other languages as comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from tilewright.model import FALLBACK
from tilewright.proofreading.drafts import explained
from tilewright.proofreading.missing import lacking, spoken
from tilewright.reading.source import without_places
from tilewright.translating.in_yaml import MODELINE, entry, with_texts
from tilewright.translating.lacking import drafts
from tilewright.wording.flat import USUAL, flat

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.packs.pack import Pack
    from tilewright.stages import Loaded

HELP = "# Take the sign # away where you translate; the rest is told in English.\n"


def drafted(loaded: Loaded, pack: Pack) -> dict[Path, str]:
    """The files of a pack as they are with drafts of what is missing."""
    game = loaded.game
    assert game is not None
    missing = lacking(game, loaded.texts)
    made: dict[Path, str] = {}
    english = drafts(loaded, with_page=pack is loaded.order.packs[0])
    notes = {key: explained(game, key, holes) for key, holes in missing.items()}
    if english:
        file = _file(pack, FALLBACK)
        made[file] = with_texts(_read(file), english, [], {})
    own = pack.texts[FALLBACK].data if FALLBACK in pack.texts else {}
    model = {**without_places(own), **english}
    for lang in sorted(set(spoken(game.texts, pack)) - {FALLBACK}):
        there = pack.texts[lang].data if lang in pack.texts else {}
        lines = [line for key, words in model.items() if key not in there
                 for line in (*notes.get(key, ()), _entry(key, words))]
        file = _file(pack, lang)
        new = [line for line in lines if f"# {line}" not in _read(file)]
        if new:
            before = _read(file) or _modeline(pack) + HELP
            made[file] = before + "".join(f"# {line}\n" for line in new)
    if made:
        _named(pack, made)
    return made


def _modeline(pack: Pack) -> str:
    """The line by which editors find the schema, as the English texts have it."""
    first = _read(_file(pack, FALLBACK)).partition("\n")[0]
    return f"{first}\n" if first.startswith("# yaml-language-server") else MODELINE


def _entry(key: str, words: object) -> str:
    forms = {form.partition("@")[2] or USUAL: said for form, said in flat({key: words}).items()}
    return entry(key, forms, words)


def _file(pack: Pack, lang: str) -> Path:
    if lang in pack.texts:
        return pack.folder / pack.texts[lang].name.removeprefix(f"{pack.shown}/")
    return pack.folder / "text" / f"{lang}.yaml"


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _named(pack: Pack, made: dict[Path, str]) -> None:
    """Name new files in the manifest, so that they are read."""
    new = {file.stem: file.relative_to(pack.folder).as_posix() for file in made
           if file.stem not in pack.texts}
    if not new:
        return
    manifest = next(pack.folder / name for name in ("pack.yaml", "variant.yaml")
                    if (pack.folder / name).is_file())
    made[manifest] = with_files(_read(manifest), new)


def with_files(manifest: str, new: dict[str, str]) -> str:
    """A manifest with more files of texts in it."""
    node = yaml.compose(manifest, Loader=yaml.SafeLoader)
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    texts = next((value for key, value in pairs if key.value == "texts"), None)
    if not isinstance(texts, yaml.MappingNode) or not texts.value:
        told = ", ".join(f"{lang}: {file}" for lang, file in new.items())
        return manifest.rstrip("\n") + f"\ntexts: {{{told}}}\n"
    key, last = texts.value[-1]
    at = last.end_mark.index
    between = ", " if texts.flow_style else "\n" + " " * key.start_mark.column
    more = "".join(f"{between}{lang}: {file}" for lang, file in new.items())
    return manifest[:at] + more + manifest[at:]
