"""The page of a game for people who write tiles: whole, true, fresh, and its examples work."""

from __future__ import annotations

import json
import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import made_pages
import tilewright
from bad_packs import Dumper, from_yaml
from tilewright import catalogue, stages
from tilewright.cli import reference as command
from tilewright.cli.check import check_folder
from tilewright.cli.reference import print_reference, tile_page
from tilewright.handbook import handbook
from tilewright.handbook.examples import Example, examples, tile_file
from tilewright.handbook.rules import rules_page
from tilewright.handbook.words import Facts
from tilewright.linking.tiles import KINDS
from tilewright.problems import ContentError, UsageError
from tilewright.text import filler
from tilewright.wording.filling import noted_holes

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs" / "tiles"
GAMES = ("yamatai", "namiji")
SECTIONS = ("queries", "verbs", "events", "conditions", "amounts")
LANGS = ("en", "fr", "it", "pl")


def page(game: str) -> str:
    return made_pages.of_tiles()[f"tiles/{game}.md"]


def facts_of(folder: Path) -> Facts:
    loaded = stages.load_folders(folder, [])
    assert loaded.game is not None, [str(p.place) + p.sentence for p in loaded.problems.sorted()]
    assert loaded.layers is not None
    langs = sorted(loaded.game.texts, key=lambda lang: lang != "en")
    return Facts(loaded.game, loaded.layers.content, langs)


@cache
def shipped_facts(game: str) -> Facts:
    return facts_of(ROOT / "content" / game)


# -- complete and true --------------------------------------------------------------------------


@cache
def published(game: str) -> dict[str, dict[str, Any]]:
    """What the vocabulary of a game says, read without the program."""
    text = (ROOT / "content" / game / "vocabulary.yaml").read_text(encoding="utf-8")
    found = from_yaml(text)["vocabulary"]
    return {section: found.get(section, {}) for section in SECTIONS}


def mentioned(raw: Any) -> set[str]:
    """All words anywhere in an ability."""
    if isinstance(raw, dict):
        return {str(k) for k in raw} | {w for value in raw.values() for w in mentioned(value)}
    if isinstance(raw, list):
        return {w for value in raw for w in mentioned(value)}
    return {str(raw)}


@cache
def mentions(game: str) -> dict[str, set[str]]:
    """The tiles that mention each word, found in the files of tiles."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "content" / game / "tiles").glob("*.yaml")):
        for tile, row in from_yaml(path.read_text(encoding="utf-8"))["tiles"].items():
            for raw in row.get("abilities", {}).values():
                for word in mentioned(raw):
                    found.setdefault(word, set()).add(tile)
    return found


WORDS = [(game, section, word) for game in GAMES for section in SECTIONS
         for word in published(game)[section]]


def entry(text: str, section: str, word: str) -> str:
    """The lines of the page about one word."""
    heading = {"queries": "What can be changed", "verbs": "What can happen",
               "events": "What can be answered", "conditions": "Conditions",
               "amounts": "Amounts"}[section]
    chapter = re.split(r"^## ", text, flags=re.MULTILINE)
    (chapter_text,) = [c for c in chapter if c.startswith(heading)]
    (found,) = [e for e in re.split(r"^### ", chapter_text, flags=re.MULTILINE)
                if e.startswith(f"{word}\n")]
    return found


def test_there_are_words_of_each_sort() -> None:
    assert {(g, s) for g, s, _ in WORDS} >= {("yamatai", s) for s in SECTIONS[:4]} | {
        ("namiji", s) for s in ("queries", "verbs", "conditions", "amounts")}


@pytest.mark.parametrize(("game", "section", "word"), WORDS)
def test_a_word_is_told_with_exactly_its_users(game: str, section: str, word: str) -> None:
    told = re.findall(r"^  - .*?\(`(\w+)`\), ", entry(page(game), section, word), re.MULTILINE)
    assert set(told) == mentions(game).get(word, set())


@pytest.mark.parametrize(("game", "section", "word"), WORDS)
def test_a_word_is_told_with_its_place(game: str, section: str, word: str) -> None:
    (file, line) = re.findall(r"^- Defined in `(.+):(\d+)`\.$", entry(page(game), section, word),
                              re.MULTILINE)[0]
    lines = (ROOT / "content" / game / file).read_text(encoding="utf-8").splitlines()
    assert lines[int(line) - 1].lstrip().startswith(f"{word}:")


@pytest.mark.parametrize(("game", "word"), [(g, w) for g, s, w in WORDS if s == "queries"])
def test_a_query_is_told_with_its_default(game: str, word: str) -> None:
    base = published(game)["queries"][word]["base"]
    said = re.findall(r"normally `(.*)`\.$", entry(page(game), "queries", word), re.MULTILINE)
    assert [from_yaml(text) for text in said] == [base]


@pytest.mark.parametrize(("game", "section", "word"), WORDS)
def test_a_word_is_told_with_what_it_needs(game: str, section: str, word: str) -> None:
    raw = published(game)[section][word]
    told = entry(page(game), section, word)
    if isinstance(raw, dict) and section in ("queries", "verbs"):
        for name in raw.get("args", {}):
            assert re.search(rf"^- (Needs|Asked for) `{name}`, ", told, re.MULTILINE)
        assert ("- Costs " in told) == ("pay" in raw)
    for name in raw.get("gives", {}) if section == "events" else ():
        assert f"- Tells `{name}`, " in told


@pytest.mark.parametrize("game", GAMES)
def test_attributes_of_families_are_told(game: str) -> None:
    for kind in shipped_facts(game).families:
        (row,) = [line for line in page(game).splitlines() if line.startswith(f"| `{kind.name}` |")]
        assert all(f"`{name}`: " in row for name in kind.attributes)


# Where abilities work, read from the rules by hand.
WORKS = {
    "yamatai": {"fleet": (True, "me.fleet", False), "building": (False, "", False),
                "specialist": (False, "me.specialists", False), "token": (False, "", False)},
    "namiji": {"pier_card": (False, "me.cards", False), "rock_card": (False, "", True),
               "net": (False, "", False)},
}


@pytest.mark.parametrize("game", GAMES)
def test_it_is_told_where_abilities_work(game: str) -> None:
    rows = [line.strip("| ").split(" | ") for line in page(game).splitlines()
            if re.match(r"\| `\w+` \|.*where", line)]
    found = {row[0].strip("`"): row[-3:] for row in rows}
    assert {family: (gain != "nowhere", play.removeprefix("in ").strip("`").replace("nowhere", ""),
                     score != "nowhere")
            for family, (gain, play, score) in found.items()} == WORKS[game]


@pytest.mark.parametrize(("game", "said"), [
    ("yamatai", "| `trade` | `buy`, `sell` | yes | buy or sell a boat |"),
    ("yamatai", "- Beside `pick_fleet` no powers are offered."),
    ("yamatai", "- Happens with the action `recruit`, so a `toll` can be put on it."),
    ("yamatai", "- After an event it can be given `hired`, which `recruits` tells."),
    ("yamatai", "- Fits: event `builds`."),
    ("yamatai", "the lowest counts."),
    ("yamatai", "Only one tile may give it a new value with `to`. `amateratsu` does so already."),
    ("yamatai", "- Matters in action `build`, function `asks_rent`, function `tolls`."),
    ("namiji", "- Powers are offered beside `sail` too."),
    ("namiji", "- Fits: everywhere."),
    ("namiji", "    - for_each: {tile: actor.cards}\n"),
    ("yamatai", "  scoring/specialist_points: sum(tile_points(t) for t in me.specialists)\n"),
    ("namiji", "Take care: `sail` must be done in its step, so the game stops"),
    ("namiji", "`offerings` (offerings / offrandes / offerte / dary)"),
])
def test_facts_of_the_games_are_told(game: str, said: str) -> None:
    assert said in page(game)


# -- languages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_each_text_of_a_word_is_told_in_each_language(game: str) -> None:
    """Each piece stands there once, as often as there are languages, and filled in."""
    keys = set()
    for found in re.finditer(r"^- `([\w.]+)`:\n((?:  - \w+: .*\n)+)", page(game), re.MULTILINE):
        keys.add(found.group(1))
        said = dict(line.strip("- ").split(": ", 1) for line in found.group(2).splitlines())
        assert tuple(said) == LANGS
        for words in said.values():
            assert re.fullmatch(r'"[^{}#]+"', words), words
    pieces = ("verb", "change", "event", "condition", "amount", "goal", "window", "toll")
    texts = from_yaml((ROOT / "content" / game / "text" / "en.yaml").read_text("utf-8"))
    # What is asked with a verb, and words for values turned round, are told with their pieces.
    more = re.compile(r"\.(move|ask|pass)(\.|$)|\.(less|false)$|^event\.\w+\.\w+\.")
    assert keys == {key for key in texts
                    if key.partition(".")[0] in pieces and not more.search(key)}


@pytest.mark.parametrize("lang", LANGS)
def test_one_language_can_be_asked_for(lang: str) -> None:
    text = tile_page("namiji", lang)
    told = set(re.findall(r"^  - (\w\w): ", text, re.MULTILINE))
    assert told == {lang}
    assert f"| step | actions | powers | {lang} |" in text


def test_a_text_that_is_missing_is_marked(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(ROOT / "content" / "yamatai", folder)
    polish = folder / "text" / "pl.yaml"
    lines = polish.read_text(encoding="utf-8").splitlines()
    left = [line for line in lines if not line.startswith("verb.move_boat:")]
    assert len(left) == len(lines) - 1
    polish.write_text("\n".join(left) + "\n", encoding="utf-8")
    assert "  - pl: missing\n" in entry(tile_page(str(folder)), "verbs", "move_boat")
    assert "missing\n" not in page("yamatai")


# -- examples -----------------------------------------------------------------------------------


def as_variant(facts: Facts, example: Example, folder: Path) -> Path:
    """A variant with an example and all that the page tells it needs."""
    files = {"tiles": {"tiles.yaml": tile_file(facts, example)},
             "rules": {"rules.yaml": example.rules}, "overlays": {"changes.yaml": example.changes}}
    there = {key: {n: t for n, t in named.items() if t} for key, named in files.items()}
    manifest: dict[str, Any] = {
        "language": 1, "id": "example", "version": "1.0.0", "variant_of": facts.game.id,
        **{key: list(named) for key, named in there.items() if named}}
    texts = {f"{lang}.yaml": "".join(f"{key}: {json.dumps(words_in(lang, said))}\n"
                                     for key, said in example.texts.items())
             for lang in facts.game.texts if example.texts}
    if texts:
        manifest["texts"] = {name.removesuffix(".yaml"): name for name in texts}
    folder.mkdir()
    (folder / "variant.yaml").write_text(yaml.dump(manifest, Dumper=Dumper), encoding="utf-8")
    for named in (*there.values(), texts):
        for name, text in named.items():
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def words_in(lang: str, said: str) -> str:
    """The suggested words; in another language a stand-in with the same holes."""
    return said if lang == "en" else " ".join([lang, *re.findall(r"\{\w+\}", said)])


def trial(facts: Facts, kind: str, game: Path, folder: Path) -> Example:
    """The example of a kind, after it was checked on its game."""
    (example,) = [e for e in examples(facts) if e.kind == kind]
    assert not example.why_not
    variant = as_variant(facts, example, folder / "variant")
    assert [f"{p.place} {p.sentence}" for p in check_folder(game, [variant])] == []
    return example


@pytest.mark.many
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_each_kind_works(game: str, kind: str, tmp_path: Path) -> None:
    facts = shipped_facts(game)
    example = trial(facts, kind, ROOT / "content" / game, tmp_path)
    assert kind in example.ability
    for text in (tile_file(facts, example), example.rules, example.changes):
        assert text in page(game)
    for key, said in example.texts.items():
        assert f"{key}: {json.dumps(said)}\n" in page(game)


@pytest.mark.many
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_the_example_can_be_played(game: str, kind: str, tmp_path: Path) -> None:
    facts = shipped_facts(game)
    trial(facts, kind, ROOT / "content" / game, tmp_path)
    state = tilewright.load(game, variants=[str(tmp_path / "variant")]).new(players=2, seed=1)
    chance = random.Random(1)
    while not state.over:
        state.apply(chance.choice(state.legal()))
    assert state.winners()


# A game without texts. Its tile uses each word that has to be used, and no more.
FULL = """\
players: {min: 2, max: 2}
families: {card: {}}
state:
  game: {deck: {zone: card, start: all}}
  player: {moves: int, coins: int, cards: {zone: card, in_play: true}}
flow:
  round:
    each: players
    turn:
      - must: [earn]
      - may: [buy]
actions:
  earn:
    do:
      - gain: {me.coins: wage(), me.moves: 1}
      - gain: {me.coins: 1}
        when: me.moves > 1000
  buy:
    pay: {me.coins: 2}
    do:
      - draw: 1
        from: deck
        to: me.cards
vocabulary:
  queries: {wage: {type: int, base: 1}}
  events: {earns: {action: earn}}
  verbs: {rest: {args: {times: int}, do: [{gain: {me.moves: times}}]}}
  amounts: {coins_owned: me.coins}
ends:
  rich: {when: any(p.coins >= 5 for p in players)}
scoring:
  coins: me.coins + sum(tile_points(t) for t in me.cards)
"""
TILES = """\
family: card
tiles:
  mill: {abilities: {rests: {power: {rest: 3}}, wealth: {score: 1, per: coins_owned}}}
"""
OF_FULL = {
    "gain": {"gain": [{"rest": {"times": 1}}]},
    "power": {"power": {"rest": 3}},
    "change": {"change": "wage", "add": 1},
    "when": {"when": {"opponent": "earns"}, "do": [{"rest": {"times": 1}}]},
    "toll": {"toll": {"coins": 1}, "whenever": {"opponent": "earns"}},
    "score": {"score": 1, "per": "coins_owned"},
    "goal": {"goal": {"at_least": 3, "of": "coins_owned"}, "points": 2},
}
# The same game whose tiles can do nothing yet, and what an example needs there.
NO_TILES = "family: card\ntiles: {mill: {}}\n"
OF_BARE = {
    "change": ("add:\n  state/player/cards/in_play: true\n", ""),
    "toll": ("add:\n  state/player/cards/in_play: true\n",
             "vocabulary:\n  events:\n    buys: {action: buy}\n"),
    "score": ("add:\n  scoring/card_points: sum(tile_points(t) for t in me.cards)\n", ""),
    "goal": ("add:\n  scoring/card_points: sum(tile_points(t) for t in me.cards)\n",
             "vocabulary:\n  amounts:\n    coins_owned: me.coins\n"),
}


def small(folder: Path, tiles: str = TILES, game: str = FULL) -> Path:
    manifest = "{language: 1, id: small, version: 1.0.0, rules: [game.yaml], tiles: [tiles.yaml]}\n"
    return catalogue.write({"pack.yaml": manifest, "tiles.yaml": tiles, "game.yaml": game},
                           folder / "small")


def bare(folder: Path) -> Path:
    game = FULL.replace(", in_play: true", "").replace(
        " + sum(tile_points(t) for t in me.cards)", "")
    for line in ("verbs", "amounts", "events"):
        game = re.sub(rf"^  {line}: .*\n", "", game, flags=re.MULTILINE)
    return small(folder, NO_TILES, game)


@pytest.mark.parametrize("kind", KINDS)
def test_an_example_is_made_of_words_where_no_tile_has_one(kind: str, tmp_path: Path) -> None:
    game = small(tmp_path)
    example = trial(facts_of(game), kind, game, tmp_path)
    assert (example.ability, example.texts) == (OF_FULL[kind], {})


@pytest.mark.parametrize("kind", OF_BARE)
def test_an_example_brings_what_its_game_has_not(kind: str, tmp_path: Path) -> None:
    game = bare(tmp_path)
    example = trial(facts_of(game), kind, game, tmp_path)
    assert (example.changes, example.rules) == OF_BARE[kind]


def test_a_kind_that_needs_a_verb_says_so(tmp_path: Path) -> None:
    text = tile_page(str(bare(tmp_path)))
    told = dict(re.findall(r"^### (\w+)\n\n.*\n\nNot in this game as it is: (.*)$", text,
                           re.MULTILINE))
    assert {kind: "no verb" in why for kind, why in told.items()} == {
        "gain": True, "power": True, "when": True}


def test_tiles_that_nobody_holds_have_no_example(tmp_path: Path) -> None:
    game = re.sub(r", cards: .*\}\}$", "}", FULL, flags=re.MULTILINE).replace(
        "to: me.cards", "to: deck").replace(" + sum(tile_points(t) for t in me.cards)", "")
    for line in ("verbs", "amounts"):
        game = re.sub(rf"^  {line}: .*\n", "", game, flags=re.MULTILINE)
    made = examples(facts_of(small(tmp_path, NO_TILES, game)))
    assert [e.why_not for e in made] == [
        "No player holds tiles here, so rules for that are needed first."] * len(KINDS)


def test_a_verb_that_costs_something_is_only_a_power(tmp_path: Path) -> None:
    verbs = "  verbs:\n    atone: {pay: {me.coins: 1}, do: [{gain: {me.moves: 1}}]}\n"
    verbs += "    rest: {do: [{gain: {me.moves: 1}}]}\n"
    tiles = "family: card\ntiles: {mill: {abilities: {a: {power: atone}, b: {power: rest}}}}\n"
    game = re.sub(r"^  verbs: .*\n", verbs, FULL, flags=re.MULTILINE)
    game = re.sub(r"^  amounts: .*\n", "", game, flags=re.MULTILINE)
    facts = facts_of(small(tmp_path, tiles, game))
    made = {e.kind: e.ability for e in examples(facts)}
    assert (made["gain"], made["power"]) == ({"gain": ["rest"]}, {"power": "atone"})
    assert "- Costs `1` of `me.coins`, so it can only be a power.\n" in entry(
        handbook(facts.game, facts.content), "verbs", "atone")


@pytest.mark.parametrize(("step", "said"), [
    ("must: [earn]", " It must be done in its step: when somebody cannot pay, the game stops."),
    ("may: [earn]", ""),
])
def test_an_event_that_must_happen_is_marked(step: str, said: str, tmp_path: Path) -> None:
    text = tile_page(str(small(tmp_path, game=FULL.replace("must: [earn]", step))))
    assert f"so a `toll` can be put on it.{said}\n" in entry(text, "events", "earns")


# -- variants -----------------------------------------------------------------------------------


def test_the_page_shows_what_a_variant_changes(tmp_path: Path) -> None:
    game = small(tmp_path)
    variant = catalogue.write({
        "variant.yaml": "language: 1\nid: richer\nversion: 1.0.0\nvariant_of: small\n"
                        "rules: [rules.yaml]\ntiles: [tiles.yaml]\noverlays: [changes.yaml]\n",
        "rules.yaml": "vocabulary:\n  verbs:\n    rob: {do: [{gain: {me.coins: 2}}]}\n",
        "tiles.yaml": "family: card\ntiles:\n  thief: {abilities: {robs: {power: rob}}}\n",
        "changes.yaml": "set: {queries/wage/base: 4}\n"}, tmp_path / "richer")
    text = tile_page(str(game), None, [str(variant)])
    assert "- Is a number; normally `4`.\n" in entry(text, "queries", "wage")
    assert "- thief (`thief`), card: `{power: rob}`\n" in entry(text, "verbs", "rob")
    assert "rules.yaml:3`" in entry(text, "verbs", "rob")


# -- the command and the pages ------------------------------------------------------------------


def test_the_pages_are_fresh() -> None:
    pages = made_pages.of_tiles()
    assert {f"tiles/{p.name}" for p in DOCS.iterdir()} == set(pages) == {
        f"tiles/{game}.md" for game in GAMES}
    for name, text in pages.items():
        fresh = (ROOT / "docs" / name).read_text(encoding="utf-8") == text
        assert fresh, f"docs/{name} is stale: tilewright reference --write docs"


def test_the_pages_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                               monkeypatch: pytest.MonkeyPatch) -> None:
    made_pages.given_to_the_command(monkeypatch)
    print_reference(None, tmp_path)
    assert "tiles" in capsys.readouterr().out
    for name, text in made_pages.of_tiles().items():
        assert (tmp_path / name).read_text(encoding="utf-8") == text


def test_links_of_a_page_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#([\w-]+))?\)", page("yamatai"))
    assert links
    for file, heading in links:
        target = (DOCS / file).resolve()
        headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        assert not heading or heading in {h.lower().replace(" ", "-") for h in headings}


@pytest.mark.parametrize("game", ["tictactoe", "connect_four"])
def test_a_game_without_tiles_says_so(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_reference(game, None)
    assert f"`{game}` has no families of tiles" in capsys.readouterr().out


def test_a_game_is_printed_by_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]
                                         ) -> None:
    print_reference(str(small(tmp_path)), None)
    assert capsys.readouterr().out.startswith("# small: what can a tile change?\n")


def test_a_game_with_the_name_of_a_word_is_told(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    small(tmp_path).rename(tmp_path / "gain")
    monkeypatch.chdir(tmp_path)
    print_reference("gain", None)
    said = capsys.readouterr().out
    assert said.startswith("gain  (effect)\n")
    assert "'gain' is a game too" in said
    print_reference("gain", None, "en")
    assert capsys.readouterr().out.startswith("# small: ")


@pytest.mark.parametrize(("word", "lang", "variants", "said"), [
    ("yamatay", None, (), "no game 'yamatay'; did you mean 'yamatai'"),
    ("./nowhere", None, (), "no game './nowhere'"),
    ("gian", None, (), "no word and no problem 'gian'"),
    ("namiji", "xx", (), "no texts in 'xx'"),
    ("gain", "en", (), "no game 'gain'"),
    (None, "en", (), "name a game too"),
    (None, None, ("wide_board",), "name a game too"),
])
def test_what_cannot_be_printed_is_said(word: str | None, lang: str | None,
                                        variants: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        print_reference(word, None, lang, variants)


def test_a_game_with_problems_tells_them(tmp_path: Path) -> None:
    broken = small(tmp_path, game=FULL.replace("me.coins: wage()", "me.coins: wages()"))
    with pytest.raises(ContentError, match="wages"):
        print_reference(str(broken), None)


# -- nothing where something belongs --------------------------------------------------------------

def test_no_shipped_page_has_an_empty_hole() -> None:
    with noted_holes() as found:
        for name in GAMES:
            tile_page(name)
            for lang in LANGS:
                rules_page(tilewright.load(name).model, lang)
    assert not found


def hollow(folder: Path) -> list[tuple[str, str]]:
    return [(Path(p.place.file).name, p.message) for p in check_folder(folder, [])
            if p.code == "hole-empty"]


def test_a_text_that_is_filled_in_with_nothing_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "yamatai"
    shutil.copytree(ROOT / "content" / "yamatai", folder)
    texts = folder / "text" / "en.yaml"
    said = texts.read_text(encoding="utf-8")
    # Not every building has a figure.
    texts.write_text(re.sub("^family.building: .*$", 'family.building: "shows {figure}, {cost}, '
                            '{worth}, {post}"', said, flags=re.MULTILINE), encoding="utf-8")
    found = hollow(folder)
    assert found
    assert {name for name, _ in found} == {"en.yaml"}
    assert all("'shows ," in message for _, message in found)


def test_a_number_that_the_program_leaves_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.handbook.words.facts", lambda *_: {})
    for game in GAMES:
        assert {name for name, _ in hollow(ROOT / "content" / game)} == {
            f"{lang}.yaml" for lang in LANGS}


def test_pages_with_empty_holes_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                ) -> None:
    made_pages.given_to_the_command(monkeypatch)
    english = filler(None, "en")
    monkeypatch.setattr(command, "tile_pages", lambda: {"a.md": english.fill("at {where}", {})})
    with pytest.raises(UsageError, match="'at' in 'en' is filled in with nothing"):
        print_reference(None, tmp_path)
    assert not list(tmp_path.iterdir())
