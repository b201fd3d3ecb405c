"""The translators' door: `tilewright text export`, `import` and `new`."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

from tilewright.cli.reference import put
from tilewright.model import FALLBACK
from tilewright.packs.doors import find
from tilewright.problems import UsageError
from tilewright.reading.source import without_places
from tilewright.stages import load_folders
from tilewright.text import filler
from tilewright.wording.message import BadMessage
from tilewright.wording.proofs import is_same
from tilewright.wording.reachable import numbers_of
from tilewright.wording.speech import is_language

if TYPE_CHECKING:
    from tilewright.model import Game

Texts = dict[str, Any]
MODELINE = "# yaml-language-server: $schema=../../../schema/text.schema.json\n"
PO_TEXT = re.compile(r'\s*(msgctxt|msgid|msgstr|")')
PO_WHOLE = re.compile(r'\s*((msgctxt|msgid(_plural)?|msgstr(\[\d\])?)\s*)?"([^"\\]|\\.)*"\s*$')
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
GAME_AND_FILE = 2


def translate(words: list[str], variants: list[str], lang: str, to: Path | None,
              folder: Path | None) -> None:
    """What `tilewright text export|import|new …` does."""
    what, *rest = words
    if variants:
        raise UsageError("the texts of a variant stand in the variant; leave '--with' out")
    if not is_language(lang) or lang == FALLBACK:
        raise UsageError(f"'{lang}' is no language to translate into; write --lang fr, --lang de …")
    if what == "export" and len(rest) == 1:
        export(rest[0], lang, to)
    elif what == "import" and len(rest) == GAME_AND_FILE:
        bring_in(rest[0], Path(rest[1]), lang, to)
    elif what == "new" and len(rest) == 1:
        begin(rest[0], lang, folder or Path())
    else:
        raise UsageError("write: tilewright text export GAME --lang LANG, or import GAME FILE "
                         "--lang LANG, or new GAME --lang LANG")


def _loaded(name: str) -> tuple[Game, dict[str, Texts]]:
    """A game and the texts of all its languages, as they were written."""
    loaded = load_folders(find(name, "content"), [])
    if loaded.game is None:
        raise UsageError(f"'{name}' has problems; see: tilewright check {name}")
    return loaded.game, {lang: without_places(t) for lang, t in loaded.texts.items()}


def flat(texts: Texts) -> dict[str, str]:
    """Each text under a name of its own; those of a mapping under `key@form`."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found |= {f"{key}@{form}": str(inner) for form, inner in value.items()}
        else:
            found[key] = str(value)
    return found


def grouped(found: dict[str, str]) -> Texts:
    """The contrary of `flat`."""
    texts: Texts = {}
    for key, value in found.items():
        name, at, form = key.partition("@")
        there = texts.get(name)
        if at and isinstance(there, str):
            texts[name] = {"is": there, form: value}
        elif at:
            texts.setdefault(name, {})[form] = value
        elif there is None:
            texts[name] = value
    return texts


# -- export ---------------------------------------------------------------------------------------

def export(name: str, lang: str, to: Path | None) -> None:
    """Write all texts of a language as a PO file."""
    _out(po_of(name, lang), to)


def po_of(name: str, lang: str) -> str:
    game, texts = _loaded(name)
    model, given = flat(texts.get(FALLBACK, {})), flat(texts.get(lang, {}))
    # Without a date of its own, the same texts give the same file.
    catalog = Catalog(locale=lang, project=game.id, version=game.version, fuzzy=False,
                      charset="utf-8", header_comment=f"# {game.id}: texts in '{lang}'",
                      creation_date=BEGINNING, msgid_bugs_address="", revision_date=BEGINNING,
                      last_translator="nobody yet", language_team=lang)
    examples = _examples(game, model)
    # A name that has forms in this language is asked for form by form.
    wanted = [k for k in model if f"{k}@is" not in given]
    for key in [*wanted, *(k for k in given if k not in wanted)]:
        english = model.get(key) or model.get(key.removesuffix("@is"), key)
        said = given.get(key, "")
        made = catalog.add(english, said, context=key, auto_comments=examples.get(key, []),
                           flags=["fuzzy"] if said and is_same(said, english) else [])
        made.flags -= {"python-format", "python-brace-format"}   # a look-alike
    written = io.BytesIO()
    write_po(written, catalog, width=0, omit_header=False)
    return written.getvalue().decode("utf-8")


def _examples(game: Game, model: dict[str, str]) -> dict[str, list[str]]:
    """How a text reads in English with the numbers that really come."""
    fill = filler(game, FALLBACK).fill
    found: dict[str, list[str]] = {}
    for key, holes in numbers_of(game).items():
        for hole, numbers in holes.items() if key in model else ():
            try:
                found.setdefault(key, []).extend(
                    f"{hole} = {n}: {fill(model[key], {hole: n})}"
                    for n in sorted(numbers))
            except BadMessage:
                continue
    return found


# -- import ---------------------------------------------------------------------------------------

def bring_in(name: str, file: Path, lang: str, to: Path | None) -> None:
    """Write the texts of a PO file as YAML."""
    game, texts = _loaded(name)
    _out(yaml_of(from_po(file, game.id, lang), list(texts.get(FALLBACK, {}))), to)


def from_po(file: Path, game: str = "", lang: str = "") -> Texts:
    """The texts of a PO file; one for another game or language is refused."""
    try:
        said = file.read_text(encoding="utf-8")
        catalog = read_po(io.BytesIO(said.encode("utf-8")), abort_invalid=True)
    except (OSError, PoFileError, ValueError) as error:
        raise UsageError(f"'{file}' cannot be read as a PO file: {error}") from error
    _check_po(file, said, catalog, game, lang)
    found = {str(m.context): m.string for m in catalog
             if m.context and isinstance(m.string, str) and m.string and not m.fuzzy}
    if not found:
        raise UsageError(f"'{file}' cannot be read: no text in it has a context and a translation; "
                         "begin with: tilewright text export GAME --lang LANG")
    return grouped(found)


def _check_po(file: Path, said: str, catalog: Catalog, game: str, lang: str) -> None:
    """What a reader of PO files lets pass, but would damage texts."""
    for number, line in enumerate(said.splitlines(), 1):
        if PO_TEXT.match(line) and not PO_WHOLE.match(line):
            raise UsageError(f"{file}:{number}: this line cannot be read; a text stands between "
                             'two signs "')
        if line.startswith("msgid_plural"):
            raise UsageError(f"{file}:{number}: plural forms stand in the text itself: "
                             "{n, plural, one {…} other {…}}")
    project, language = str(catalog.project), str(catalog.locale_identifier or lang)
    if game and project not in (game, "PROJECT"):
        raise UsageError(f"'{file}' has the texts of '{project}', not of '{game}'")
    if lang and language != lang:
        raise UsageError(f"'{file}' is in '{language}', not in '{lang}'")


def yaml_of(texts: Texts, order: list[str]) -> str:
    """A file of texts, in the order of the English one."""
    keys = [k for k in order if k in texts] + [k for k in texts if k not in order]
    return MODELINE + "".join(_line(key, texts[key]) for key in keys)


def _line(key: str, value: Any) -> str:
    return yaml.safe_dump({key: value}, allow_unicode=True, width=10_000, sort_keys=False,
                          default_flow_style=False)


# -- a new language -------------------------------------------------------------------------------

def begin(name: str, lang: str, folder: Path) -> None:
    """Make a pack of texts for somebody's game, with every key to be filled in."""
    game, texts = _loaded(name)
    id_ = f"{game.id}_{lang}".lower()
    if lang in texts:
        raise UsageError(f"'{game.id}' has texts in '{lang}' already; "
                         f"see: tilewright text {game.id} --lang {lang}")
    target = folder / id_
    if target.exists():
        raise UsageError(f"'{target}' is there already")
    missing = [line for key, value in texts.get(FALLBACK, {}).items()
               for line in _line(key, value).splitlines()]
    words = [MODELINE, "# Take the sign # away where you translate; the rest is told in English.\n",
             _line("game", texts.get(FALLBACK, {}).get("game", game.id)),
             *(f"# {line}\n" for line in missing if not line.startswith("game:"))]
    manifest = (f"language: 2\nid: {id_}\nversion: 1.0.0\nvariant_of: {game.id}\n"
                f"texts: {{{lang}: text/{lang}.yaml}}\n")
    _out(manifest, target / "variant.yaml")
    _out("".join(words), target / "text" / f"{lang}.yaml")
    print(f"{len(flat(texts.get(FALLBACK, {})))} texts to translate; see how far it is with: "
          f"tilewright check {target}")


def _out(text: str, to: Path | None) -> None:
    if to is None:
        print(text, end="")
        return
    put(to, text)
