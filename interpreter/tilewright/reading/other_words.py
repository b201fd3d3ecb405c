"""Words of other languages for what is an effect here."""

from __future__ import annotations

# What effects are often called elsewhere.
OTHER_WORDS = {
    **dict.fromkeys(("add", "give", "increase", "earn"), "'gain'"),
    **dict.fromkeys(("subtract", "decrease", "spend"), "'lose'"),
    "pay": "'lose', or the key 'pay' of an action",
    "remove": "'lose' for numbers, 'move' or 'empty' for zones",
    "take": "'gain' with 'from' for numbers, 'move' or 'draw' for zones",
    "discard": "'move' for one element, 'empty' for a whole zone",
    "deal": "'draw', or 'for_each' player a 'draw'",
    **dict.fromkeys(("roll", "chance"), "'random'"),
    **dict.fromkeys(("while", "until", "loop"), "'repeat'"),
    "foreach": "'for_each'", "var": "'let'", "print": "'event'",
    **dict.fromkeys(("return", "break"), "'stop' to leave a loop, 'end' to end a turn"),
    **dict.fromkeys(("choice", "select", "pick"), "'choose'"), "do": "'call' for a procedure",
    **dict.fromkeys(("elif", "else"), "'if' with 'then' and 'else' as its keys"),
    **dict.fromkeys(("win", "finish"), "'end: game', after 'score'"),
}
