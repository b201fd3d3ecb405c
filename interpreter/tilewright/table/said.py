"""The words of the pages, as the module of the page that brings them."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from tilewright.wording.own import own_words, spoken
from tilewright.wording.speech import own_name

# The module that is made, and what it gives: the words of keys that begin so.
SAID = "said.js"
GIVES = {"PAGE": "page.", "TOOLS": "tool."}


@cache
def page_file(name: str) -> str:
    """A file of the page; the one with the words is made of them."""
    if name == SAID:
        return _module()
    return (resources.files("tilewright.table") / "page" / name).read_text(encoding="utf-8")


def is_page_file(name: str) -> bool:
    return name == SAID or (resources.files("tilewright.table") / "page" / name).is_file()


def _module() -> str:
    langs = spoken()
    given: dict[str, object] = {gives: {lang: _words(lang, start) for lang in langs}
                                for gives, start in GIVES.items()}
    given["LANGUAGES"] = {lang: own_name(lang) for lang in langs}
    return "".join(f"export const {name} = {json.dumps(value, ensure_ascii=False)};\n"
                   for name, value in given.items())


def _words(lang: str, start: str) -> dict[str, str]:
    return {key.removeprefix(start): said for key, said in own_words(lang).items()
            if key.startswith(start)}
