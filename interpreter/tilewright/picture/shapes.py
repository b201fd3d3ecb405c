"""The built-in shapes, each as one path in a square from -50 to 50."""

from __future__ import annotations

SHAPES: dict[str, str] = {
    "disc": "M-46 0a46 46 0 1 0 92 0a46 46 0 1 0-92 0z",
    "cube": "M-42-42h84v84h-84z",
    "token": "M-30-44h60l14 14v60l-14 14h-60l-14-14v-60z",
    "hex": "M-23-44h46l25 44l-25 44h-46l-25-44z",
    "house": "M-42 44v-50l42-40l42 40v50z",
    "tower": "M-38 46l6-52h-12v-40h20v14h14v-14h20v14h14v-14h20v40h-12l6 52z",
    "boat": "M-48 4h42v-52q34 14 40 44h-34v8h48q-6 30-22 42h-52q-16-12-22-42z",
    "meeple": "M0-48a19 19 0 0 1 16 30c22 6 34 16 34 26c0 8-12 10-24 7l14 31h-27l-13-20l-13 20"
              "h-27l14-31c-12 3-24 1-24-7c0-10 12-20 34-26a19 19 0 0 1 16-30z",
    "marker": "M0 48l-27-43a32 32 0 1 1 54 0z",
    "die": "M-34-44h68q10 0 10 10v68q0 10-10 10h-68q-10 0-10-10v-68q0-10 10-10z",
    "drop": "M0-48c12 22 34 38 34 60a34 34 0 0 1-68 0c0-22 22-38 34-60z",
    "star": "M0-48l13 32l35 3l-27 23l9 34l-30-19l-30 19l9-34l-27-23l35-3z",
    "fish": "M-49 0c16-40 60-44 78-13l20-17v60l-20-17c-18 31-62 27-78-13z",
    "card": "M-32-46h64q6 0 6 6v80q0 6-6 6h-64q-6 0-6-6v-80q0-6 6-6z",
    "tile": "M-40-44h80q6 0 6 6v76q0 6-6 6h-80q-6 0-6-6v-76q0-6 6-6z",
}
# Where a sign has its middle on a shape, how much room there is to the sides, and how high it is.
SIGNED: dict[str, tuple[float, float, float, float]] = {
    "house": (0, 14, 62, 48), "tower": (0, 16, 50, 44), "boat": (0, 24, 62, 36),
    "meeple": (0, 5, 44, 40), "marker": (0, -12, 46, 42), "drop": (0, 14, 48, 44),
    "star": (0, 4, 44, 40), "fish": (-10, 0, 56, 46), "card": (0, 0, 60, 48),
}
ANYWHERE = (0, 0, 68, 50)
# What kinds look like that say nothing of it, by the order in which a game has them.
USUAL = ("disc", "cube", "token", "house", "marker", "hex", "drop", "tower", "star", "boat",
         "fish")
OF_PLAYERS = "meeple"
