"""What users of the package may rely on; checked by mypy, never run."""

from __future__ import annotations

import tilewright

game: tilewright.Game = tilewright.load("tictactoe", variants=["a_variant"])
state: tilewright.State = game.new(players=2, seed=7)
moves: list[int] = state.legal()
state.apply(moves[0])
words: str = state.describe(moves[0], "en")
copy: tilewright.State = state.clone()
key: str = state.key()
view: tilewright.View = state.view(0)
again: tilewright.State = view.determinize(1)
over: bool = state.over
scores: list[int] = state.scores()
winners: list[int] = state.winners()
decider: int | None = state.decider
coins: object = state["p1"].coins
read: object = view.read("p1.coins")
facts: dict[str, object] = state.facts()
shape: dict[str, object] = game.facts_schema()
asked = state.question
words_of_question: str = asked.words("fr") if asked is not None else ""
code: int = state.find("mark", cell_to_mark="a1")
picks: dict[str, str | int] = state.move(code).picks
price: dict[str, int] = state.moves()[0].price
seen_key: str = view.key()
placed: tilewright.State = game.position({"turn": "x", "a1.mark": "o"}, players=2, seed=1)
