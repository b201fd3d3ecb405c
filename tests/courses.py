"""What can be asked of a game while it is played, as plain data, for `test_digests.py`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tilewright.playing.begin import restore
from tilewright.playing.bots import greedy_bot, random_bot
from tilewright.playing.facts import differences, facts, mark
from tilewright.playing.forced import all_can_know, only_move
from tilewright.playing.learned import has_learned
from tilewright.playing.opened import Opened
from tilewright.playing.record import Session, read_record, verify
from tilewright.playing.scores import bar_of, rewards, worths
from tilewright.playing.searching import Tree
from tilewright.playing.setting import arranged
from tilewright.playing.stream import Stream
from tilewright.playing.table import STEP, TURN, Table
from tilewright.problems import IllegalMove, RecordError, RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright import Game, State
    from tilewright.playing.view import View

MOVES = 8
# Not only at the start, and not everywhere: to look closely takes as long as many moves.
CLOSELY = (1, 6)
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def course(game: Game) -> Iterator[Any]:
    """All that can be asked in the first moves of a game, and of others that go on from there."""
    rng, program = Stream(7), game.program()
    yield [all_can_know(program, node) for node in program.nodes.values()]
    try:
        session = Session(game, seed=7)
    except RuleError as error:
        yield str(error), error.place
        return
    try:
        for number in range(MOVES):
            yield from _position(session.state, closely=number in CLOSELY)
            legal = session.state.legal()
            if not legal:
                break
            before, move = session.state.clone(), legal[rng.below(len(legal))]
            yield session.apply(move)
            yield list(differences(before, session.state)), mark(session.state)
            yield mark(session.state, {"p1": "first", "coins": "money"})
            if number in CLOSELY:
                yield has_learned(before, [move], range(before.players))
        yield from session.lines()
        again = Session.of(game, read_record(session.lines()))
        yield verify(game, again.record).numbers
        for count in (0, 1, 3, MOVES + 1):
            yield again.before(count).key(), again.last(count)
        for count in (2, MOVES):
            again.undo(count)
            yield again.lines(), again.events, again.state.numbers
    except RuleError as error:
        yield str(error), error.place
    yield from _otherwise(game, session, rng)
    # To ask leaves the program as it was.
    yield [len(made) for made in (program.build.functions, program.build.tables, program.names)]


def _otherwise(game: Game, session: Session, rng: Stream) -> Iterator[Any]:
    """From the middle on and from the start with chance by moves; as games of old; in situations;
    and where a search looks."""
    state = session.state.clone()
    yield _tried(state.show_chance)
    yield from _by_moves(state, rng)
    yield _tried(lambda: state.show_chance(shown=False)), state.numbers
    yield from _by_moves(game.new(seed=7, show_chance=True), rng)
    old = Session(game, seed=7, one_stream=True)
    for _ in range(3):
        if old.state.legal():
            yield _tried(lambda: old.apply(old.state.legal()[-1])), old.state.numbers
    first = session.before(MOVES)
    steps = sorted({node.site for node in first.program.nodes.values()})
    for given in ({"round": 2}, {"turn": "p2"}, *({"step": step} for step in steps[:3])):
        yield _tried(lambda given=given: arranged(first, given)._s)
    yield from _at_a_table(game)
    yield from _looked_ahead(first)


def _at_a_table(game: Game) -> Iterator[Any]:
    """A person and bots; then all of it taken back, step by step, turn by turn, and whole."""
    table = Table(Session(game, seed=7), [None, random_bot], seed=3, automatic=True)
    for number in range(MOVES):
        seat = table.decider
        if seat is None or seat < 0:
            break
        yield seat, table.waits, table.question(0), table.moves(seat), table.persons
        yield _tried(lambda seat=seat: table.act(seat + 1, 0))
        if table.waits:
            yield _tried(lambda seat=seat: table.act(seat, 0, "of long ago"))
            yield _tried(lambda seat=seat: table.act(
                seat, table.moves(seat)[-1].label, table.view(seat).key()))
        else:
            yield _tried(table.go_on)
        if table.count <= number:
            break
        entry = table.entry(table.count)
        yield [table.told(entry, seats) for seats in ((), (0,), (0, 1))], table.undo_limit([0])
    yield table.record(0), table.record(None), table.since(2), sorted(table.elements)
    for to in (TURN, STEP, 99, 2, 0):
        yield _tried(lambda to=to: table.undo(to, by=[0])), table.count, table.log
    yield _tried(lambda: _opened(table.session.state))


def _opened(state: State) -> Any:
    view = Opened(state)
    return view.numbers, view.scores(), view.key(), view.legal()


def _looked_ahead(state: State) -> Iterator[Any]:
    """The tree of a short search, with points and hints in place of games to the end."""
    tree = Tree(state.program, [state.numbers], [1_000 * n for n in range(20)])
    for first, last, most in ((0, 8, 0), (8, 11, 30)):
        tree.search(5, first, last, most, 1, state.program.layout.winners, bar_of(state.program))
        yield tree.numbers()


def _by_moves(state: State, rng: Stream) -> Iterator[Any]:
    """Chance by moves, with what is shuffled."""
    for _ in range(MOVES):
        legal = state.legal()
        yield state._s, legal, [state.label(move) for move in legal]
        if not legal:
            return
        move = legal[rng.below(len(legal))]
        told = _tried(lambda move=move: state.tell(move))
        yield told
        if isinstance(told, tuple):
            return


def _position(state: State, *, closely: bool) -> Iterator[Any]:
    yield state._s, state.key(), state.decider, state.actor, state.round, state.decides_secretly
    yield state.over, state.end_reason, state.question, state.legal()
    yield [only_move(state, always=always) for always in (False, True)]
    if not closely:
        return
    yield state.moves()
    yield [(state.label(move), state.describe(move)) for move in state.legal()]
    yield [state.find(state.label(move)) == move for move in state.legal()]
    codes = set(range(0, state.program.moves + 2, 5)) - set(state.legal())
    yield [_refused(state.clone(), code) for code in sorted(codes)]
    yield facts(state), state.save()["slots"]
    yield [_tried(asked) for asked in (
        state.scores, state.winners, lambda: state.standing, lambda: worths(state),
        lambda: rewards(state, by_rank=True), lambda: rewards(state, by_rank=False))]
    yield [state.score_sheet(seat) for seat in range(state.players)]
    yield from _restored(state)
    for seat in (None, *range(state.players)):
        yield from _view(state.view(seat))
    if state.decider is not None and state.decider >= 0:
        yield _tried(lambda: greedy_bot(state.view(state.decider), Stream(3)))


def _restored(state: State) -> Iterator[Any]:
    """The position from what was saved of it, and from what nobody can have saved."""
    saved = state.save()
    first, *rest = saved["slots"]
    blocks = sorted(state.program.blocks)
    for slots in ([first, *rest], [first, *rest, 0], [max(blocks) + 1, *rest],
                  [blocks[0], *rest], [blocks[-1], *rest], [first, *rest[:-1], True],
                  [first, 1 << 64, *rest[1:]], [first, *rest[:-1], 1 << 14_000],
                  [first, *rest[:-1], (1 << 14_000) - 1]):
        yield _tried(lambda slots=slots: restore(state.program, {**saved, "slots": slots}).key())
    yield [_tried(lambda given=given: restore(state.program, given))
           for given in ([], {}, {**saved, "slots": 3}, {**saved, "hash": "other"})]


def _view(view: View) -> Iterator[Any]:
    yield view.seat, view.numbers, view.unseen, view.legal(), view.question, view.key()
    yield view.alike(), view.kept, view.unknown, view.scores()
    yield [view.score_sheet(seat) for seat in range(view.program.players)]
    yield [_tried(lambda seed=seed: view.determinize(seed)._s) for seed in range(3)]


def _refused(state: State, code: int) -> Any:
    return _tried(lambda: state.apply(code)), state.numbers


def _tried(asked: Callable[[], Any]) -> Any:
    """What is answered, or what is said instead."""
    try:
        return asked()
    except (IllegalMove, RecordError, RuleError, UsageError) as error:
        return str(error), getattr(error, "place", None), getattr(error, "code", "")


def told(game: Game) -> str:
    """All of it as one text."""
    return ADDRESS.sub("", "\n".join(map(repr, course(game))))
