"""Findings of a series that was never played, with likely numbers, to make reports from."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tilewright.text import element, reason, text, title

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright import Game

LANGUAGES = ("en", "fr", "it", "pl")
PLAYERS, GAMES = 3, 1200
BLOCKS = GAMES // PLAYERS
# Of each specialist: how often it is taken, what takers win more, and whether that stands out.
SPECIALISTS = {
    "yasoma": (0.61, 0.094, True), "izanagi": (0.55, 0.071, True), "riu": (0.48, 0.052, True),
    "amateratsu": (0.36, 0.031, False), "ebisu": (0.47, 0.027, False),
    "raijin": (0.33, 0.018, False), "nakatsu": (0.29, 0.012, False),
    "tomoe": (0.41, 0.009, False), "susanoo": (0.38, 0.004, False),
    "kachiko": (0.27, -0.002, False), "ananda": (0.31, -0.006, False),
    "izanami": (0.35, -0.011, False), "michimata": (0.24, -0.017, False),
    "toyo_tama": (0.28, -0.024, False), "awashima": (0.22, -0.033, False),
    "kagutsuchi": (0.19, -0.041, False), "fu_hsi": (0.17, -0.058, True), "hetsuka": (0.0, 0, False),
}
SHEET = (("coins", 6.1, 7.4, 5.4), ("prestige", 5.2, 6.9, 4.4), ("buildings", 24.8, 29.3, 22.5),
         ("specialists", 7.7, 9.8, 6.7), ("reserved", -0.6, -0.3, -0.8),
         ("aside", -1.1, -0.8, -1.2))
ENDS = (("last_building", 0.71), ("boats_out", 0.17), ("specialists_out", 0.08),
        ("buildings_out", 0.04))


def interval(mean: float, half: float) -> dict[str, Any]:
    return {"mean": mean, "low": round(mean - half, 4), "high": round(mean + half, 4),
            "blocks": BLOCKS}


def named(said: Callable[[str], str]) -> dict[str, str]:
    return {lang: said(lang) for lang in LANGUAGES}


def bell(edges: list[float], middle: float, wide: float, total: int) -> list[int]:
    return [round(total * (right - left) / wide / 2.5 * math.exp(
        -((left + right) / 2 - middle)**2 / 2 / wide**2))
        for left, right in pairwise(edges)]


def findings(game: Game) -> dict[str, Any]:
    """Everything that there can be, of Yamataï with three players."""
    model = game.model
    scores, decisions = [5.0 * n for n in range(16)], [120.0 + 20 * n for n in range(19)]
    return {
        "version": 1,
        "made": {"command": "tilewright lab yamatai --players 3 --bot mcts:100 --games 1200 "
                            "--seed 7", "tilewright": "0.1.0",
                 "game": {"id": "yamatai", "title": named(lambda lang: title(model, lang)),
                          "version": "1.0.0", "hash": game.hash, "variants": [], "options": {},
                          "players": PLAYERS},
                 "bots": ["mcts:100"] * PLAYERS, "seed": 7, "blocks": BLOCKS, "games": GAMES,
                 "stopped": "games", "seconds": 3420.0, "engine": "native"},
        "answers": [
            {"about": "seats", "verdict": "likely", "more": 700, "facts": {}},
            {"about": "length", "verdict": "clear", "more": None, "facts": {}},
            {"about": "choice", "verdict": "clear", "more": None, "facts": {}},
            {"about": "tension", "verdict": "clear", "more": None, "facts": {}},
            {"about": "points", "verdict": "clear", "more": None, "facts": {}},
            {"about": "things", "verdict": "clear", "more": None, "facts": {}},
            {"about": "rules", "verdict": "cannot_tell", "more": None, "facts": {}},
            {"about": "robust", "verdict": "cannot_tell", "more": 2400, "facts": {}}],
        "seats": [{"seat": seat, "name": named(lambda lang, at=seat: element(
                       model, "player", at, lang)),
                   "share": interval(share, 0.031), "score": interval(score, 0.9)}
                  for seat, (share, score) in enumerate(
                      ((0.362, 43.6), (0.331, 42.1), (0.307, 40.9)))],
        "length": {"rounds": interval(19.4, 0.4), "decisions": interval(296.0, 5.1),
                   "forced": interval(0.203, 0.004), "minutes": interval(58.0, 3.0),
                   "quantiles": {"decisions": [131, 204, 293, 402, 488],
                                 "rounds": [9, 14, 19, 26, 33]}},
        "choice": {"options": interval(6.4, 0.1), "clear": interval(0.34, 0.02)},
        "tension": {"lead_changes": interval(4.7, 0.2), "decided": interval(0.68, 0.015)},
        "spread": {"lead": interval(7.9, 0.5), "ties": interval(0.021, 0.008)},
        "points": [{"category": name, "name": named(lambda lang, key=name: text(
                        model, f"score.{key}", lang) or key),
                    "mean": interval(mean, 0.3), "winners": interval(winners, 0.5),
                    "others": interval(others, 0.4)} for name, mean, winners, others in SHEET],
        "ends": [{"reason": name, "name": named(lambda lang, key=name: reason(model, key, lang)),
                  "share": interval(share, 0.02)} for name, share in ENDS],
        "histogram": {
            "scores": {"edges": scores, "counts": bell(scores, 42, 11, GAMES * PLAYERS)},
            "decisions": {"edges": decisions, "counts": bell(decisions, 296, 62, GAMES)},
            "leads_over_time": [[at, round(7.9 * at**1.6 - 0.7 * math.sin(at * math.pi), 2)]
                                for at in (n / 20 for n in range(21))]},
        "things": things(game),
        "traffic": traffic(game),
        "coverage": {
            "game": "yamatai", "games": 60, "decisions": 17760,
            "statements": {"content/yamatai/turn.yaml": {"24:3": 771, "141:7": 0, "142:7": 0,
                                                         "150:9": 0},
                           "content/yamatai/game.yaml": {"90:3": 60}},
            "tests": {"content/yamatai/turn.yaml": {"24:9": [621, 75], "248:21": [9, 0],
                                                    "251:3": [0, 0]}},
            "actions": {"pick_fleet": [60, 60], "hetsuka.alms": [0, 0], "f03.foresee": [21, 0]},
            "reactions": {"ebisu: collects": 12}, "zones": {"bag": [0, 34]}, "texts": {},
            "ends": {"last_building": 58, "buildings_out": 0}, "faults": {}},
        "robust": [{"figure": "seats", "bots": "mcts:50", "mean": 0.041, "low": -0.004,
                    "high": 0.086, "same_sign": True},
                   {"figure": "seats", "bots": "mcts:200", "mean": 0.022, "low": -0.021,
                    "high": 0.065, "same_sign": True},
                   {"figure": "things", "bots": "mcts:200", "mean": -0.012, "low": -0.06,
                    "high": 0.036, "same_sign": False}],
        "odd": [{"what": what, "seed": seed, "rotation": turn, "value": value,
                 "command": f"tilewright lab replay yamatai --seed {seed} --rotation {turn}"}
                for what, seed, turn, value in (
                    ("shortest", 81377214, 0, 131), ("longest", 16253, 2, 488),
                    ("widest", 994412, 1, 37.0), ("closest", 2231, 0, 0.5))],
        "warnings": ["weak_bots"],
    }


def things(game: Game) -> list[dict[str, Any]]:
    kind = game.model.kinds["specialist"]
    made = []
    for at, item in enumerate(kind.items):
        taken, lift, stands_out = SPECIALISTS[item]
        half = 0.026 + 0.008 / (taken + 0.2)
        made.append({
            "id": f"recruit {item}", "group": "recruit", "element": item, "kind": "specialist",
            "name": named(lambda lang, n=at: element(game.model, "specialist", n, lang)),
            "games_offered": round(0.86 + 0.006 * (at % 7), 3), "games_taken": taken,
            "times": round(1.04 * taken, 2),
            "lift_share": interval(lift, round(half, 4)) if taken else None,
            "lift_score": interval(round(60 * lift, 2), 1.6) if taken else None,
            "offer_share": interval(round(lift * 0.3, 4), 0.021) if at % 3 else None,
            "verdict": "clear" if stands_out else "cannot_tell", "stands_out": stands_out,
            "with": [{"id": "recruit riu", "lift": 0.03}] if item in ("yasoma", "izanagi") else []})
    return made


def traffic(game: Game) -> dict[str, dict[str, float]]:
    """More in the middle of the board than at its edge."""
    found = {}
    for kind in ("spot", "island"):
        spots = game.model.coordinates[kind]
        x, y = (sum(at[n] for at in spots.values()) / len(spots) for n in (0, 1))
        found[kind] = {game.model.kinds[kind].items[i]: round(1.9 * math.exp(
            -((at[0] - x)**2 + (at[1] - y)**2) / 22), 2) for i, at in spots.items()}
    found["island"]["i02"] = 0.0
    return found
