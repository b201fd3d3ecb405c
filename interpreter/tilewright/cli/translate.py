"""The translators' door: `tilewright text export`, `import`, `new`, `mark` and `terms`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.reference import put
from tilewright.model import FALLBACK
from tilewright.packs.unnamed import MARKS
from tilewright.playing.beside import terms
from tilewright.problems import UsageError
from tilewright.translating.beginning import begun, pack_id
from tilewright.translating.bringing import brought_in
from tilewright.translating.drafting import drafted
from tilewright.translating.marking import marked, told
from tilewright.translating.po import keys_to_translate, po_of
from tilewright.translating.termbase import lines_of, tbx
from tilewright.translating.work import Work, loaded_for, work_on, work_on_program
from tilewright.wording.speech import is_language

if TYPE_CHECKING:
    from tilewright.packs.pack import Pack

WORDS = ("export", "import", "new", "mark", "terms", "draft")
WAYS = ("write: tilewright text export GAME --lang LANG, import GAME FILE --lang LANG, "
        "new GAME --lang LANG, mark PACK, draft PACK, or terms GAME --lang LANG")


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands behind `tilewright text`."""

    words: list[str]
    variants: list[str]
    lang: str
    to: Path | None = None
    folder: Path | None = None
    program: bool = False
    pot: bool = False
    tbx: bool = False

    def language(self, *, english: bool = False) -> str:
        if not is_language(self.lang) or (self.lang == FALLBACK and not english):
            raise UsageError(f"'{self.lang}' is no language to translate into; write --lang fr, "
                             "--lang de …")
        return self.lang

    def work(self, name: str, lang: str) -> Work:
        return work_on_program(lang) if self.program else work_on(name, self.variants, lang)


def translate(asked: Asked) -> None:
    """What `tilewright text export|import|new|mark|terms …` does."""
    what, *rest = asked.words
    # The program's own words belong to no game.
    names = ["", *rest] if asked.program else rest
    match what, names:
        case "export", [name]:
            _export(asked, name)
        case "import", [name, file]:
            _bring_in(asked, name, Path(file))
        case "new", [name] if not asked.program:
            _begin(asked, name)
        case "mark", [name, *keys]:
            _mark(asked, name, keys)
        case "terms", [name] if not asked.program:
            _terms(asked, name)
        case "draft", [name] if not asked.program:
            _draft(asked, name)
        case _:
            raise UsageError(WAYS)


def _export(asked: Asked, name: str) -> None:
    # A template has no language, and nothing of any.
    lang = "" if asked.pot else asked.language()
    _out(po_of(asked.work(name, lang), template=asked.pot), asked.to)


def _bring_in(asked: Asked, name: str, file: Path) -> None:
    work = asked.work(name, asked.language())
    made = brought_in(file, work, asked.to)
    _out(made.texts, asked.to)
    if asked.to is not None:
        put(asked.to.with_suffix(MARKS), made.marks)
    print(made.said, file=sys.stdout if asked.to is not None else sys.stderr)


def _begin(asked: Asked, name: str) -> None:
    work = work_on(name, asked.variants, asked.language())
    files = begun(work)
    target = (asked.folder or Path()) / pack_id(work)
    if target.exists():
        raise UsageError(f"'{target}' is there already")
    for file, text in files.items():
        put(target / file, text)
    print(f"{len(keys_to_translate(work))} texts to translate; see how far it is with: "
          f"tilewright check {target}")


def _mark(asked: Asked, name: str, keys: list[str]) -> None:
    langs = [asked.language()] if asked.program or asked.lang != FALLBACK else _languages(
        loaded_for(name, asked.variants)[1])
    for one in marked([asked.work(name, lang) for lang in langs], keys):
        put(one.file, one.text)
        if said := told(one):
            print(said)


def _languages(pack: Pack) -> list[str]:
    langs = [lang for lang in pack.texts if lang != FALLBACK]
    if not langs:
        raise UsageError(f"'{pack.shown}' has texts in no language but English")
    return langs


def _draft(asked: Asked, name: str) -> None:
    """Write first words for all that a pack does not say."""
    files = drafted(*loaded_for(name, asked.variants))
    for file, text in files.items():
        put(file, text)
    if not files:
        print("nothing is missing")


def _terms(asked: Asked, name: str) -> None:
    lang = asked.language(english=True)
    loaded, pack = loaded_for(name, asked.variants)
    found = terms(loaded.order.packs, lang).values()
    if not found:
        raise UsageError(f"'{pack.manifest['id']}' has no list of terms in '{lang}'; its manifest "
                         f"names one with: terms: {{{lang}: text/terms.{lang}.yaml}}")
    said = tbx(str(pack.manifest["id"]), lang, found) if asked.tbx else (
        "\n".join(lines_of(found)) + "\n")
    _out(said, asked.to)


def _out(text: str, to: Path | None) -> None:
    if to is None:
        print(text, end="")
        return
    put(to, text)
