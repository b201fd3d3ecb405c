"""A linked game: what the YAML says, with every name resolved. No behaviour lives here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Var
from tilewright.language.types import PLAYER as PLAYER_TYPE
from tilewright.language.types import Type, many, per

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Stmt
    from tilewright.problems import Place

GAME = "game"
PLAYER = "player"
FALLBACK = "en"


@dataclass(slots=True)
class Attribute:
    """A fixed property of the elements of a kind; `values` is parallel to the elements.

    So is `written`, where each value stands that an element says itself.
    """

    name: str
    type: Type
    values: list[Any]
    place: Place
    written: list[Place | None] = field(default_factory=list)

    def place_of(self, index: int) -> Place:
        """Where the value of an element is written, or what it is without being written."""
        own = self.written[index] if index < len(self.written) else None
        return own or self.place


@dataclass(slots=True)
class Kind:
    """A closed list of elements: resources, tiles, sites, lines, markers, players."""

    name: str
    plural: str
    items: list[str]
    place: Place
    attributes: dict[str, Attribute] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    copies: list[int] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    tiles: bool = False

    def size(self, players: int) -> int:
        """How many of the elements take part in a game of so many players."""
        if self.name == PLAYER:
            return players
        return self.counts.get(players, len(self.items))


@dataclass(slots=True)
class Relation:
    """Links between sites; NetworkX answers for it at load, tuples in play."""

    name: str
    source: str
    target: str
    links: list[tuple[int, int]]
    place: Place


@dataclass(slots=True)
class Grid:
    """A rectangle of cells, for drawing and for lines."""

    kind: str
    columns: int
    rows: int
    bottom_up: bool
    # Whether one comes in again at the other side: "", "columns", "rows" or "both".
    wrap: str = ""


@dataclass(slots=True)
class Tiling:
    """Cells that fit together, or their corners or edges: `sort` is squares, hexagons, corners or
    edges, and `shape` that of the cells. `board` is the kind of the cells."""

    sort: str
    shape: str
    board: str
    # Drawn on a fine net, the cells leave room for corners and edges, which lie between two ends.
    fine: bool = False
    ends: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()


@dataclass(frozen=True, slots=True)
class Ways:
    """The directions of a grid as a kind; where each leads from each cell (-1: nowhere), and all
    cells that lie there."""

    kind: str
    steps: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def longest(self) -> int:
        return max((len(ray) for rays in self.rays for ray in rays), default=1)


@dataclass(slots=True)
class Field:
    """Something that changes in play: a number, a choice, numbers per element, or a zone."""

    name: str
    owner: str
    type: Type
    place: Place
    per: str = ""
    zone: bool = False
    cap: int = 0
    visible: str = "all"
    start: Any = None
    low: int = 0
    high: int = 0
    reset: str = ""
    in_play: bool = False
    unordered: bool = False
    # Whether also the size of a zone is known only to those who always see it.
    secret_size: bool = False
    # Whether some rule asks for the order in which things lie in a zone.
    keeps_order: bool = False

    @property
    def value_type(self) -> Type:
        if self.zone:
            return many(self.type)
        return per(self.per, self.type) if self.per else self.type

    @property
    def secret(self) -> bool:
        """Whether somebody may not know what it holds."""
        return self.visible != "all"

    @property
    def hidden(self) -> bool:
        """A zone with a note at each element of who knows it."""
        return self.zone and self.secret

    def seen_by(self, owner: int) -> int:
        """The note of who always sees what one owner has there."""
        return 1 << owner if self.visible == "owner" else 0

    @property
    def title(self) -> str:
        return self.name if self.owner == GAME else f"{self.owner}.{self.name}"


@dataclass(slots=True)
class Function:
    """A named expression of the game."""

    name: str
    args: list[Var]
    me: Var
    body: Expr
    place: Place
    # The most that is known of what it gives, kept since many may ask for it, and it for others.
    bounds: dict[str, int] = field(default_factory=dict)

    @property
    def type(self) -> Type:
        return self.body.type


@dataclass(slots=True)
class Change:
    """What one tile does to one query of the player who has it in play."""

    tile: tuple[str, int]
    how: str
    value: Expr
    when: Expr | None
    place: Place


@dataclass(slots=True)
class Query:
    """A number or permission that tiles may change, with the rule for two that set it."""

    name: str
    type: Type
    args: list[Var]
    me: Var
    base: Expr
    stack: str
    place: Place
    changes: list[Change] = field(default_factory=list)


@dataclass(slots=True)
class Procedure:
    """Named statements with arguments; what a tile does by itself is one of that tile."""

    name: str
    args: list[Var]
    me: Var
    body: list[Stmt]
    place: Place
    tile: tuple[str, int] | None = None


@dataclass(slots=True)
class Pick:
    """A choice that an action asks for, before it is carried out."""

    name: str
    var: Var
    source: Expr


@dataclass(slots=True)
class Cost:
    target: Any
    amount: Expr


@dataclass(slots=True)
class Toll:
    """A cost that a tile of another player puts on an action."""

    tile: tuple[str, int]
    who: str
    field: Field
    amount: int
    when: Expr | None
    place: Place


@dataclass(slots=True)
class Action:
    """Something a player may do in a step."""

    name: str
    me: Var
    picks: list[Pick]
    guard: Expr | None
    costs: list[Cost]
    body: list[Stmt]
    place: Place
    limit: tuple[int, str] = (0, "")
    event: str = ""
    event_args: list[Expr] = field(default_factory=list)
    tolls: list[Toll] = field(default_factory=list)
    tile: tuple[str, int] | None = None
    window: str = ""


@dataclass(slots=True)
class Handler:
    """What a tile does when an event happens."""

    tile: tuple[str, int]
    who: str
    moment: str
    procedure: str
    args: list[int]
    when: Expr | None
    limit: tuple[int, str]
    place: Place


@dataclass(slots=True)
class EventKind:
    """An event that tiles can listen to, with what it tells them."""

    name: str
    args: list[Var]
    action: str
    place: Place
    owner: Var
    doer: Var
    handlers: list[Handler] = field(default_factory=list)


@dataclass(slots=True)
class Ending:
    """A reason for the game to end, looked at after each action or each round.

    At the end of a round that is after all that happens there, or only after the last turn.
    """

    name: str
    test: Expr
    check: str
    finish: str
    place: Place
    check_early: bool = False
    finish_early: bool = False


@dataclass(slots=True)
class Category:
    """One line of the score sheet: counted during play, or worked out from the position."""

    name: str
    value: Expr | None
    place: Place
    at_end: bool = False
    # Who may know it before the end: all, the owner of the points, or nobody.
    known_to: str = "all"


@dataclass(slots=True)
class Certainty:
    """What holds for each player in every position, whatever is hidden."""

    name: str
    test: Expr
    place: Place


@dataclass(slots=True)
class TilePoints:
    """What one ability of one tile is worth to its owner."""

    tile: tuple[str, int]
    points: Expr
    test: Expr | None
    place: Place


@dataclass(slots=True)
class Flow:
    """How a game runs: set-up, then rounds of turns."""

    setup: list[Stmt]
    before: list[Stmt]
    each: Expr | None
    next: Expr | None
    test: Expr | None
    turn_of: Var | None
    player: Expr | None
    turn: list[Stmt]
    after_turn: list[Stmt]
    after: list[Stmt]
    place: Place


@dataclass(slots=True)
class Option:
    """A setting that a table may choose before a game."""

    name: str
    type: Type
    default: Any
    choices: list[int]
    place: Place


@dataclass(slots=True)
class Published:
    """What the vocabulary offers to tiles, for texts: each word with its arguments."""

    verbs: dict[str, list[Var]] = field(default_factory=dict)
    conditions: list[str] = field(default_factory=list)
    amounts: list[str] = field(default_factory=list)
    # The abilities of each tile as they were written, by name.
    abilities: dict[tuple[str, int], dict[str, dict[str, Any]]] = field(default_factory=dict)
    # The verbs that an ability `tile.name` is carried out with, and the ability of each such title.
    worded: dict[str, list[str]] = field(default_factory=dict)
    titles: dict[str, tuple[str, int]] = field(default_factory=dict)


@dataclass(slots=True)
class FixedValues:
    """Tables by the names of their rules, numbers by what they come from, and the steps for it."""

    tables: dict[str, list[tuple[int, Any]]] = field(default_factory=dict)
    # With what they come from, so that no other one can have its identity.
    numbers: dict[int, tuple[Expr, int | None]] = field(default_factory=dict)
    too_long: set[str] = field(default_factory=set)
    steps: int = 0


@dataclass(slots=True)
class Game:
    """Everything about a game that does not change while it is played."""

    id: str
    version: str
    least: int
    most: int
    place: Place
    folder: str = ""
    default_players: int = 0
    hash: str = ""
    variants: tuple[str, ...] = ()
    packs: tuple[tuple[str, str, str], ...] = ()
    # With what the names of files begin here, and the id of the pack that they are of.
    folders: tuple[tuple[str, str], ...] = ()
    # Ids that were others before, and what stands in for ids that are gone: old and new.
    renamed: dict[str, str] = field(default_factory=dict)
    # The merged data and the manifest that all this was made of, for records.
    data: Any = None
    options: dict[str, Option] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    grids: dict[str, Grid] = field(default_factory=dict)
    tilings: dict[str, Tiling] = field(default_factory=dict)
    ways: dict[str, Ways] = field(default_factory=dict)
    coordinates: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)
    relations: dict[tuple[str, str], Relation] = field(default_factory=dict)
    fields: dict[tuple[str, str], Field] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    events: dict[str, EventKind] = field(default_factory=dict)
    handlers: list[Handler] = field(default_factory=list)
    points: list[TilePoints] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    # The one number of the rule behind a text, for texts that tell it.
    numbers: dict[str, int] = field(default_factory=dict)
    # Tests of actions that have words of their own, under these names.
    whys: dict[Place, str] = field(default_factory=dict)
    certain: dict[str, Certainty] = field(default_factory=dict)
    certain_me: Var = field(default_factory=lambda: Var("me", PLAYER_TYPE))
    scoring: dict[str, Category] = field(default_factory=dict)
    points_me: Var = field(default_factory=lambda: Var("me", PLAYER_TYPE))
    counted: set[str] = field(default_factory=set)
    # Whether rules say who wins, and give more turns.
    names_winners: bool = False
    again: bool = False
    # Fields whose contents are remembered together, and how many times at most.
    histories: dict[tuple[str, ...], int] = field(default_factory=dict)
    best: str = "most"
    # The points that a winner needs, or may have at most where the fewest win; and whether only
    # somebody who plays alone does.
    needs: int | None = None
    needs_alone: bool = False
    # Whether all numbers of the score sheet count half points.
    halves: bool = False
    # Whether the only move that there is is made for people.
    automatic: bool = False
    ties: list[Expr] = field(default_factory=list)
    # Where statements stand of which not all may know whether they are carried out.
    secret_places: set[Place] = field(default_factory=set)
    # The titles of hidden fields that the score sheet reads: at the end all may look there.
    opened_at_end: set[str] = field(default_factory=set)
    score_me: Var = field(default_factory=lambda: Var("me", PLAYER_TYPE))
    # What bots take things to be worth that bring points only later.
    hints: dict[str, Expr] = field(default_factory=dict)
    flow: Flow | None = None
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    # What tiles do, in the words of a language, as far as somebody has asked.
    told: dict[tuple[str, int, str], str] = field(default_factory=dict, init=False, repr=False)
    # What has been worked out for texts: it is asked for again and again, and may take only so
    # many steps in all.
    fixed: FixedValues = field(default_factory=FixedValues, init=False, repr=False)
    show: dict[str, Any] = field(default_factory=dict)
    # Pictures that stand for shapes, by name, each as a piece of SVG.
    art: dict[str, Any] = field(default_factory=dict)
    fallbacks: dict[str, list[str]] = field(default_factory=dict)
    published: Published = field(default_factory=Published)
    starts: dict[tuple[str, str], tuple[Var | None, Expr | None]] = field(default_factory=dict)
