"""`tilewright text`, `show` and `compile`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright.cli.given import DUMPS
from tilewright.handbook.rules import rules_page
from tilewright.handbook.things import lines_of
from tilewright.merging.addresses import NotFound
from tilewright.merging.addresses import find as find_path
from tilewright.middle.text import code_text
from tilewright.packs.bases import base_of
from tilewright.packs.doors import find, is_game, shipped
from tilewright.playing.game import load
from tilewright.positions.decoder import with_names
from tilewright.printing.python.running import module_of
from tilewright.problems import UsageError, did_you_mean, listed
from tilewright.reading.source import Map, without_places
from tilewright.reference.as_yaml import written
from tilewright.text import about, element, labelled, need_language, plain, rules_text, text, title

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright import model
    from tilewright.merging.addresses import Path

# Where things are written that have rules of their own, and what tiles say beside attributes.
WHERE = {"action": "actions", "query": "queries", "function": "functions",
         "procedure": "procedures"}
OF_TILES = ("count", "abilities")


def print_texts(name: str, variants: list[str], ids: list[str], lang: str, *,
                rules: bool = False) -> None:
    """The rules text of all tiles, actions and places of a game, or of some of them; or its page
    of rules."""
    if rules and ids:
        raise UsageError("--rules is about the whole game, so name no thing beside it")
    game = load(name, variants).model
    need_language(game, lang)
    if rules:
        print("\n".join(rules_page(game, lang)))
        return
    if not ids:
        for line in whole_text(game, lang):
            print(line)
        return
    for id_ in ids:
        print(_words(game, id_, lang))


def whole_text(game: model.Game, lang: str) -> list[str]:
    """Everything that a game says about itself, kind by kind."""
    lines = [title(game, lang), *filter(None, [text(game, "game.about", lang)])]
    sections = [("", _actions(game, lang))]
    sections += [(text(game, f"kind.{kind.name}", lang) or plain(kind.name),
                  _elements(game, kind, lang)) for kind in game.kinds.values()]
    for heading, told in sections:
        if told:
            lines += ["", *([heading[:1].upper() + heading[1:]] if heading else []), *told]
    return lines


def _actions(game: model.Game, lang: str) -> list[str]:
    named = [(_action_name(game, name, lang), about(game, f"action.{name}", lang))
             for name in game.actions]
    return [f"  {labelled(game, word, said, lang)}" for word, said in named if said]


def _action_name(game: model.Game, name: str, lang: str) -> str:
    return text(game, f"action.{name}", lang) or plain(name)


def _elements(game: model.Game, kind: model.Kind, lang: str) -> list[str]:
    told = [(element(game, kind.name, i, lang), rules_text(game, kind.name, i, lang))
            for i in range(len(kind.items))]
    return [f"  {labelled(game, name, said, lang)}" for name, said in told if said]


def _words(game: model.Game, id_: str, lang: str) -> str:
    for kind in game.kinds.values():
        if id_ in kind.items:
            index = kind.items.index(id_)
            said = rules_text(game, kind.name, index, lang)
            name = element(game, kind.name, index, lang)
            return labelled(game, name, said, lang) if said else name
    if id_ in game.actions:
        name, said = _action_name(game, id_, lang), about(game, f"action.{id_}", lang)
        return labelled(game, name, said, lang) if said else name
    raise UsageError(f"'{game.id}' has no '{id_}'; {did_you_mean(id_, _ids(game))}".rstrip("; "))


def _ids(linked: model.Game) -> list[str]:
    items = [i for k in linked.kinds.values() for i in k.items]
    return [*items, *linked.kinds, *linked.actions, *linked.procedures, *linked.queries,
            *linked.functions]


def print_thing(name: str, variants: list[str], id_: str | None, *, resolved: bool) -> None:
    """What a thing is: a kind, a tile, a site, an action, a query."""
    if id_ is None and not is_game(name):
        name, id_ = _home_of(name, variants, lambda game: name in _ids(
            load(game, variants).model)), name
    if resolved or (id_ is not None and "/" in id_):
        from tilewright.cli.origins import print_resolved

        print_resolved(name, variants, id_)
        return
    game = load(name, variants).model
    if id_ is None:
        for kind in game.kinds.values():
            print(f"{kind.name}: {len(kind.items)} ({kind.place})")
        for action in game.actions.values():
            print(f"action {action.name} ({action.place})")
        for option in game.options.values():
            print(_option(game, option))
        return
    for line in _thing(game, id_):
        print(line)


def _option(game: model.Game, option: model.Option) -> str:
    """A setting with its default, what else it can be, and what it means."""
    now, *rest = (option.default, *(c for c in option.choices if c != option.default))
    if option.type.tag == "bool":
        can = f"{str(bool(now)).lower()}, or {str(not now).lower()}"
    else:
        can = f"{now}, or {min(option.choices)} to {max(option.choices)}" if rest else str(now)
    about = text(game, f"option.{option.name}", "en")
    return f"option {option.name}: {can} ({option.place}){f': {about}' if about else ''}"


def _home_of(what: str, variants: list[str], has: Callable[[str], bool]) -> str:
    """The game of the variants, or the one shipped game that has a thing."""
    if variants:
        return str(base_of(find(variants[0], "variants")))
    homes = [game for game in shipped("content") if has(game)]
    if len(homes) != 1:
        where = f"there is more than one: {listed(homes, 'and')}" if homes else (
            "no shipped game has it")
        raise UsageError(f"'{what}' needs the name of its game before it; {where}")
    return homes[0]


def _thing(game: model.Game, id_: str) -> list[str]:
    for kind in game.kinds.values():
        if kind.name == id_:
            return [f"{kind.name}: a kind of {len(kind.items)} ({kind.place})",
                    f"  elements: {', '.join(kind.items)}",
                    *lines_of(game, kind.name)]
        if id_ in kind.items:
            return _item(game, kind, id_)
    for table, word in ((game.actions, "action"), (game.queries, "query"),
                        (game.functions, "function"), (game.procedures, "procedure")):
        if id_ in table:
            found: Any = table
            return [f"{id_}: {word} ({found[id_].place})", *_said_in(game, (WHERE[word], id_))]
    raise UsageError(f"'{game.id}' has no '{id_}'; {did_you_mean(id_, _ids(game))}".rstrip("; "))


def _item(game: model.Game, kind: model.Kind, id_: str) -> list[str]:
    index = kind.items.index(id_)
    lines = [f"{id_}: {kind.name} ({kind.places.get(id_, kind.place)})"]
    for attribute in kind.attributes.values():
        value = attribute.values[index]
        lines.append(f"  {attribute.name}: {value_words(game, attribute.type, value)}")
    return [*lines, *_said_in(game, ("tiles", kind.name, id_), OF_TILES)]


def _said_in(game: model.Game, path: Path, keys: tuple[str, ...] = ()) -> list[str]:
    """What the rules say at a path, all of it or only some keys, as YAML."""
    root, _ = game.data
    try:
        spot = find_path(root, path)
    except NotFound:
        return []
    if not spot.exists or not isinstance(spot.value, Map):
        return []
    told = {key: value for key, value in without_places(spot.value).items()
            if not keys or key in keys}
    return [f"  {line}" for line in written(told).splitlines()] if told else []


def value_words(game: model.Game, type_: Any, value: Any) -> str:
    """A linked value with the names of its elements."""
    return _said(with_names(game.kinds, type_, value))


def _said(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return "[" + ", ".join(_said(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{item}: {n}" for item, n in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def print_origin(name: str, variants: list[str], path: str | None) -> None:
    """Where a value of the game comes from."""
    from tilewright.cli.origins import has_path, print_why

    if path is None:
        given = name
        name, path = _home_of(
            given, variants, lambda game: has_path(game, variants, given)), given
    print_why(name, variants, path)


def print_code(name: str, variants: list[str], players: int | None, dump: str | None,
               options: dict[str, int] | None = None) -> None:
    if dump not in (None, *DUMPS):
        raise UsageError(f"--dump prints {listed(DUMPS, 'or')}, not '{dump}'")
    game = load(name, variants)
    program = game.program(players, options)
    if dump == "ir":
        print(code_text(program.code))
        return
    if dump:
        for file, functions in program.modules.items():
            for function in module_of(file, functions, []).body:
                print(f"# {file}:{function.lineno}")
                print(ast.unparse(function), end="\n\n")
        return
    lines = sum(len(ast.unparse(module_of(file, functions, [])).splitlines())
                for file, functions in program.modules.items())
    print(f"{game.id}, {program.players} players: {lines} lines of Python, "
          f"{len(program.start)} numbers of state, {len(program.nodes)} decisions, "
          f"{sum(g.size for g in program.groups)} moves")
