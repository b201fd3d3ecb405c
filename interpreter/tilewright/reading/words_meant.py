"""Keys, names and words that were probably meant by others, and files that are of another kind."""

from __future__ import annotations

import re
from typing import Any

from tilewright.problems import listed, nearest
from tilewright.reading.elsewhere import declares
from tilewright.reading.meant import IN_LIST, Path, inside, shown
from tilewright.reading.other_words import (
    ANYWHERE,
    ELSEWHERE,
    KINDS_OF_ABILITY,
    OTHER_KEYS,
    OTHER_WORDS,
)
from tilewright.reading.source import Map

# Sections that people change without saying how.
SECTIONS = ("players", "options", "kinds", "state", "actions", "flow", "ends", "scoring", "tiles",
            "texts", "functions", "procedures")
SLIP = "did you mean "
OF_ID = "^[a-z][a-z0-9_]*$"
ID = re.compile(OF_ID)
# What has one of these is an expression, and no name.
SIGNS = re.compile(r"[<>=+*&|\[\]{}]")


# -- names ----------------------------------------------------------------------------------------


def name_meant(path: Path, word: str, pattern: str, about: str) -> str:
    """What a name could be that is not written as names are."""
    last = path[-1] if path else ""
    if last in NAMES_OF:
        return NAMES_OF[last]
    if last == "version":
        return "it is three numbers, such as 1.0.0"
    numbers = re.fullmatch(r"(\w+) (?:per|for each) (\w+)", word)
    if numbers is not None and "?" in pattern:
        return f"write it as: {{type: {numbers.group(1)}, per: {numbers.group(2)}}}"
    if "//" in word:
        return "a comment begins with '#'"
    if word.endswith((",", ";")):
        return f"leave the '{word[-1]}' at the end out"
    optional = re.fullmatch(r"\?(\w+)|(\w+) or (?:none|nothing|null)", word)
    if optional is not None and "?" in pattern:
        return f"write {optional.group(1) or optional.group(2)}?"
    if "ya?ml" in pattern:
        return "a pack is made of files that end in .yaml; name each of them"
    if last == "texts":
        return "a language is named by its code, such as en, fr or pt_BR"
    if last == "window":
        return f"write my_turn, reaction or step:{word}"
    bound = IN_LIST.match(word)
    if bound is not None and pattern == OF_ID:
        return f"write it as: {{{bound.group(1)}: {inside(bound.group(2))}}}"
    made = re.sub(r"\W+", "_", word.strip()).strip("_").lower()
    if pattern == OF_ID and made != word and ID.match(made) and not SIGNS.search(word):
        return f"write '{made}'; an id is {about}"
    return f"it is {about}" if about else ""


NAMES_OF = {
    "where": "name a condition; the game declares them under 'conditions' in its vocabulary",
    "has": "name a condition; the game declares them under 'conditions' in its vocabulary",
    "per": "give the name of an amount; the game declares them under 'amounts' in its vocabulary",
    "of": "give the name of an amount; the game declares them under 'amounts' in its vocabulary",
    "change": "give the name of a query; the game declares them under 'queries' in its vocabulary",
}


def place_hint(key: str, siblings: Any) -> str:
    """A way out for a key that does not go with the others."""
    if key in ("max", "size") and "zone" in siblings:
        return "how much a zone holds is its 'capacity'"
    if key == "for" and "score" in siblings:
        return "points for each of something are counted with 'per'"
    return "remove it, or the key that it does not go with"


# -- keys and effects -----------------------------------------------------------------------------


def key_meant(key: str, free: list[str]) -> str:
    """The key that was probably meant, of those that are not there yet; or nothing."""
    low = key.lower()
    if low in free:
        return low
    if key in OTHER_KEYS:
        return next((k for k in OTHER_KEYS[key] if k in free), "")
    near = nearest(key, free)
    # A word of which is known where it belongs is no slip in one that only looks like it.
    return near if key not in ELSEWHERE or near.rstrip("s") == key.rstrip("s") else ""


def key_hint(path: Path, key: str, known: list[str], holder: Any, needed: list[str]) -> str:
    """A way out for a key that is not known here."""
    meant = key_meant(key, [k for k in known if k not in holder])
    if meant:
        return f"did you mean '{meant}'?"
    there = next((k for k in (key.lower(), *OTHER_KEYS.get(key, ()))
                  if k in holder and k != key), "")
    if there:
        return f"the word is '{there}', which stands here already"
    found = _of_file(path, key, known, holder) or _of_section(path, key, needed)
    if found:
        return found
    if needed:
        return f"{listed(needed, 'and')} {'is' if len(needed) == 1 else 'are'} missing here"
    return ""


def _of_file(path: Path, key: str, known: list[str], holder: Any) -> str:
    """What a key may be in a file of its kind: overlay, situations or rules."""
    if "set" in known and "remove" in known and ("/" in key or key in SECTIONS):
        return f"changes stand under an operation: set: {{{key}: …}}"
    if not path and {"situations", "given"} <= {*known} and "situations" not in holder:
        return "put it below 'situations:'"
    if key in OTHER_WORDS and "gain" in known and "reveal" in known:
        return f"the word is {OTHER_WORDS[key]}"
    if key in ELSEWHERE and (not path or path[0] == "flow" or key in ANYWHERE):
        return ELSEWHERE[key]
    return ""


def _of_section(path: Path, key: str, needed: list[str]) -> str:
    """What a key may be in a section of rules."""
    section = path[0] if path else ""
    if (section, key) in OF_SECTION:
        return OF_SECTION[section, key]
    if section == "kinds" and len(path) == 2:
        return "the elements of a kind stand under 'items'"
    if section == "actions" and "do" in needed:
        return "the statements of an action stand under 'do', each with '- '"
    return f"an ability is one of {listed(KINDS_OF_ABILITY)}" if (
        path[-2:-1] == ["abilities"]) else ""


IN_FILES = "tiles stand in files of their own, named under 'tiles' in the manifest"
OF_SECTION = {
    ("ends", "winner"): "'scoring' says who wins, or a rule with 'end: game' and 'winner'",
    ("families", "tiles"): IN_FILES, ("families", "items"): IN_FILES,
    ("grids", "size"): "say how many 'columns' and 'rows' there are",
}


def missing_hint(key: str) -> str:
    """How to add a key that is missing."""
    return {"language": "add 'language: 2', the version of the rules that packs are written in",
            "family": "add 'family: …', the family of these tiles"}.get(key, f"add '{key}: …'")


def effect_hint(key: str, value: Any, known: list[str], data: Any) -> str:
    """A way out for a word that is no effect."""
    if key in OTHER_WORDS:
        return f"the word is {OTHER_WORDS[key]}"
    if key not in known and declares(data, "procedures")(key):
        return f"carry out a procedure with: call: {key}"
    if key not in known and declares(data, "actions")(key):
        return f"'{key}' is an action; steps offer them: must: [{key}]"
    if key not in known and declares(data, "vocabulary", "verbs")(key):
        return f"'{key}' is a verb, which tiles use; put what both do into a procedure"
    if "." in key:
        return f"write it as: set: {{{inside(key)}: {shown(value) or '…'}}}"
    loop = re.match(r"for(?: each)? (\w+) in (.+)\Z", key)
    if loop is not None:
        return f"write it as: for_each: {{{loop.group(1)}: {inside(loop.group(2))}}}"
    word, _, rest = key.partition(" ")
    if word in known:
        return f"write it as: {word}: {rest}"
    near = key.lower() if key.lower() in known else nearest(key, known)
    return f"{SLIP}'{near}'?" if near else ""


def mended_effect(key: str, known: list[str], data: Any) -> bool:
    """Whether a word that is no effect is a slip in one, and nothing else."""
    return effect_hint(key, None, known, data).startswith(SLIP)


# -- whole files ----------------------------------------------------------------------------------


def other_kind(data: Any, kind: str) -> str:
    """Under which key of a manifest a file belongs, if it is clearly not of this kind."""
    if not isinstance(data, Map) or not data or kind not in KIND_OF_FILE:
        return ""
    found = _kind_of(data)
    if kind == "overlay" and found == "rules":
        return ""   # A section that stands alone is told as a key.
    return found if found and KIND_OF_FILE[kind] != found else ""


KIND_OF_FILE = {"game": "rules", "board": "rules", "tiles": "tiles", "text": "texts",
                "overlay": "overlays", "situations": "situations"}


def _kind_of(data: Map) -> str:
    if {"family", "tiles"} <= set(data):
        return "tiles"
    if isinstance(data.get("situations"), Map):
        return "situations"
    if any(isinstance(data.get(k), Map) for k in ("players", "state", "actions", "flow")):
        return "rules"
    wordy = [k for k, v in data.items() if isinstance(v, str) and ("." in k or k == "game")]
    return "texts" if len(wordy) == len(data) else ""
