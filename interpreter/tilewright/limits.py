"""The limits that keep a stranger's pack harmless. `docs/limits.md` is made from this table."""

from __future__ import annotations

FILE_BYTES = 1_000_000
PACKS = 40
PACK_FILES = 200
PACK_NODES = 40_000
PACK_BYTES = 5_000_000
YAML_NODES = 20_000
YAML_DEPTH = 40
TEXT_LENGTH = 4_000
KEY_LENGTH = 200
NUMBER = 1_000_000_000
EXPRESSION_LENGTH = 600
EXPRESSION_NODES = 300
EXPRESSION_DEPTH = 60
ELEMENTS = 2_000
STATE_SLOTS = 20_000
MOVES = 200_000
REPEAT = 1_000
STATEMENTS = 20_000
RELATION_LINKS = 20_000
PLAYERS = 12
STEPS = 10_000_000
JUMPS = 10_000
NOTES = 5_000
PROGRAM_NODES = 120_000
PROGRAM_LEAST = 12_000
PROGRAM_NUMBERS = 1_000_000
TABLE_STEPS = 2_000_000
DISTANCES = 400_000
BOARD_STEPS = 400_000
# The memory of a module for native play.
NATIVE_BYTES = 64 << 20
PLACINGS = 1_000_000
SITUATION_STEPS = 50_000_000
SITUATIONS_STEPS = 500_000_000
SPREAD = 20_000
ALL_ELEMENTS = 20_000
ALL_PARTS = 60_000
ALL_VALUES = 200_000
CALLS = 60
RELATED = 500
PROBLEMS = 200
ENOUGH = 2_000
NEAR_WORDS = 300_000
ART_FILES = 200
ART_SVG_BYTES = 64_000
ART_PNG_BYTES = 256_000
ART_SIDE = 1_024
ART_NODES = 2_000
ART_DEPTH = 50
SCENE_PARTS = 10_000

WHAT: dict[str, tuple[int, str]] = {
    "FILE_BYTES": (FILE_BYTES, "bytes in one file"),
    "PACKS": (PACKS, "packs that make one game, with those that they require"),
    "PACK_FILES": (PACK_FILES, "files that one pack may name"),
    "PACK_NODES": (PACK_NODES, "values in all files of a pack"),
    "PACK_BYTES": (PACK_BYTES, "bytes in all files of a pack, and in a zip"),
    "YAML_NODES": (YAML_NODES, "values in one file"),
    "YAML_DEPTH": (YAML_DEPTH, "levels of nesting in a file"),
    "TEXT_LENGTH": (TEXT_LENGTH, "characters in one text value"),
    "KEY_LENGTH": (KEY_LENGTH, "characters in one key"),
    "NUMBER": (NUMBER, "the largest number, and its negative the smallest"),
    "EXPRESSION_LENGTH": (EXPRESSION_LENGTH, "characters in one expression"),
    "EXPRESSION_NODES": (EXPRESSION_NODES, "parts of one expression"),
    "EXPRESSION_DEPTH": (EXPRESSION_DEPTH, "levels of nesting in an expression"),
    "ELEMENTS": (ELEMENTS, "elements of one kind"),
    "STATE_SLOTS": (STATE_SLOTS, "numbers in the state of a game"),
    "MOVES": (MOVES, "different moves of a game"),
    "REPEAT": (REPEAT, "rounds of one `repeat`"),
    "STATEMENTS": (STATEMENTS, "statements of a whole game"),
    "RELATION_LINKS": (RELATION_LINKS, "links of one relation of a board"),
    "PLAYERS": (PLAYERS, "players"),
    "STEPS": (STEPS, "steps that the rules may take between two decisions"),
    "JUMPS": (JUMPS, "pieces of rules that may follow each other between two decisions"),
    "NOTES": (NOTES, "things that a move does and are told; of more, only the decision is told"),
    "PROGRAM_NODES": (PROGRAM_NODES, "pieces of code, in the programs for all numbers of players"),
    "PROGRAM_LEAST": (PROGRAM_LEAST, "pieces of code that each of these programs may have"),
    "TABLE_STEPS": (TABLE_STEPS, "steps for what is worked out at load and not in play"),
    "PROGRAM_NUMBERS": (PROGRAM_NUMBERS, "numbers in all tables of a program"),
    "DISTANCES": (DISTANCES, "sites times sites and links with distances worked out first"),
    "BOARD_STEPS": (BOARD_STEPS, "steps to find all pairs that the rules of relations link"),
    "SPREAD": (SPREAD, "elements in a list that is made of numbers"),
    "ALL_ELEMENTS": (ALL_ELEMENTS, "elements of all kinds together"),
    "ALL_VALUES": (ALL_VALUES, "values of attributes of all elements together"),
    "PLACINGS": (PLACINGS, "cells looked at to find all lines and shapes of grids"),
    "SITUATION_STEPS": (SITUATION_STEPS, "steps that one situation may take"),
    "SITUATIONS_STEPS": (SITUATIONS_STEPS, "steps for all situations of a game, run together"),
    "ALL_PARTS": (ALL_PARTS, "parts of all expressions together"),
    "CALLS": (CALLS, "rules that use each other in a row"),
    "RELATED": (RELATED, "ways in which functions and procedures are given relations"),
    "PROBLEMS": (PROBLEMS, "problems that are told in one run; the rest is counted"),
    "ENOUGH": (ENOUGH, "problems of a game after which the rest of its rules is not looked at"),
    "NEAR_WORDS": (NEAR_WORDS, "words looked at in one run to find those that were meant"),
    "ART_FILES": (ART_FILES, "pictures that one pack may bring in `art/`"),
    "ART_SVG_BYTES": (ART_SVG_BYTES, "bytes in one picture that is SVG"),
    "NATIVE_BYTES": (NATIVE_BYTES, "bytes of memory for native play"),
    "ART_PNG_BYTES": (ART_PNG_BYTES, "bytes in one picture that is PNG"),
    "ART_SIDE": (ART_SIDE, "pixels in the width and in the height of a PNG"),
    "ART_NODES": (ART_NODES, "elements in one SVG, and stops of its gradients"),
    "ART_DEPTH": (ART_DEPTH, "levels of groups in one SVG"),
    "SCENE_PARTS": (SCENE_PARTS, "places in the picture of a position, and things that lie there"),
}
