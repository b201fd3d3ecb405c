"""Texts: templates, numbers of each language, sentences of tiles, and the translators' door."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
import yaml

import made_pages
from command_line import run_here
from packs.tables import game
from tilewright import stages
from tilewright.cli.check import check_folder
from tilewright.linking.text_keys import keys_of
from tilewright.model import Published
from tilewright.playing.texts import text_problems
from tilewright.spoken import describe, general_words, unknown_words
from tilewright.telling.words import lines
from tilewright.text import element, rules_text, say, text
from tilewright.wording import message, speech
from tilewright.wording.filling import Filler, Thing
from tilewright.wording.proofs import fingerprint

if TYPE_CHECKING:
    from tilewright import model

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "fr", "it", "pl")
GAMES = ("yamatai", "namiji", "tictactoe", "connect_four")


def plain_filler(lang: str) -> Filler:
    def name(thing: Thing, form: str) -> str:
        return f"{thing.item}~{form}" if form else thing.item

    return Filler(lang, name, lambda thing, n, form: f"{n} {name(thing, form)}")


# -- templates ------------------------------------------------------------------------------------

@pytest.mark.parametrize(("template", "values", "said"), [
    ("go on", {}, "go on"),
    ("take {what}", {"what": "it"}, "take it"),
    ("take {what:acc}", {"what": Thing("colour", "clay")}, "take clay~acc"),
    ("{n, plural, one {# coin} other {# coins}}", {"n": 1}, "1 coin"),
    ("{n, plural, one {# coin} other {# coins}}", {"n": 0}, "0 coins"),
    ("{n, plural, =0 {none} one {one} other {many}}", {"n": 0}, "none"),
    ("{x, select, none {nobody} other {by {x}}}", {"x": ""}, "nobody"),
    ("{x, select, clay {earth} other {{x}}}", {"x": Thing("colour", "clay")}, "earth"),
    ("{x, select, true {yes} other {no}}", {"x": True}, "yes"),
    ("{cost}", {"cost": {Thing("c", "wood"): 2, Thing("c", "clay"): 0, Thing("c", "gold"): 1}},
     "2 wood and 1 gold"),
    ("{cost, select, none {free} other {costs {cost}}}",
     {"cost": {Thing("c", "wood"): 2, Thing("c", "clay"): 0}}, "costs 2 wood"),
    ("{cost, select, none {free} other {costs {cost}}}", {"cost": {Thing("c", "wood"): 0}}, "free"),
    ("{cost, plural, =0 {free} one {# good} other {# goods}}",
     {"cost": {Thing("c", "wood"): 2, Thing("c", "clay"): 1}}, "3 goods"),
    ("{cost, plural, =0 {free} other {# goods}}", {"cost": {Thing("c", "wood"): 0}}, "free"),
    ("{gives, select, none {nothing} other {{gives}}}", {"gives": [Thing("c", "wood")]}, "wood"),
    ("{gives, select, none {nothing} other {{gives}}}", {"gives": []}, "nothing"),
    ("{gives, plural, one {# good} other {# goods}}", {"gives": [Thing("c", "wood")] * 2},
     "2 goods"),
    ("take {brings:boats}", {"brings": {Thing("c", "wood"): 2}}, "take 2 wood~boats"),
    ("{n, plural, other {{x, select, none {a} other {# {x}}}}}", {"n": 3, "x": "b"}, "3 b"),
    ("one # alone", {}, "one # alone"),
])
def test_templates_are_filled_in(template, values, said):
    assert plain_filler("en").fill(template, values) == said


@pytest.mark.parametrize("template", [
    "{", "}", "{}", "{x", "{X}", "{x:}", "{x, plural}", "{n, plural, one {#}}",
    "{n, count, other {}}",
    "{n, plural, other {}", "{x y}", "{0.__class__}", "{__import__}", "{x!r}",
    "{a, select, other {" * 6 + "deep" + "}}" * 6,
])
def test_templates_that_cannot_be_read(template):
    with pytest.raises(message.BadMessage):
        message.read(template)


# -- numbers and lists of each language -----------------------------------------------------------

COINS = {
    "en": "{n, plural, one {# coin} other {# coins}}",
    "fr": "{n, plural, one {# pièce} other {# pièces}}",
    "it": "{n, plural, one {# moneta} other {# monete}}",
    "pl": "{n, plural, one {# moneta} few {# monety} many {# monet} other {# monet}}",
}
COUNTED = {
    "en": ["0 coins", "1 coin", "2 coins", "3 coins", "5 coins", "12 coins", "22 coins",
           "100 coins"],
    "fr": ["0 pièce", "1 pièce", "2 pièces", "3 pièces", "5 pièces", "12 pièces", "22 pièces",
           "100 pièces"],
    "it": ["0 monete", "1 moneta", "2 monete", "3 monete", "5 monete", "12 monete", "22 monete",
           "100 monete"],
    "pl": ["0 monet", "1 moneta", "2 monety", "3 monety", "5 monet", "12 monet", "22 monety",
           "100 monet"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_take_the_form_of_the_language(lang):
    fill = plain_filler(lang).fill
    assert [fill(COINS[lang], {"n": n}) for n in (0, 1, 2, 3, 5, 12, 22, 100)] == COUNTED[lang]


@pytest.mark.parametrize(("lang", "two", "three"), [
    ("en", "a and b", "a, b, and c"), ("fr", "a et b", "a, b et c"),
    ("it", "a e b", "a, b e c"), ("pl", "a i\u00a0b", "a, b i\u00a0c"),
])
def test_lists_in_the_manner_of_the_language(lang, two, three):
    assert speech.listed(lang, ["a"]) == "a"
    assert speech.listed(lang, ["a", "b"]) == two
    assert speech.listed(lang, ["a", "b", "c"]) == three


# Gender, elision, articles, cases; the same word as it stands after different verbs.
HARD = [
    ("yamatai", "buy", "wood", "acheter un bateau marron (bois)",
     "compra una nave di legno", "kup łódź z drewnem"),
    ("yamatai", "buy", "clay", "acheter un bateau rouge (argile)",
     "compra una nave di argilla", "kup łódź z gliną"),
    ("yamatai", "buy", "gold", "acheter un bateau jaune (or)",
     "compra una nave d’oro", "kup łódź ze złotem"),
    ("yamatai", "hetsuka.alms", "orange", "défausser un jeton Culture orange contre 4 pièces",
     "scarta un segnalino Cultura arancione, prendi 4 monete",
     "odrzuć pomarańczowy żeton kultury, weź 4 monety"),
    ("yamatai", "recruit", "izanagi", "recruter Izanagi", "assolda Izanagi",
     "zwerbuj specjalistę Izanagi"),
    ("namiji", "fish_once.fish_taken", "blue_bream", "prendre la dorade bleue",
     "prendi l’orata blu", "weź niebieską doradę"),
    ("namiji", "fish_once.fish_taken", "orange_mackerel", "prendre le maquereau orange",
     "prendi lo sgombro arancione", "weź pomarańczową makrelę"),
    ("namiji", "fish_once.fish_taken", "green_sardine", "prendre la sardine verte",
     "prendi la sardina verde", "weź zieloną sardynkę"),
    ("namiji", "sail", "whirlpool_1", "aller à la station Tourbillon 1",
     "fai rotta verso la stazione Gorgo 1", "płyń do wiru 1"),
    ("namiji", "set_trap.drawn", "crab", "piocher un crabe", "pesca un granchio",
     "wyciągnij kraba"),
]


def move_of(name: str, action: str, item: str, lang: str) -> str:
    program = game(name).program()
    group = next(g for g in program.groups if g.name == action)
    index = program.game.kinds[group.kind].items.index(item)
    return describe(program, group.base + index, lang).replace("\u00a0", " ")


@pytest.mark.parametrize(("name", "action", "item", "fr", "it", "pl"), HARD)
def test_names_take_the_form_that_a_sentence_needs(name, action, item, fr, it, pl):
    said = [move_of(name, action, item, lang) for lang in ("fr", "it", "pl")]
    assert said == [fr, it, pl]


@pytest.mark.parametrize(("name", "move", "lang", "said"), [
    ("yamatai", "f03.foresee.arrange", "en", "put a building tile back"),
    ("yamatai", "f03.foresee.arrange", "fr", "remettre une tuile Bâtiment"),
    ("namiji", "visit_rock.rock_kept", "it", "tieni una carta Roccia sacra"),
    ("namiji", "visit_rock.rock_kept", "pl", "zatrzymaj kartę świętej skały"),
    # Without words of their own, the kind stands where the element would.
    ("namiji", "cast_net.net_taken", "en", "take the net"),
])
def test_what_is_not_known_is_told_by_its_kind(name, move, lang, said):
    program = game(name).program(2)
    group = next(one for one in program.groups if one.name == move)
    assert unknown_words(program.game, group, lang) == said
    assert "<" in general_words(program.game, group, lang)


@pytest.mark.parametrize(("template", "said"), [
    (None, "bid n"),
    ("bid {n} for it", "bid … for it"),
    # A plural cannot be formed, and no number may be told that it is not.
    ("bid {n, plural, one {# coin} other {# coins}}", "bid n"),
])
def test_a_number_that_is_not_known_is_left_out(template, said):
    group = SimpleNamespace(name="bid.n", kind="int")
    texts = {} if template is None else {"move.bid.n": template}
    model = SimpleNamespace(texts={"en": texts}, fallbacks={}, published=Published())
    assert unknown_words(model, group) == said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["yamatai", "namiji"])
def test_every_move_is_said_in_every_language(name, lang):
    program = game(name).program()
    english = []
    for group in program.groups:
        for index in range(group.size):
            said = describe(program, group.base + index, lang)
            assert said.strip()
            assert not set("{}_~@") & set(said), said
            if lang != "en" and said == describe(program, group.base + index, "en"):
                english.append(said)
    assert len(english) < 8, english


NEUTRAL = re.compile("neutr", re.IGNORECASE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_of_a_boat_that_belongs_to_nobody_say_so(lang):
    state = game("namiji").new(2, 3)
    sailed = set[bool]()
    while not state.over:
        asked, move, before = state.question, state.legal()[-1], state.read("boat_3.at")
        said = [state.describe(one, lang) for one in state.legal()]
        log = lines(state.program, state.tell(move), lang)[0].text
        if asked.actions == ("sail",):
            is_neutral = state.read("boat_3.at") != before
            sailed.add(is_neutral)
            told = [asked.words(lang), log, *said]
            assert {NEUTRAL.search(words) is not None for words in told} == {is_neutral}, told
    assert sailed == {True, False}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_can_be_another_one_with_some_numbers_of_players(lang):
    def names(players: int) -> list[str]:
        program = game("namiji").program(players)
        return [element(program.game, "boat", i, lang) for i in range(3)]

    assert [NEUTRAL.search(name) is not None for name in names(2)] == [False, False, True]
    assert not any(map(NEUTRAL.search, names(3)))
    assert element(game("namiji").model, "boat", 2, lang) == names(3)[2]


@pytest.mark.parametrize("key", [
    "boat.boat_3.for_6", "cell.a1.for_2", "step.steer.move.take", "step.nowhere.move.sail"])
def test_words_for_what_never_comes_are_told(key):
    assert key not in keys_of(game("namiji").model)


SPACED = re.compile(r"(?:\d|^) %(?! ?[\d(\w])|(?:\d|^) % of")


def test_english_sets_no_space_before_a_percent_sign():
    """What the program says in English stands in its code."""
    for path in sorted((ROOT / "interpreter" / "tilewright").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in (
                    node.value):
                assert not SPACED.search(node.value), (path.name, node.lineno)


@pytest.mark.parametrize(("lost", "said"), [
    (["step.trade"], "; 1 is missing: 'step.trade'"),
    (["step.trade", "step.place"], "; 2 are missing: 'step.trade' and 'step.place'"),
])
def test_missing_texts_are_counted(copy, lost, said):
    path = copy / "text" / "it.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(
        tuple(f"{key}:" for key in lost))), encoding="utf-8")
    told = [p.sentence for p in check_folder(copy, []) if p.code == "text-untranslated"]
    assert len(told) == 1
    assert "99% of the texts are there in 'it'" + said in told[0]


# -- sentences of tiles ---------------------------------------------------------------------------

@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["yamatai", "namiji"])
def test_every_tile_has_whole_sentences(name, lang):
    model = game(name).model
    for kind in model.kinds.values():
        for index, item in enumerate(kind.items if kind.tiles else ()):
            said = rules_text(model, kind.name, index, lang)
            abilities = model.published.abilities.get((kind.name, index), {})
            assert said or not abilities, item
            assert not set("{}_#") & set(said), said
            # In words of its own, one sentence may tell of several abilities.
            own = f"{kind.name}.{item}.says" in model.texts[lang]
            assert own or said.count(".") >= len(abilities), said
            assert "  " not in said


def test_the_pages_of_texts_are_fresh():
    pages = made_pages.of_texts()
    assert {p.name for p in (ROOT / "docs" / "texts").iterdir()} == {
        name.removeprefix("texts/") for name in pages}
    for name, page in pages.items():
        fresh = (ROOT / "docs" / name).read_text(encoding="utf-8") == page
        assert fresh, f"{name} is stale: tilewright reference --write docs"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "yamatai"
    shutil.copytree(ROOT / "content" / "yamatai", folder)
    return folder


def replace(path: Path, old: str, new: str) -> None:
    said = path.read_text(encoding="utf-8")
    assert old in said
    path.write_text(said.replace(old, new), encoding="utf-8")


def add_text(folder: Path, lang: str, lines: str) -> None:
    with (folder / "text" / f"{lang}.yaml").open("a", encoding="utf-8") as file:
        file.write(lines)


def words_of(folder: Path, item: str) -> dict[str, str]:
    loaded = stages.load(str(folder), [])
    assert loaded.game is not None, loaded.problems.sorted()
    kind = loaded.game.kinds["specialist"]
    return {lang: rules_text(loaded.game, "specialist", kind.items.index(item), lang)
            for lang in LANGUAGES}


def test_one_number_changes_the_sentence_in_each_language(copy):
    before = words_of(copy, "hetsuka")
    replace(copy / "tiles" / "specialists.yaml", "culture_for_coins: 4", "culture_for_coins: 5")
    after = words_of(copy, "hetsuka")
    assert all("4" in before[lang] and "5" in after[lang] for lang in LANGUAGES)
    assert "4 monety" in before["pl"].replace("\u00a0", " ")
    assert "5 monet." in after["pl"].replace("\u00a0", " ")


def mark_of(folder: Path, item: str) -> str:
    game = stages.load(str(folder), []).game
    assert game is not None
    return fingerprint(game, "specialist", game.kinds["specialist"].items.index(item))


def test_a_text_of_its_own_is_told_when_the_rule_changes(copy):
    mark = mark_of(copy, "hetsuka")
    for lang in LANGUAGES:
        add_text(copy, lang, f"specialist.hetsuka.says:\n  text: Hetsuka {lang}\n"
                             f"  rule: '{mark}'\n  was: Give a token for 4.\n")
    assert check_folder(copy, []) == []
    assert words_of(copy, "hetsuka") == {lang: f"Hetsuka {lang}" for lang in LANGUAGES}
    replace(copy / "tiles" / "specialists.yaml", "culture_for_coins: 4", "culture_for_coins: 5")
    problems = check_folder(copy, [])
    assert [p.code for p in problems] == ["text-stale"] * 4
    assert all("'Give a token for 4.'" in p.sentence for p in problems)
    assert ("now it says '2 points. Once per turn, you may discard a culture token and take "
            "5 coins.'") in problems[0].sentence
    assert "weź 5 monet" in problems[3].sentence.replace("\u00a0", " ")
    # What is stale is told, and play goes on.
    assert words_of(copy, "hetsuka")["pl"] == "Hetsuka pl"


# -- what stands in, and what is proofread ---------------------------------------------------------

def without_a_text(folder: Path, lang: str, key: str) -> model.Game:
    """The game of a folder in which a language lacks a text."""
    path = folder / "text" / f"{lang}.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(x for x in lines if not x.startswith(f"{key}:")), encoding="utf-8")
    game = stages.load(str(folder), []).game
    assert game is not None
    return game


def test_a_missing_text_falls_back_and_check_says_so(copy):
    game = without_a_text(copy, "it", "move.sell")
    assert text(game, "move.sell", "it") == text(game, "move.sell", "en")
    (problem,) = check_folder(copy, [])
    assert problem.code == "text-untranslated"
    assert "in 'it'; 1 is missing: 'move.sell'" in problem.sentence


def test_another_language_can_stand_in(copy):
    replace(copy / "pack.yaml", "texts: {", "stand_in: {it: [fr]}\ntexts: {")
    game = without_a_text(copy, "it", "move.sell")
    assert text(game, "move.sell", "it") == text(game, "move.sell", "fr")


def test_a_language_without_texts_cannot_stand_in(copy):
    replace(copy / "pack.yaml", "texts: {", "stand_in: {it: [de]}\ntexts: {")
    (problem,) = stages.load(str(copy), []).problems.sorted()
    assert problem.sentence.startswith("there are no texts in 'de'")


def test_the_made_up_language_shows_what_is_translated():
    said = say(game("yamatai").model, "cli.winners", "qps", {"winners": ["A"], "n": 1})
    assert said.startswith("[")
    assert "wîñs" in said
    assert "A" in said


@pytest.mark.many
@pytest.mark.parametrize(("lang", "words", "code"), [
    ("fr", "le prix: deux", "text-signs"), ("fr", "l'or", "text-signs"),
    ("fr", "va !", "text-signs"),
    ("fr", "«or»", "text-signs"), ("fr", "le prix\u00a0: l’or", ""),
    ("it", "l'oro", "text-signs"), ("it", "perche'", "text-signs"), ("it", "l’oro", ""),
    ("pl", "łódź z złotem", "text-signs"), ("pl", "łódź z\u00a0złotem", ""),
    ("pl", '"złoto"', "text-signs"), ("fr", "encore...", "text-signs"),
    ("fr", "encore\u00a0…", "text-signs"), ("it", "ancora …", "text-signs"),
    ("fr", "encore…", ""), ("fr", "de … à …, encore", "text-signs"), ("fr", "si … alors", ""),
    ("fr", "buy or sell a boat", "text-untranslated"),
    ("it", "compra o vendi una nave " * 5, "text-long"),
])
def test_texts_are_proofread(copy, lang, words, code):
    path = copy / "text" / f"{lang}.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    changed = [f"step.trade: {yaml.safe_dump(words, allow_unicode=True, width=999).splitlines()[0]}"
               if line.startswith("step.trade:") else line for line in lines]
    path.write_text("\n".join(changed) + "\n", encoding="utf-8")
    # As `check` does, but for the rules, which are the same each time.
    loaded = stages.load_folders(copy, [])
    loaded.problems.take(text_problems(loaded))
    assert [p.code for p in loaded.problems.sorted()] == ([code] if code else [])


# -- languages in play ----------------------------------------------------------------------------

def test_the_language_can_change_in_the_middle_of_a_game():
    said = "lang xx\nlang pl\nlook\nquit\n"
    done = run_here("play", "tictactoe", "--seats", "human,human", stdin=said)
    assert "there are no texts in “xx”" in done.stdout
    assert "gra toczy się dalej" in done.stdout.casefold().replace("\u00a0", " ")


def test_a_record_is_told_in_any_language():
    record = ROOT / "tests/playthroughs/yamatai/2-players-last_building.jsonl"
    told = {lang: run_here("replay", str(record), "--lang", lang).stdout.splitlines()[0]
            for lang in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES), told


# -- odd texts ------------------------------------------------------------------------------------

def test_a_tile_that_a_variant_removes_may_have_a_text_of_its_own(copy, tmp_path):
    add_text(copy, "en", "specialist.yasoma.says: {text: Yasoma., rule: x}\n")
    folder = tmp_path / "fewer"
    folder.mkdir()
    (folder / "variant.yaml").write_text(
        "language: 1\nid: fewer\nversion: 1.0.0\nvariant_of: yamatai\noverlays: [changes.yaml]\n")
    (folder / "changes.yaml").write_text("remove: [tiles/specialist/yasoma]\n")
    assert "text-stale" not in {p.code for p in check_folder(copy, [folder])}


def test_something_may_be_called_says(copy):
    replace(copy / "game.yaml", "  coins: me.coins //", "  says: me.coins //")
    for lang in LANGUAGES:
        replace(copy / "text" / f"{lang}.yaml", "score.coins:", "score.says:")
        replace(copy / "text" / f"{lang}.yaml", "score.coins.about:", "score.says.about:")
    for lang in LANGUAGES[1:]:
        (copy / "text" / f"{lang}.marks.yaml").unlink()
    assert check_folder(copy, []) == []


def test_words_that_tiles_use_need_texts(copy):
    replace(copy / "text" / "en.yaml", "verb.culture_for_coins:", "# verb.culture_for_coins:")
    said = [p.sentence for p in check_folder(copy, []) if p.code == "text-missing"]
    assert any("tiles use 'verb.culture_for_coins', which has no text" in s for s in said)
    assert words_of(copy, "hetsuka")["en"] == "2 points."


@pytest.mark.parametrize("lang", ["x" * 300, "../en", "de", "EN"])
def test_a_language_without_texts_is_refused_by_name(lang):
    for command in (["text", "yamatai"], ["play", "yamatai", "--seed", "1"]):
        done = run_here(*command, "--lang", lang)
        assert done.returncode == 2
        assert "has no texts in" in done.stderr
