"""A compiled game for one number of players: code, tables and the first state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tilewright.compiling import derived
from tilewright.compiling.build import Build, Group
from tilewright.compiling.course import Course
from tilewright.compiling.flow import Blocks
from tilewright.compiling.inline import inlined
from tilewright.compiling.pools import complete, make_plan
from tilewright.compiling.start import first_state
from tilewright.compiling.suspend import nested
from tilewright.kernel.runtime import namespace
from tilewright.language.tree import Menu, Stmt
from tilewright.middle.code import Code
from tilewright.middle.header import ACTOR, OVER
from tilewright.printing.python.running import STRIDE, run
from tilewright.problems import ContentError, Place, too_deep
from tilewright.wording.flat import for_players

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.compiling.board import Board
    from tilewright.compiling.context import Called, Node
    from tilewright.compiling.counting import Counts
    from tilewright.compiling.layout import Layout
    from tilewright.compiling.plan import Plan
    from tilewright.middle import ir
    from tilewright.model import Game

Labelled = dict[int, Any]


@dataclass(slots=True)
class Kept:
    """What others work out of a program when it is first needed.

    `opening` is the first decision, and whether it is the same in every game; `watched` is the same
    program with code that writes down what it does, `shown` with all chance as moves, `one_stream`
    with all chance from one stream, `places` tells what each number is for, and `written` what
    fields held when they were last written.
    """

    opening: tuple[list[int], list[int], bool] | None = None
    watched: Any = None
    shown: Any = None
    one_stream: Any = None
    places: Any = None
    written: Any = None
    # The same program as a module for native play, or why it cannot be one.
    native: Any = None
    # Functions of the game that are shown on boards, by name.
    worked: dict[str, Any] = field(default_factory=dict)
    # All elements by id: the kinds that have one of that id, and which of theirs it is.
    things: dict[str, list[tuple[str, int]]] | None = None
    # Steps of all that was asked beside the moves: points, reasons.
    asked: int = 0
    # Labels of moves that were asked for.
    labels: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that play needs; it never changes, so states and threads share it."""

    game: Game
    players: int
    options: dict[str, Any]
    layout: Layout
    start: list[int]
    entry: int
    blocks: Labelled
    resumes: Labelled
    nodes: dict[int, Node]
    groups: list[Group]
    sheet: Callable[[list[int], int], tuple[int, ...]]
    ties: Callable[[list[int], int], tuple[int, ...]]
    # What bots think that a seat has beyond its points, if the game says so.
    hint: Callable[[list[int], int], int] | None
    build: Build
    plan: Plan
    code: Code
    # The functions that run as Python, by the YAML files that they were made from.
    modules: dict[str, list[ir.Function]] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    # Slots that say where a procedure was called from, with its name.
    callers: dict[int, str] = field(default_factory=dict)
    # By such a slot and what it holds, the call that was made.
    calls: dict[tuple[int, int], Called] = field(default_factory=dict)
    kept: Kept = field(default_factory=Kept)

    @property
    def needs(self) -> int | None:
        """The points that a winner needs with this number of players, if there is such a number."""
        alone_only = self.game.needs_alone and self.players > 1
        return None if alone_only else self.game.needs

    @property
    def moves(self) -> int:
        """How many moves there can be; their codes are below this number."""
        return self.groups[-1].base + self.groups[-1].size if self.groups else 0

    def place(self, filename: str, lineno: int, col: int = 1, end: int = 0) -> Place:
        """A place in generated code, as a place in the YAML that it was made from."""
        number, line = divmod(lineno, STRIDE)
        return Place(self.build.files[number - 1] if number else filename, line, col, end)

    def group_of(self, code: int) -> Group | None:
        """The group that a move belongs to."""
        low, high = 0, len(self.groups)
        while low < high:
            middle = (low + high) // 2
            group = self.groups[middle]
            if code < group.base:
                high = middle
            elif code >= group.base + group.size:
                low = middle + 1
            else:
                return group
        return None


def compile_game(game: Game, players: int, options: dict[str, Any], board: Board,
                 counts: Counts | None = None) -> Program:
    """Compile a game; rules that lead into each other too deeply for that are a problem."""
    try:
        return _compile(Build(game, players, options, board, counts))
    except RecursionError as error:
        raise ContentError([too_deep(game.place)]) from error


def _compile(build: Build) -> Program:
    """The stages of compilation, in order."""
    blocks = Blocks(build)
    _count_uses(build)
    _bind_actors(build)
    course = Course(build, blocks)
    _open_powers(build, blocks)
    entry = course.write()
    blocks.finish()
    course.close_turn()
    blocks.finish()
    sheet, ties, hint = derived.scorer(build), derived.tie_breaker(build), derived.hint(build)
    plan = make_plan(build)
    code = _assembled(build, blocks, entry)
    straight = inlined(code)
    names = _run(build, straight)
    groups = sorted(build.groups.values(), key=lambda g: g.base)
    names["START"] = first_state(build, names)
    complete(plan, names["START"], build, names)
    return Program(
        _named(build.game, build.players), build.players, build.options, build.layout,
        names["START"], entry,
        {label: names[made.word] for label, made in straight.blocks.items()},
        {label: names[made.word] for label, made in straight.resumes.items()},
        blocks.nodes, groups, names[sheet], names[ties], names.get(hint), build, plan, code,
        straight.by_file(), names,
        {back: name for name, (_, back) in blocks.entries.items()}, blocks.calls)


def _named(game: Game, players: int) -> Game:
    """The game with the names that its elements have with so many players."""
    texts = {lang: for_players(flat, players) for lang, flat in game.texts.items()}
    return game if texts == game.texts else replace(game, texts=texts)


def _count_uses(build: Build) -> None:
    """Counters come first, so that the start of a turn can reset them all."""
    for name in sorted(build.game.counted):
        build.used(("action", name), "turn")
    for action in build.game.actions.values():
        if action.limit[0]:
            build.used(("action", action.name), action.limit[1])
    for event in build.game.events.values():
        for handler in event.handlers:
            if handler.limit[0]:
                build.used(("reaction", handler.procedure), handler.limit[1])
    for kind in build.game.kinds.values():
        if any(f.in_play and f.type.kind == kind.name for f in build.game.fields.values()):
            build.in_play(kind.name)


def _menus(build: Build) -> Iterator[Menu]:
    flow = build.game.flow
    assert flow is not None
    todo: list[Stmt] = [*flow.setup, *flow.before, *flow.turn, *flow.after_turn, *flow.after]
    for procedure in build.game.procedures.values():
        todo += procedure.body
    for action in build.game.actions.values():
        todo += action.body
    while todo:
        stmt = todo.pop()
        if isinstance(stmt, Menu):
            yield stmt
        for inner in nested(stmt):
            todo += inner


def _bind_actors(build: Build) -> None:
    """In an action, `me` is the player of the turn unless a step says who decides."""
    own = {name for menu in _menus(build) if menu.by is not None for name in menu.actions}
    for menu in _menus(build):
        if menu.step and menu.step not in build.steps:
            build.steps[menu.step] = len(build.steps) + 1
    for action in build.game.actions.values():
        if action.name not in own:
            build.slots[action.me] = ACTOR


def _open_powers(build: Build, blocks: Blocks) -> None:
    powers = [a for a in build.game.actions.values() if a.tile is not None]
    blocks.powers = sorted(powers, key=lambda a: a.tile or ("", 0))
    for action in blocks.powers:
        blocks.menus.group(action)  # powers have the lowest codes, in one stretch
    if blocks.powers:
        assert build.game.flow is not None
        blocks.menus.power_functions(build.game.flow.place)


def _assembled(build: Build, blocks: Blocks, entry: int) -> Code:
    """All that was written, as one program."""
    kept = {entry, OVER, *blocks.nodes, *(v for k, v in blocks.exits.items() if k.isdigit())}
    return Code(entry, build.functions, blocks.functions, blocks.resumes, kept)


def _run(build: Build, code: Code) -> dict[str, Any]:
    """Print and execute the program; it sees the kernel, its tables, and nothing else."""
    names = namespace(build.tables, build.fetched)
    names |= build.counts.names() if build.counts is not None else {}
    for file, functions in code.by_file().items():
        run(file, functions, names, build.files)
    return names
