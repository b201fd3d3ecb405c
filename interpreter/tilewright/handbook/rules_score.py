"""The last parts of a rules page: how a game ends, what points are for, who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.handbook.rules_words import capital, part
from tilewright.language.operations import Negative
from tilewright.linking.lacking import field_of_tie
from tilewright.wording.points import points_told
from tilewright.wording.sentences import sentence

if TYPE_CHECKING:
    from tilewright.handbook.rules_words import Words
    from tilewright.language.operations import Expr


def ends(words: Words) -> list[str]:
    """Each way in which the game ends, and when that is looked at."""
    game = words.game
    reasons = [f"- {_reason(words, name)}" for name in game.reasons]
    lines = [words.own("end_list" if len(reasons) > 1 else "end_only"), "", *reasons]
    told = words.about("end")
    return part(words.own("ends"), [*(lines if reasons else []), "", told])


def _reason(words: Words, name: str) -> str:
    ending = next((e for e in words.game.endings if e.name == name), None)
    when = [] if ending is None else [words.own(key) for key, holds in (
        ("end_at_round", ending.check == "round"), ("end_of_round", ending.finish != "now"))
        if holds]
    said = capital(words.name(f"end.{name}"))
    return sentence(f"{said} ({'; '.join(when)})" if when else said)


def points(words: Words) -> list[str]:
    """The lines of the score sheet, then who wins."""
    game = words.game
    lines = [words.item(words.name(f"score.{name}"), words.about(f"score.{name}"))
             for name in game.scoring]
    told = [_ranking(words)] if game.scoring else []
    return part(words.own("points"), [*lines, "", *told])


def _ranking(words: Words) -> str:
    game = words.game
    told = _wins(words)
    named = [_tie(words, tie) for tie in game.ties]
    if words.has("ranking.about"):
        told.append(words.about("ranking"))
    elif not named:
        told += [words.own("ties_share")] if game.most > 1 else []
    elif all(named):
        told.append(words.own("ties", what=words.listed(named)))
    return " ".join(told)


def _wins(words: Words) -> list[str]:
    """Who wins, and with how many points; who always plays alone only needs these."""
    game = words.game
    best, bar = ("most_wins", "needed") if game.best == "most" else ("least_wins", "at_most")
    alone = game.most == 1
    told = [] if alone and game.needs is not None else [words.own(best)]
    if game.needs is not None:
        bar += "_alone" if game.needs_alone and not alone else ""
        told.append(words.own(bar, n=points_told(game, game.needs)))
    return told


def _tie(words: Words, e: Expr) -> str:
    """What decides between equal points, in words; nothing if it has no name."""
    owned = field_of_tie(e)
    key = f"field.{owned.owner}.{owned.name}" if owned is not None else ""
    if not words.has(key):
        return ""
    return words.own("fewest" if isinstance(e, Negative) else "most", what=words.name(key))
