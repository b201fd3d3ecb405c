"""Words of other languages for what is an effect or a key here."""

from __future__ import annotations

# What effects are often called elsewhere.
OTHER_WORDS = {
    **dict.fromkeys(("add", "give", "get"), "'gain' for numbers, 'put' or 'move' for zones"),
    **dict.fromkeys(("increase", "increment", "earn"), "'gain'"),
    **dict.fromkeys(("subtract", "decrease", "decrement", "spend"), "'lose'"),
    "pay": "'lose', or the key 'pay' of an action",
    "remove": "'lose' for numbers, 'move' or 'empty' for zones",
    "take": "'gain' with 'from' for numbers, 'move' or 'draw' for zones",
    "discard": "'move' for one element, 'empty' for a whole zone",
    "deal": "'draw', or 'for_each' player a 'draw'",
    **dict.fromkeys(("roll", "chance", "dice"), "'random'"),
    **dict.fromkeys(("while", "until", "loop"), "'repeat'"),
    **dict.fromkeys(("foreach", "for", "forEach", "each"), "'for_each'"), "var": "'let'",
    **dict.fromkeys(("print", "log", "say", "message", "text"),
                    "'event' for what tiles react to; words for players stand in the texts"),
    **dict.fromkeys(("return", "break"), "'stop' to leave a loop, 'end' to end a turn"),
    **dict.fromkeys(("choice", "select", "pick"), "'choose'"), "do": "'call' for a procedure",
    **dict.fromkeys(("elif", "else"), "'if' with 'then' and 'else' as its keys"),
    **dict.fromkeys(("win", "finish", "winner", "victory"),
                    "'end': end: game, with 'winner: me' or after 'score'"),
    **dict.fromkeys(("end_turn", "next_player", "skip", "next"), "'end': end: turn"),
    **dict.fromkeys(("extra_turn", "another_turn", "repeat_turn"), "'again': again: turn"),
    **dict.fromkeys(("should", "can", "allow", "offer"), "'must' or 'may'"),
    "end_round": "'end': end: round",
    "end_game": "'end': end: game",
}
# What keys are often called elsewhere; of several the first that is possible counts.
OTHER_KEYS = {
    **dict.fromkeys(("condition", "requires", "require", "only_if"), ("if", "where")),
    "when": ("if", "do"), "if": ("when", "where"), "then": ("do", "expect"), "do": ("then",),
    **dict.fromkeys(("cost", "costs"), ("pay", "price")), "price": ("pay", "cost"),
    "choose": ("pick",),
    "select": ("pick",), **dict.fromkeys(("default", "initial", "value"), ("start",)),
    "shape": ("of",), "size": ("capacity",), "width": ("columns",), "height": ("rows",),
    **dict.fromkeys(("connections", "edges"), ("links",)),
    "copies": ("count",), "amount": ("count", "exactly"), "number": ("count", "exactly"),
    "count": ("exactly",), **dict.fromkeys(("max", "at_most", "most"), ("up_to",)),
    "exact": ("exactly",), "plus": ("add",), "minus": ("add",),
    "into": ("to",), "to": ("into",), "name": ("title", "step"), "description": ("about",),
    "author": ("authors",), "tile": ("tiles",), "rule": ("rules",), "board": ("boards",),
    "text": ("texts",), **dict.fromkeys(("change", "update", "modify", "edit"), ("set",)),
    "delete": ("remove",), "append": ("add",), "increase": ("plus",), "decrease": ("plus",),
    "multiply": ("times",), "end": ("ends",), "score": ("scoring",), "action": ("actions",),
    "kind": ("kinds",), "option": ("options",), "gives": ("given",), "with": ("given",),
    "expected": ("expect",), "base": ("variant_of",),
    "extends": ("variant_of",), **dict.fromkeys(("other", "others", "opponents"), ("opponent",)),
}
WORDS_FOR_PLAYERS = "words for players stand in the texts, not in the rules"
IN_VOCABULARY = "it stands under 'vocabulary'"
# What people read, wherever they write it.
WORDY = ("text", "name", "title", "description", "say", "log", "message")
WEIGHTS = ("weight", "weights", "chances", "odds", "probability")
ANYWHERE = (*WORDY, *WEIGHTS)
# Keys that belong somewhere else.
ELSEWHERE = {
    **dict.fromkeys(WEIGHTS, "list each as often as it weighs: "
                    "[f for f in faces for i in range(1, f.weight)]"),
    **dict.fromkeys(WORDY, WORDS_FOR_PLAYERS),
    **dict.fromkeys(("queries", "events", "verbs", "conditions", "amounts"), IN_VOCABULARY),
    **dict.fromkeys(("board", "boards", "map"), "places stand under 'grids' or 'sites'"),
    **dict.fromkeys(("cards", "card", "deck", "tile"), "tiles stand in files of their own, named "
                    "under 'tiles' in the manifest; 'families' says what they have"),
    **dict.fromkeys(("variables", "vars", "fields", "globals"), "what changes stands in 'state'"),
    **dict.fromkeys(("resources", "pieces", "colours", "types", "enums"),
                    "closed lists of things stand in 'kinds'"),
    **dict.fromkeys(("phases", "steps", "phase"), "the course of the game stands in 'flow'"),
    "winner": "'scoring' says who wins, or a rule with 'end: game' and 'winner'",
    "setup": "it stands under 'flow'", "round": "it stands under 'flow'",
    **dict.fromkeys(("turn", "each", "before", "after", "after_turn"),
                    "it stands under 'round', in 'flow'"),
    **dict.fromkeys(("rounds", "turns", "times"),
                    "'ends' says when the game is over: ends: {late: {when: round == 5}}"),
    **dict.fromkeys(("goal", "goals", "win", "victory"),
                    "'ends' says when the game is over, and 'scoring' who wins"),
}
# Words for values, of which there are few.
OTHER_VALUES = {
    "once_per_game": "once", **dict.fromkeys(("hidden", "secret", "nobody", "false"), "none"),
    **dict.fromkeys(("private", "own", "player"), "owner"),
    **dict.fromkeys(("public", "open", "everybody", "true"), "all"),
    **dict.fromkeys(("highest", "max", "high"), "most"),
    **dict.fromkeys(("lowest", "min", "low"), "least"),
}
KINDS_OF_ABILITY = ("gain", "power", "change", "when", "toll", "score", "goal")
