"""What there is to translate: all texts of a game, a variant's own ones, or the program's."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.linking.text_keys import keys_of, short_keys
from tilewright.model import FALLBACK
from tilewright.packs.bases import base_of
from tilewright.packs.doors import find, is_game, search
from tilewright.packs.given import given_folder
from tilewright.packs.order import id_of
from tilewright.playing.beside import marks, marks_file, terms
from tilewright.problems import ContentError, Problems, UsageError
from tilewright.reading.checked import checked
from tilewright.reading.pruning import LeftOut
from tilewright.stages import load_folders
from tilewright.translating.ids import named_by_ids, place_of_id
from tilewright.wording.flat import flat, placed
from tilewright.wording.own import own_keys, own_words

if TYPE_CHECKING:
    from tilewright.model import Game
    from tilewright.packs.pack import Pack
    from tilewright.problems import Place
    from tilewright.stages import Loaded
    from tilewright.wording.terms import Term

PROGRAM = "tilewright"
MODELINE = "# yaml-language-server: "


@dataclass(slots=True)
class Work:
    """The texts of one language beside the English ones, each by its key."""

    id: str
    version: str
    lang: str
    game: Game | None
    english: dict[str, str]
    given: dict[str, str]
    places: dict[str, str] = field(default_factory=dict)
    # In all languages, for how long a text may be.
    others: list[dict[str, str]] = field(default_factory=list)
    marks: dict[str, Any] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    # Every key that there can be a text for.
    known: set[str] = field(default_factory=set)
    # The file of this language, and that of the marks beside it, if they are there.
    file: Path | None = None
    marks_file: Path | None = None
    # How files of texts of this pack begin, so that editors know them.
    head: str = ""
    # The texts as they stand in the English file, with marks of rules.
    model: dict[str, Any] = field(default_factory=dict)


def work_on(name: str, variants: list[str], lang: str) -> Work:
    """The texts of a game, or those of the last variant."""
    loaded, pack = loaded_for(name, variants)
    game = loaded.game
    assert game is not None
    own = FALLBACK in pack.texts and len(loaded.order.packs) > 1
    source = pack.texts[FALLBACK].data if own else loaded.texts.get(FALLBACK, {})
    english = placed(source) if source else {}
    others = {language: flat(s.data) for language, s in pack.texts.items() if language != lang}
    given = flat(pack.texts[lang].data) if lang in pack.texts else {}
    elsewhere = [key for texts in (*others.values(), given) for key in texts]
    ids = named_by_ids(game, english, elsewhere)
    if own:
        ids = {key: words for key, words in ids.items() if _is_of(pack, game, key)}
    words = {key: template for key, (template, _) in english.items()} | ids
    places = {key: _shown(pack, at) for key, (_, at) in english.items()}
    places |= {key: _shown(pack, at) for key in ids if (at := place_of_id(game, key)) is not None}
    if lang and not own_words(lang) and not own:
        # The program does not speak this language, so the game brings the words.
        words = {**words, **{k: own_words(FALLBACK)[k] for k in own_keys() if k not in words}}
    made = Work(id_of(pack), str(pack.manifest["version"]), lang, game, words, given, places,
                list(others.values()), model=dict(source))
    made.marks = marks(pack, lang, Problems()) if lang in pack.texts else {}
    made.head = _head(loaded, pack)
    made.terms = terms(loaded.order.packs, lang)
    keys = keys_of(game)
    made.known = {*keys, *short_keys(game, keys), *own_keys(), *words}
    if lang in pack.texts:
        made.file, made.marks_file = _file(pack, lang), marks_file(pack, lang)
    return made


def _head(loaded: Loaded, pack: Pack) -> str:
    """The line that leads to a schema, as another file of texts has it."""
    names = [source.name for source in pack.texts.values()]
    firsts = [loaded.sources[name].lines[0] for name in names if loaded.sources[name].lines]
    return next((f"{line}\n" for line in firsts if line.startswith(MODELINE)), "")


def _file(pack: Pack, lang: str) -> Path:
    return pack.folder / pack.texts[lang].name.removeprefix(f"{pack.shown}/")


def _shown(pack: Pack, at: Place) -> str:
    """A place as the pack sees it."""
    return f"{at.file.removeprefix(f'{pack.shown}/')}:{at.line}"


def _is_of(pack: Pack, game: Game, key: str) -> bool:
    """Whether a variant brings the thing that has this name."""
    at = place_of_id(game, key)
    return at is not None and at.file in pack.sources


def loaded_for(name: str, variants: list[str]) -> tuple[Loaded, Pack]:
    """A game with variants, and the pack whose texts are meant: the last one."""
    try:
        base, overlays = _folders(name, variants)
    except ContentError as error:
        raise UsageError(str(error)) from error
    loaded = load_folders(base, overlays)
    if loaded.game is None:
        words = " ".join([name, *(f"--with {v}" for v in variants)])
        raise UsageError(f"'{name}' has problems; see: tilewright check {words}")
    wanted = [base, *overlays][-1].resolve()
    return loaded, next(p for p in loaded.order.packs if p.folder.resolve() == wanted)


def _folders(name: str, variants: list[str]) -> tuple[Path, list[Path]]:
    """A variant that is named without its game brings it along."""
    overlays = [find(v, "variants") for v in variants]
    if given_folder(name, "variants") is not None or (
            not is_game(name) and search(name, "variants")):
        folder = find(name, "variants")
        return base_of(folder), [*overlays, folder]
    return find(name, "content"), overlays


def work_on_program(lang: str) -> Work:
    """What the program itself says."""
    from importlib.metadata import version

    folder = resources.files("tilewright") / "words"
    english = own_words(FALLBACK)
    lines = (folder / f"{FALLBACK}.yaml").read_text(encoding="utf-8").splitlines()
    places = {line.partition(":")[0]: f"words/{FALLBACK}.yaml:{number}"
              for number, line in enumerate(lines, 1) if not line.startswith("#")}
    others = [own_words(p.name.removesuffix(".yaml")) for p in folder.iterdir()
              if p.name.endswith(".yaml") and p.name != f"{lang}.yaml"]
    made = Work(PROGRAM, version("tilewright"), lang, None, dict(english), dict(own_words(lang)),
                places, others, known=set(english))
    file = Path(str(folder)) / f"{lang}.yaml"
    if file.is_file():
        made.file, made.marks_file = file, file.with_suffix(".marks.yaml")
        if made.marks_file.is_file():
            source, _ = checked(made.marks_file, made.marks_file.name, "marks", Problems(),
                                LeftOut())
            made.marks = source.data if source is not None else {}
    return made
