"""The rules page of a game: all that the data has stands on it, in order, and follows the data."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

import made_pages
from command_line import run_here
from packs.tables import CLASSICS, SHIPPED, VARIANTS, shipped_game
from packs.tables import game as table_game
from positions import read
from tilewright import stages
from tilewright.handbook import rules
from tilewright.handbook.rules import rules_page
from tilewright.handbook.rules_course import steps_of
from tilewright.handbook.rules_words import Words, capital
from tilewright.linking.lacking import lacking
from tilewright.linking.tables import rows_of
from tilewright.model import PLAYER
from tilewright.playing.game import load
from tilewright.text import element

if TYPE_CHECKING:
    from pathlib import Path

LANGS = ("en", "fr", "it", "pl")
# Words of the files that no reader of a page should meet.
ID = re.compile(r"\b[a-z]+(_[a-z0-9]+)+\b")
HEAD = re.compile(r"^#+ (.+)$", re.MULTILINE)


@cache
def page(name: str, lang: str) -> str:
    return "\n".join(rules_page(shipped_game(name).model, lang))


# -- shipped games --------------------------------------------------------------------------------

@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SHIPPED)
def test_all_that_a_game_has_stands_on_its_page(name: str, lang: str) -> None:
    model, said = shipped_game(name).model, page(name, lang)
    words = Words(model, lang)
    assert model.flow is not None
    keys = [f"{sort}.{one}" for sort, table in (
        ("end", model.reasons), ("score", model.scoring), ("option", model.options))
        for one in table]
    keys += [key for key in model.texts[lang] if key.endswith(".about") and "." in key]
    keys += [f"table.{query}" for query in (*model.queries, *model.functions)
             if f"table.{query}" in model.texts[lang]]
    missing = [key for key in keys if capital(words.name(key)).rstrip(".") not in said]
    assert missing == []
    names = [element(model, kind.name, index, lang) for kind in model.kinds.values() if kind.tiles
             for index, item in enumerate(kind.items) if f"{kind.name}.{item}" in model.texts[lang]]
    names += [words.action(action.name) if len(menu.actions) > 1 else
              words.step(menu.step, menu.actions)
              for menu in (step.menu for step in steps_of(model, model.flow.turn, set()))
              for action in map(model.actions.__getitem__, menu.actions)]
    assert [one for one in names if f"**{capital(one)}**" not in said] == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", [*SHIPPED, *CLASSICS])
def test_no_id_and_no_hole_is_left(name: str, lang: str) -> None:
    said = page(name, lang)
    assert [found.group() for found in ID.finditer(said)] == []
    assert not set("{}") & set(said)
    assert not re.search(r"rules\.|frame\.|\.about|\(\)|: ?\.(\s|$)|\*\*\*|  \S*\*\*$", said)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", [*SHIPPED, *CLASSICS])
def test_every_part_has_something_to_say_and_stands_alone(name: str, lang: str) -> None:
    said = page(name, lang)
    heads = HEAD.findall(said)
    assert len(heads) == len(set(heads)) >= 4
    assert "\n\n\n" not in said
    assert not re.search(r"^## .+\n\n##? ", said, re.MULTILINE)
    assert all(line in ("", line.rstrip()) for line in said.splitlines())


@pytest.mark.parametrize("name", SHIPPED)
def test_steps_come_in_the_order_of_the_turn(name: str) -> None:
    model, said = shipped_game(name).model, page(name, "en")
    words = Words(model, "en")
    assert model.flow is not None
    steps = [f"**{capital(words.step(step.menu.step, step.menu.actions))}** ("
             for step in steps_of(model, model.flow.turn, set())]
    places = [said.index(step) for step in steps]
    assert places == sorted(places)


@pytest.mark.parametrize("lang", LANGS[1:])
@pytest.mark.parametrize("name", SHIPPED)
def test_pages_in_other_languages_have_the_same_parts(name: str, lang: str) -> None:
    assert shape(name, lang) == shape(name, "en")


def shape(name: str, lang: str) -> list[str]:
    """How each line begins: a heading, an item of a list, a row of a table."""
    begins = (re.match(r" *(#+|-|\||\d+\.) ", line) for line in page(name, lang).splitlines())
    return [begin.group() if begin else "" for begin in begins]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_page_of_the_documentation_begins_with_the_rules(name: str) -> None:
    for lang in LANGS:
        whole = made_pages.of_texts()[f"texts/{name}.{lang}.md"]
        assert whole.startswith(page(name, lang))
        last = whole.removeprefix(page(name, lang))
        assert "### move" in last
        assert "`step." in last


@pytest.mark.parametrize(("name", "line"), [
    ("namiji", "- **Boat** (3–5)"), ("chess", "- **Square** (8 × 8)"),
    ("connect_four", "- **Column** (A, B, C, D, E, F, and G)"),
    ("yamatai", "\n| wood | 2 | 2 |\n"),
    ("liars_dice", "- **Call the last bid a lie**: "),
])
def test_what_there_is_and_can_be_done_is_named_as_players_do(name: str, line: str) -> None:
    assert line in page(name, "en")


def test_lines_of_a_board_are_no_things() -> None:
    assert "**Line**" not in page("tictactoe", "en")
    assert f"**{capital(Words(shipped_game('namiji').model, 'en').name('kind.pair'))}**" not in (
        page("namiji", "en"))


# -- what rules of some games need -------------------------------------------------------------

@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", [*SHIPPED, *VARIANTS])
def test_what_players_begin_with_stands_on_the_page_for_each_number_of_players(
        name: str, lang: str) -> None:
    played = table_game(name)
    model = played.model
    words = Words(model, lang)
    heads = [f"## {capital(words.own(key))}\n" for key in ("setup", "round")]
    said = "\n".join(rules_page(model, lang))
    setup = said[said.index(heads[0]):said.index(heads[1])]
    for players in range(model.least, model.most + 1):
        state = played.new(players, 1)
        fields = [field for owner, field in model.fields
                  if owner == PLAYER and words.is_called(f"field.{owner}.{field}")]
        numbers = [n for n in (read(state, f"p1.{field}") for field in fields)
                   if type(n) is int and n > 0]
        assert [n for n in numbers if not re.search(rf"\b{n}\b", setup)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_colors_that_stay_in_the_box_are_named(lang: str) -> None:
    """Of some colors there are too few pieces, so fewer players may not choose them."""
    model = shipped_game("yamatai").model
    said = Words(model, lang).about(f"kind.{PLAYER}").casefold()
    sentences = re.split(r"[.;,] ", said)
    for unused in (1, 2):
        left = [element(model, PLAYER, model.most - 1 - n, lang)[:4].casefold()
                for n in range(unused)]
        assert any(all(name in one for name in left) for one in [said, *sentences])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["namiji", "northern_route", "duet"])
def test_the_parts_of_a_route_are_counted(name: str, lang: str) -> None:
    model = table_game(name).model
    place, station = model.kinds["place"], model.kinds["station"]
    sorts, stops, sections = (place.attributes[key].values for key in ("sort", "stop", "section"))
    pier = station.items.index("pier")
    piers = {stop for stop, sort in zip(stops, sorts, strict=True) if sort == pier}
    said = Words(model, lang).about("kind.place")
    assert {str(len(piers)), str(len({*sections} - {0}))} <= {*re.findall(r"\d+", said)}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_number_that_a_variant_lets_a_table_choose_is_a_part_of_its_rules(name: str) -> None:
    """Not of the settings alone, which nobody reads as rules."""
    model = table_game(name).model
    base = shipped_game(model.id).model
    own = [option.name for option in model.options.values()
           if option.name not in base.options and option.type.tag == "int"]
    for lang in LANGS:
        said = " ".join(map(str, model.texts[lang].values()))
        assert [option for option in own if f"{{{option}" not in said] == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_that_words_the_setup_again_leaves_nothing_out(name: str, lang: str) -> None:
    """All that its game says of it, but for the one thing that is otherwise."""
    model = table_game(name).model
    base = shipped_game(model.id).model
    mine, ours = (re.split(r"(?<=[.:;]) ", str(one.texts[lang]["setup.about"]))
                  for one in (model, base))
    assert len([part for part in ours if part not in mine]) <= 1


# -- a game in which each thing comes once --------------------------------------------------------

PACK = """\
language: 2
id: market
version: 1.0.0
rules: [game.yaml]
tiles: [tools.yaml]
texts: {en: text/en.yaml}
"""
GAME = """\
players: {min: 2, max: 3}
options:
  tax: {type: int, default: 1, min: 0, max: 3}
  strict: {type: bool, default: true}
kinds:
  ware: [rope, lamp]
families:
  tool: {}
state:
  game:
    stock: {type: int, per: ware, start: {rope: 4, lamp: 2}}
    pile: {zone: tool, start: all}
  player:
    coins: {type: int, start: 5}
    wares: {type: int, per: ware}
    tools: {zone: tool, in_play: true}
functions:
  wage: {is: "3"}
  bonus:
    args: {sorts: int}
    is: "[0, 2, 7][sorts]"
vocabulary:
  queries:
    price: {args: {asked: ware}, type: int, base: {rope: 1, lamp: 6}}
  verbs:
    earn: {args: {n: int}, do: [{gain: {me.coins: n}}]}
actions:
  buy:
    pick: {bought: kinds(stock)}
    pay: {me.coins: price(bought)}
    do: [{gain: {"me.wares[bought]": 1}, from: "stock[bought]"}]
  work:
    limit: once_per_turn
    do: [{gain: {me.coins: wage() - tax}}]
  hire:
    pick: {hired: pile}
    pay: {me.coins: 2}
    do: [{move: hired, from: pile, to: me.tools}]
  rest: {do: []}
flow:
  setup:
    - {shuffle: pile}
  round:
    each: players
    turn:
      - {may: [buy, work], step: market, repeat: true}
      - {may: [hire], step: guild, while: not strict or size(me.tools) == 0}
      - {must: [rest], powers: false}
ends:
  evening: {when: round == 4, check: round}
  rich: {when: any(p.coins > 40 for p in players), finish: round}
scoring:
  coins: me.coins
  sorts: bonus(size(kinds(me.wares)))
ranking: {ties: [me.coins, -size(me.tools)]}
"""
TOOLS = """\
family: tool
tiles:
  saw: {count: 3, abilities: {cut: {power: {earn: 2}, limit: once_per_turn}}}
  axe: {abilities: {cut: {power: {earn: 4}, window: "step:market"}}}
"""
TEXTS = {
    "game": "The market", "game.about": "Buy and sell", "setup.about": "Shuffle the tools.",
    "turn.about": "You go to market.", "kind.player": "player", "kind.ware": "ware",
    "kind.tool": "tool", "kind.tool.about": "Tools help you.", "step.market": "go to market",
    "step.guild": "go to the guild", "step.rest": "rest", "pass.market": "go on",
    "step.market.about": "Here wares are sold.", "action.buy": "buy",
    "action.buy.about": "Take a ware.", "action.work": "work",
    "action.work.about": "You get {wage} coins, less {tax}.", "action.hire.about": "Take a tool.",
    "action.rest.about": "Nothing happens.", "move.buy": "buy {bought}", "move.work": "work",
    "move.hire": "hire {hired}", "move.rest": "rest", "end.evening": "it is evening",
    "end.rich": "somebody is rich", "end.about": "Nobody plays on.", "score.coins": "coins",
    "score.coins.about": "Each coin is a point.", "score.sorts": "sorts of wares",
    "score.sorts.about": "See the table.", "table.bonus": "points for sorts",
    "table.bonus.of": "sorts", "option.tax": "tax on work", "option.strict": "one tool only",
    "option.strict.about": "Who has a tool cannot hire.", "field.player.coins": "coins",
    "field.player.coins.count": "{n, plural, one {# coin} other {# coins}}",
    "field.game.stock": "stock", "field.player.tools": "tools", "tool.saw": "saw",
    "tool.axe": "axe", "verb.earn": "take {n, plural, one {# coin} other {# coins}}",
    "window.market": "at the market", "ware.rope": "rope", "ware.lamp": "lamp",
}
# The words of the program itself may change, so this game has its own.
TEXTS |= {f"rules.{key}": said for key, said in {
    "players": "For {least} to {most} players.", "players_fixed": "For {n} players.",
    "setup": "Setup", "round": "The round", "turn": "The turn", "as_above": "as above",
    "each_begins": "Each player begins with {what}.", "at_first": "There are:",
    "turns": "One turn for each, in seat order.", "before": "Before a round",
    "must": "must", "must_if_possible": "must if possible", "may": "optional",
    "now_and_then": "not every time", "repeats": "repeated", "often": "often",
    "allowed": "while allowed", "with_powers": "powers too", "passed": "to pass: “{what}”",
    "powers": "Powers everywhere.", "powers_marked": "Powers where it says so.",
    "powers_here": "Powers here: {what}.", "price": "Price: {what}.", "see": "see “{what}”",
    "limit": "At most {limit}.", "end_at_round": "at the end of a round",
    "end_of_round": "the round goes on", "most_wins": "Most points win.",
    "least_wins": "Fewest points win.", "needed": "Points needed: {n}.",
    "needed_alone": "Alone: {n}.", "at_most": "Points at most: {n}.",
    "at_most_alone": "Alone at most: {n}.", "ties_share": "Equal points share.",
    "ties": "Equal points: {what}.", "most": "{what} (most)", "fewest": "{what} (fewest)",
    "values": "{values}; normally {usual}", "usual": "normally {usual}",
}.items()}
# What stands on the page of this game, in this order.
LINES = (
    "# The market", "Buy and sell.", "For 2 to 3 players.",
    "- **Ware** (rope and lamp)", "- **Tool** (4): Tools help you.",
    "Shuffle the tools.", "Each player begins with 5 coins.", "- **Stock**: 4 rope and 2 lamp",
    "One turn for each, in seat order.", "You go to market.",
    ("1. **Go to market** (optional, often, powers too, "
     "to pass: “go on”): Here wares are sold. Powers here: axe."),
    "   - **Buy**: Take a ware. Price: rope: 1 coin and lamp: 6 coins.",
    "   - **Work**: You get 3 coins, less 1. At most once per turn.",
    ("2. **Go to the guild** (optional, while allowed, powers too): Take a tool. "
     "Price: 2 coins."),
    "3. **Rest** (must): Nothing happens.",
    "Powers where it says so.",
    "| Sorts | Points for sorts |", "| 0 | 0 |", "| 1 | 2 |", "| 2 | 7 |",
    "- It is evening (at the end of a round).",
    "- Somebody is rich (the round goes on).", "Nobody plays on.",
    "- **Coins**: Each coin is a point.", "- **Sorts of wares**: See the table.",
    "Most points win. Equal points: coins (most) and tools (fewest).",
    "- **Saw** (×3): Once per turn", "- **Axe**: ", "- **Tax on work** (0–3; normally 1)",
    "- **One tool only** (normally yes): Who has a tool cannot hire.",
)
# A change in the files of the game, and what the page says then.
CHANGES = (
    ('wage: {is: "3"}', 'wage: {is: "8"}', "You get 8 coins, less 1."),
    ("default: 1,", "default: 3,", "You get 3 coins, less 3."),
    ("lamp: 6}", "lamp: 9}", "rope: 1 coin and lamp: 9 coins"),
    ("pay: {me.coins: 2}", "pay: {me.coins: 1}", "Take a tool. Price: 1 coin."),
    ("pay: {me.coins: 2}", "pay: {me.coins: price(rope)}", "Take a tool. Price: 1 coin."),
    ("pay: {me.coins: 2}", "pay: {me.coins: size(pile)}", "Take a tool.\n"),
    ("[0, 2, 7]", "[0, 4, 7]", "| 1 | 4 |"),
    ("start: 5", "start: 5 + tax", "Each player begins with 6 coins."),
    ("limit: once_per_turn\n    do", "limit: {times: 2, per: round}\n    do",
     "At most twice per round."),
    ("{must: [rest], powers: false}", "{must_if_possible: [rest], powers: false}",
     "**Rest** (must if possible)"),
    ("{must: [rest], powers: false}", "{must: [rest], powers: false, when: round > 1}",
     "**Rest** (not every time, must)"),
    ("- {must: [rest], powers: false}",
     "- if: round > 1\n        then: [{must: [rest], powers: false}]",
     "**Rest** (not every time, must)"),
    ("- {must: [rest], powers: false}",
     "- if: round > 1\n        then: []\n        else: [{must: [rest], powers: false}]",
     "**Rest** (not every time, must)"),
    ("- {must: [rest], powers: false}",
     "- {must: [rest], powers: false}\n      - {must: [rest], powers: false}",
     "3. **Rest** (must): Nothing happens.\n\nPowers where"),
    ("- {must: [rest], powers: false}",
     "- {must: [rest], powers: false}\n      - {must: [rest, buy], step: night, powers: false}",
     "4. **Rest / buy** (must)\n   - **Rest**: as above\n   - **Buy**: as above\n"),
    ("    turn:\n",
     "    before: [{may: [rest], by: p1, step: ready, powers: false}]\n    turn:\n",
     "### Before a round\n\n**Rest** (optional): Nothing happens.\n"),
    ("scoring:\n", "  dusk: {when: round == 3}\nscoring:\n", "- Dusk.\n"),
    ("  - {shuffle: pile}\n",
     "  - {shuffle: pile}\n    - {may: [rest], by: p1, step: ready, powers: false}\n",
     "**Stock**: 4 rope and 2 lamp\n\n**Rest** (optional): Nothing happens.\n\n## The round"),
    ("{must: [rest], powers: false}",
     "{may: [work], step: night, repeat: true, powers: false}", "3. **Work** (optional): as above"),
    (", powers: false", "", "3. **Rest** (must): Nothing happens.\n\nPowers everywhere."),
    ("step: market, repeat: true}", "step: market}", "**Go to market** (optional, powers too"),
    ("{must: [rest], powers: false}", "{must: [rest], powers: false, repeat: true}",
     "**Rest** (must, repeated)"),
    (", while: not strict or size(me.tools) == 0", ", repeat: true",
     "**Go to the guild** (optional, often, powers too)"),
    ("hire:\n", "hire:\n    limit: once\n", "At most once per game. Price: 2 coins."),
    ("max: 3}\noptions", "max: 2}\noptions", "For 2 players."),
    ("count: 3", "count: 5", "**Tool** (6)"),
    ("ranking: {ties: [me.coins, -size(me.tools)]}", "ranking: {best: least}",
     "Fewest points win. Equal points share."),
    ("ranking: {ties: [me.coins, -size(me.tools)]}", "ranking: {needs: 4}",
     "Most points win. Points needed: 4. Equal points share."),
    ("ranking: {ties: [me.coins, -size(me.tools)]}", "ranking: {best: least, needs: 4}",
     "Fewest points win. Points at most: 4. Equal points share."),
    ("{min: 2, max: 3}", "{min: 1, max: 1}", "Most points win. Equal points: coins (most)"),
    ("check: round", "check: action", "- It is evening.\n"),
    ("each: players\n", "each: reverse(players)\n", "## The turn"),
)


@pytest.fixture
def market(tmp_path: Path) -> Path:
    for path, said in (
            ("pack.yaml", PACK), ("game.yaml", GAME), ("tools.yaml", TOOLS),
            ("text/en.yaml", _as_file(TEXTS))):
        file = tmp_path / "market" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(said, encoding="utf-8")
    return tmp_path / "market"


def _as_file(texts: dict[str, str]) -> str:
    return "".join(f"{key}: '{said}'\n" for key, said in texts.items())


def read_page(folder: Path) -> str:
    return "\n".join(rules_page(load(str(folder)).model, "en")) + "\n"


def problems(folder: Path) -> list[str]:
    return [f"{p.code}: {p.sentence}" for p in stages.load_folders(folder, []).problems.sorted()]


def test_the_page_tells_each_thing_in_its_order(market: Path) -> None:
    assert problems(market) == []
    said, at = read_page(market), 0
    for line in LINES:
        assert line in said[at:], f"{line}\n\nis not here:\n\n{said[at:]}"
        at = said.index(line, at) + 1


@pytest.mark.parametrize(("old", "new", "line"), CHANGES)
def test_the_page_follows_the_rules(old: str, new: str, line: str, market: Path) -> None:
    for file in (market / "game.yaml", market / "tools.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert line in read_page(market)


@pytest.mark.parametrize(("call", "how"), [
    ("{call: tidy}", "must"), ("{call: tidy, when: round > 1}", "not every time, must")])
def test_a_procedure_with_words_is_a_step_that_has_to_be_done(
        call: str, how: str, market: Path) -> None:
    game = (market / "game.yaml").read_text(encoding="utf-8").replace(
        "      - {must: [rest], powers: false}\n",
        f"      - {call}\n      - {{must: [rest], powers: false}}\n      - {{call: tidy}}\n")
    (market / "game.yaml").write_text(
        f"{game}procedures: {{tidy: [{{lose: {{me.coins: 0}}}}]}}\n", encoding="utf-8")
    assert "3. **Rest** (must)" in read_page(market)
    _write_texts(market, {**TEXTS, "step.tidy": "tidy up", "step.tidy.about": "All is put away."})
    said = read_page(market)
    assert problems(market) == []
    assert f"3. **Tidy up** ({how}): All is put away.\n4. **Rest** (must)" in said
    assert said.count("Tidy up") == 1
    _write_texts(market, {**TEXTS, "step.tidi": "tidy up"})
    assert problems(market) == [
        "text-unknown: no text is needed for 'step.tidi'; did you mean 'step.tidy'?"]


def test_a_round_that_says_how_it_goes_is_not_explained_twice(market: Path) -> None:
    _write_texts(market, {**TEXTS, "round.about": "The oldest begins."})
    said = read_page(market)
    assert "The oldest begins." in said
    assert "in seat order" not in said


def test_prices_with_a_heading_stand_in_a_table(market: Path) -> None:
    _write_texts(market, {**TEXTS, "table.price": "price of wares"})
    said = read_page(market)
    assert "**Buy**: Take a ware. Price: see “price of wares”." in said
    assert "| Ware | Price of wares |\n| --- | --- |\n| rope | 1 |\n| lamp | 6 |\n" in said


@pytest.mark.parametrize("key", [
    "setup.about", "turn.about", "action.buy.about", "action.work.about", "action.hire.about",
    "action.rest.about", "action.buy", "action.work", "kind.tool", "kind.tool.about", "option.tax",
    "score.coins.about"])
def test_what_a_page_lacks_is_told(key: str, market: Path) -> None:
    _write_texts(market, {k: said for k, said in TEXTS.items() if k != key})
    (told_,) = problems(market)
    assert told_.startswith("rules-missing: ")
    assert f"'{key}'" in told_


def test_a_game_that_has_not_begun_with_its_page_is_left_alone(market: Path) -> None:
    begun = ("setup.about", "turn.about", "score.coins.about", "score.sorts.about")
    _write_texts(market, {k: said for k, said in TEXTS.items() if k not in begun})
    assert problems(market) == []
    assert "## The turn" in read_page(market)


@pytest.mark.parametrize(("old", "new"), [
    ("    turn:\n", "    after: [{gain: {p1.coins: 1}}]\n    turn:\n"),
    ("    turn:\n", "    before: [{gain: {p1.coins: 1}}]\n    turn:\n"),
    ("each: players", "each: reverse(players)"),
])
def test_a_round_that_is_more_than_turns_needs_words(old: str, new: str, market: Path) -> None:
    game = (market / "game.yaml").read_text(encoding="utf-8")
    (market / "game.yaml").write_text(game.replace(old, new), encoding="utf-8")
    assert ["'round.about'" in told_ for told_ in problems(market)] == [True]


def test_a_tie_that_is_worked_out_needs_words(market: Path) -> None:
    game = (market / "game.yaml").read_text(encoding="utf-8")
    (market / "game.yaml").write_text(game.replace(
        "[me.coins, -size", "[me.coins * 2, -size"), encoding="utf-8")
    assert ["'ranking.about'" in told_ for told_ in problems(market)] == [True]
    _write_texts(market, {**TEXTS, "ranking.about": "The youngest wins."})
    assert problems(market) == []
    assert read_page(market).count("The youngest wins.") == 1


@pytest.mark.parametrize(("rule", "rows"), [
    ("[3, 4][sorts]", [(0, 3), (1, 4)]),
    ("[3, 4][sorts - 1]", [(1, 3), (2, 4)]),
    ("sorts * 2", []),
    ("sorts if tax > 0 else 0", []),
    ("[3, 4][sorts] + wage()", [(0, 6), (1, 7)]),
    ("[3, 4][sorts] + price(lamp)", [(0, 9), (1, 10)]),
    ("[3, 4][sorts] + me.coins", []),
    ("[3, 4][sorts] + size(players)", []),
    ("[3, 4][sorts] + size(clerks)", []),
    ("[3, 4][sorts] + size(wares)", [(0, 5), (1, 6)]),
])
def test_tables_are_worked_out_or_left_out(
        rule: str, rows: list[tuple[int, int]], market: Path) -> None:
    game = (market / "game.yaml").read_text(encoding="utf-8")
    (market / "game.yaml").write_text(
        game.replace('"[0, 2, 7][sorts]"', f'"{rule}"').replace(
            "families:", "  clerk: {count: {2: 2, 3: 3}}\nfamilies:"), encoding="utf-8")
    model = stages.load_folders(market, []).game
    assert model is not None
    assert rows_of(model, "bonus") == rows
    assert any(p.startswith("text-table: ") for p in problems(market)) == (not rows)


@pytest.mark.parametrize(("players", "ranking", "said"), [
    ("{min: 1, max: 3}", "{needs: {alone: 4}}", "Most points win. Alone: 4. Equal points share."),
    ("{min: 1, max: 3}", "{best: least, needs: {alone: 4}}",
     "Fewest points win. Alone at most: 4. Equal points share."),
    ("{min: 1, max: 1}", "{needs: {alone: 4}}", "\n\nPoints needed: 4.\n"),
    ("{min: 1, max: 1}", "{unit: half, needs: 3}", "\n\nPoints needed: 1½.\n"),
])
def test_points_that_are_needed_alone(market: Path, players: str, ranking: str, said: str) -> None:
    """Whoever always plays alone is not told about others."""
    file = market / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("{min: 2, max: 3}", players)
    file.write_text(text.replace("{ties: [me.coins, -size(me.tools)]}", ranking), encoding="utf-8")
    assert said in page(str(market), "en")


def test_nothing_lacks_without_a_beginning() -> None:
    model = shipped_game("tictactoe").model
    assert lacking(model, {}) == {}
    assert "setup.about" in lacking(model, {"turn.about"})


def _write_texts(folder: Path, texts: dict[str, str]) -> None:
    (folder / "text" / "en.yaml").write_text(_as_file(texts), encoding="utf-8")


# -- the command ----------------------------------------------------------------------------------

def test_the_command_prints_the_page() -> None:
    assert run_here("text", "tictactoe", "--rules").stdout == page("tictactoe", "en") + "\n"
    assert run_here("text", "tictactoe", "--rules", "--lang", "fr").stdout == (
        page("tictactoe", "fr") + "\n")


@pytest.mark.parametrize(("name", "variant", "named"), [
    ("tictactoe", "wide_board", False), ("yamatai", "tides_and_tolls", True)])
def test_a_page_with_a_variant_is_that_of_the_variant(
        name: str, variant: str, *, named: bool) -> None:
    """Its name is told, unless it is the name of the game now."""
    said, words = (run_here("text", name, "--rules", "--with", variant).stdout,
                   Words(shipped_game(name, variant).model, "en"))
    assert said == "\n".join(rules_page(words.game, "en")) + "\n" != page(name, "en") + "\n"
    assert (f"“{words.name(f'variant.{variant}')}”" in said) == named


@pytest.mark.parametrize(("lang", "one", "two"), [
    ("en", "With the variant “New goals”.", "With the variants “New goals” and “Calm seas”."),
    ("fr", "Avec la variante « Nouveaux objectifs ».",
     "Avec les variantes « Nouveaux objectifs » et « Mer calme »."),
    ("it", "Con la variante «Nuovi obiettivi».",
     "Con le varianti «Nuovi obiettivi» e «Mare calmo»."),
    ("pl", "Z wariantem „Nowe cele”.", "Z wariantami „Nowe cele” i „Spokojne morze”."),
])
def test_variants_are_told_in_quotes_as_one_or_several(lang: str, one: str, two: str) -> None:
    for variant, told in (("new_goals", one), ("calm_seas", two)):
        said = "\n".join(rules_page(shipped_game("namiji", variant).model, lang))
        assert told in said.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("given", [["mark"], ["--lang", "tlh"]])
def test_what_has_no_page_is_refused(given: list[str]) -> None:
    done = run_here("text", "tictactoe", *given, "--rules")
    assert done.returncode == 2
    assert done.stderr.count("\n") <= 2
    assert done.stdout == ""


MARKUP = "<img src=x onerror=alert(1)> & [x](javascript:x) ![y](z) *a* _b_ `c` | d \\ # e"
ESCAPED = (r"&lt;img src=x onerror=alert(1)> &amp; \[x\](javascript:x) !\[y\](z) \*a\* \_b\_ \`c\` "
           r"\| d \\ \# e")


def test_no_text_of_a_game_is_markup(market: Path) -> None:
    """Whoever makes a page of it shows words of a stranger."""
    file = market / "text" / "en.yaml"
    told = file.read_text(encoding="utf-8").splitlines()
    plain = [line for line in told if "{" not in line]
    file.write_text("\n".join(
        f"{line.partition(':')[0]}: '{MARKUP}'" if line in plain else line for line in told),
        encoding="utf-8")
    said = read_page(market)
    assert said.count(ESCAPED) + said.count(ESCAPED.replace(" e", " e.")) > 10
    assert "<" not in said
    assert re.search(r"(?<!\\)[\[\]`]", said) is None


def test_numbers_of_a_text_stay(market: Path) -> None:
    words = rules._without_markup("{n, plural, one {# *coin*} other {# _coins_}} # {card_kept}")
    assert words.translate(rules.WRITTEN) == (
        r"{n, plural, one {# \*coin\*} other {# \_coins\_}} \# {card_kept}")
